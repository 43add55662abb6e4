/// A new region, which people and incidents refer to by name.
public struct NewRegion: Equatable, Sendable {
  /// Its name, 1 to 80 letters.
  public var name: String
  /// Its polygons as GeoJSON. An unreadable geometry is stored, and contains no place.
  public var geometry: String

  /// Creates a region.
  public init(name: String, geometry: String) {
    self.name = name
    self.geometry = geometry
  }
}
