/// A region to be made: people and incidents name it.
public struct NewRegion: Equatable, Sendable {
  /// Its name, 1 to 80 letters.
  public var name: String
  /// Its polygons as GeoJSON; what cannot be read is kept, and no place lies in it.
  public var geometry: String

  /// A region from its parts.
  public init(name: String, geometry: String) {
    self.name = name
    self.geometry = geometry
  }
}
