/// What the browser's script needs to draw a map; all of it empty = none is installed on the server.
struct MapAddresses: PagePart {
  /// The address of Leaflet's script.
  var script: String
  /// The address of Leaflet's style.
  var style: String
  /// The address of the script that gathers markers; empty = each stands alone.
  var clusterScript: String
  /// The address of its style.
  var clusterStyle: String
  /// The address of a tile, with `{z}`, `{x}` and `{y}`; empty = a plain ground.
  var tiles: String
  /// Whose tiles they are; may be empty.
  var attribution: String

  /// Without a map.
  init() { (script, style, clusterScript, clusterStyle, tiles, attribution) = ("", "", "", "", "", "") }

  /// What lies on the server, and where the ground comes from.
  init(_ files: MapFiles, tiles: MapTiles?) {
    (script, style) = (files.script, files.style)
    (clusterScript, clusterStyle) = (files.clusterScript, files.clusterStyle)
    (self.tiles, attribution) = (tiles?.template ?? "", tiles?.attribution ?? "")
  }
}
