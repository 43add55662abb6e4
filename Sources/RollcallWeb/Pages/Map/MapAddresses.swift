/// What the browser's script needs to draw a map; all of it empty = none is installed on the server.
public struct MapAddresses: PagePart {
  /// The address of Leaflet's script.
  public var script: String
  /// The address of Leaflet's style.
  public var style: String
  /// The address of the script that gathers markers; empty = each stands alone.
  public var clusterScript: String
  /// The address of its style.
  public var clusterStyle: String
  /// The address of a tile, with `{z}`, `{x}` and `{y}`; empty = a plain ground.
  public var tiles: String
  /// Whose tiles they are; may be empty.
  public var attribution: String

  /// Without a map.
  init() { (script, style, clusterScript, clusterStyle, tiles, attribution) = ("", "", "", "", "", "") }

  /// What lies on the server, and where the ground comes from.
  init(_ files: MapFiles, tiles: MapTiles?) {
    (script, style) = (files.script, files.style)
    (clusterScript, clusterStyle) = (files.clusterScript, files.clusterStyle)
    (self.tiles, attribution) = (tiles?.template ?? "", tiles?.attribution ?? "")
  }

  /// An example with every kind of content.
  public static let sample: MapAddresses = {
    var files = MapAddresses()
    files.script = "/assets/leaflet/leaflet.min.js"
    files.style = "/assets/leaflet/leaflet.css"
    files.clusterScript = "/assets/leaflet/leaflet.markercluster.min.js"
    files.clusterStyle = "/assets/leaflet/MarkerCluster.css"
    files.tiles = "https://tile.example.org/{z}/{x}/{y}.png"
    files.attribution = "Map data from OpenStreetMap"
    return files
  }()
}
