/// What the browser's script needs to draw a map; all of it empty = none is installed on the server.
struct MapAddresses: PagePart {
  /// Leaflet.
  var script = "", style = ""
  /// What gathers markers; empty = each stands alone.
  var clusterScript = "", clusterStyle = ""
  /// The address of a tile, with `{z}`, `{x}` and `{y}`; empty = a plain ground.
  var tiles = ""
  /// Whose tiles they are; may be empty.
  var attribution = ""
}
