import Glibc

/// The Earth as a sphere of 6,371 km: accurate to half a per cent, which is enough for walking distances and
/// borders.
public enum Earth {
  /// Metres of one degree of latitude.
  public static let metresPerDegree = 111_195.0

  /// Metres of one degree of longitude; 0 at a pole.
  ///
  /// - Parameter latitude: degrees north, −90…90.
  public static func metresPerDegree(atLatitude latitude: Double) -> Double {
    max(0, metresPerDegree * cos(latitude * .pi / 180))
  }
}

/// The surroundings of a place as a plane, metres east and north of it: accurate to a few per mille within
/// some kilometres, which is enough for borders.
struct PlaneMetres: Equatable {
  let origin: Position
  private let east: Double

  init(around origin: Position) {
    self.origin = origin
    east = Earth.metresPerDegree(atLatitude: origin.latitude)
  }

  /// A place in the plane. The shorter way round the Earth counts.
  func point(_ place: Position) -> (x: Double, y: Double) {
    let degrees = place.longitude - origin.longitude
    let short = abs(degrees) <= 180 ? degrees : degrees.remainder(dividingBy: 360)
    return (short * east, (place.latitude - origin.latitude) * Earth.metresPerDegree)
  }

  /// From the origin to a place.
  func distance(to place: Position) -> Double {
    let (x, y) = point(place)
    return (x * x + y * y).squareRoot()
  }

  /// From the origin to the nearest point of a straight line between two places.
  func distance(toLineFrom start: Position, to end: Position) -> Double {
    let (a, b) = (point(start), point(end))
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let length = dx * dx + dy * dy
    let along = length > 0 ? min(1, max(0, -(a.x * dx + a.y * dy) / length)) : 0
    let (x, y) = (a.x + along * dx, a.y + along * dy)
    return (x * x + y * y).squareRoot()
  }

  /// How many degrees of latitude, and at least how many of longitude, these metres are; near a pole all of them.
  func degrees(_ metres: Double) -> (latitude: Double, longitude: Double) {
    // A little more, so that the box surely contains everything within the distance.
    let latitude = metres * 1.01 / Earth.metresPerDegree
    return (latitude, east > 1_000 ? metres * 1.01 / east + latitude * 0.1 : 360)
  }
}
