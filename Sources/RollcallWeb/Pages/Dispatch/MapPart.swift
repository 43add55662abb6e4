/// A map on which a place can be picked: what the browser's script needs to draw it.
public struct PlaceMap: PagePart {
  /// The address of Leaflet's script; empty = no map is installed on the server.
  public var script: String
  /// The address of Leaflet's style.
  public var style: String
  /// The address of what is shown on it.
  public var data: String
  /// The address of a tile, with `{z}`, `{x}` and `{y}`; empty = a plain ground.
  public var tiles: String
  /// Whose tiles they are; may be empty.
  public var attribution: String

  /// A map from its parts; without any, none is installed.
  public init(script: String = "", style: String = "", tiles: String = "", attribution: String = "") {
    (self.script, self.style, self.tiles, self.attribution) = (script, style, tiles, attribution)
    data = ""
  }

  /// An example with every kind of content.
  public static let sample = PlaceMap(
    script: "/assets/leaflet/leaflet.min.js", style: "/assets/leaflet/leaflet.css",
    attribution: "Map data from OpenStreetMap"
  ).showing("/w/city-rescue/incidents/new/map.json")

  /// The same map with the address of what it shows.
  func showing(_ data: String) -> PlaceMap {
    var map = self
    map.data = data
    return map
  }
}
