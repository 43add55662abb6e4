/// A map on which a place can be picked: what the browser's script needs to draw it.
struct PlaceMap: PagePart {
  /// The address of Leaflet's script; empty = no map is installed on the server.
  var script: String
  /// The address of Leaflet's style.
  var style: String
  /// The address of what is shown on it.
  var data: String
  /// The address of a tile, with `{z}`, `{x}` and `{y}`; empty = a plain ground.
  var tiles: String
  /// Whose tiles they are; may be empty.
  var attribution: String

  /// A map from its parts; without any, none is installed.
  init(script: String = "", style: String = "", tiles: String = "", attribution: String = "") {
    (self.script, self.style, self.tiles, self.attribution) = (script, style, tiles, attribution)
    data = ""
  }

  /// The same map with the address of what it shows.
  func showing(_ data: String) -> PlaceMap {
    var map = self
    map.data = data
    return map
  }
}
