/// A place on the Earth, WGS 84, exactly as it was sent.
public struct Position: Hashable, Sendable {
  /// Degrees north, −90…90.
  public let latitude: Double
  /// Degrees east, −180…180.
  public let longitude: Double

  /// A position; `nil` when a coordinate is out of range or not a number.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// (0, 0) in the Gulf of Guinea: what many phones report when they have no position.
  public var isNullIsland: Bool { latitude == 0 && longitude == 0 }
}
