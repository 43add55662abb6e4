/// The addresses that the browser's script needs to draw a map; all empty = no map is installed on the
/// server.
struct MapAddresses: PagePart {
  /// Leaflet.
  var script = "", style = ""
  /// The script and style that cluster markers; empty = each stands alone.
  var clusterScript = "", clusterStyle = ""
  /// The address of a tile, with `{z}`, `{x}` and `{y}`; empty = a plain background.
  var tiles = ""
  /// The zoom levels that have tiles; between and beyond them the browser enlarges or reduces.
  var leastZoom = 0, mostZoom = 19
  /// The owner of the tiles; may be empty.
  var attribution = ""
}
