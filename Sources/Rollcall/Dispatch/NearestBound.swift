import Glibc

/// A point of the WGS 84 ellipsoid, metres from its centre: a straight line between two points needs no
/// sines.
struct EarthPoint: Equatable, Sendable {
  private static let semiMajorAxis = 6_378_137.0
  private static let flattening = 1 / 298.257223563
  private static let squaredEccentricity = flattening * (2 - flattening)

  let x: Double
  let y: Double
  let z: Double

  init(_ position: Position) {
    let latitude = position.latitude * .pi / 180
    let longitude = position.longitude * .pi / 180
    let sine = sin(latitude)
    let normal = Self.semiMajorAxis / (1 - Self.squaredEccentricity * sine * sine).squareRoot()
    x = normal * cos(latitude) * cos(longitude)
    y = normal * cos(latitude) * sin(longitude)
    z = normal * (1 - Self.squaredEccentricity) * sine
  }

  /// Metres that no way over the surface to another point falls below: the straight line through the Earth,
  /// less a centimetre for what measured distances may lack.
  func shortestWay(to other: EarthPoint) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return max(0, (dx * dx + dy * dy + dz * dz).squareRoot() - 0.01)
  }
}
