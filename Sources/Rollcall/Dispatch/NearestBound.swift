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

  /// The square of the straight line to another point, m².
  func squaredChord(to other: EarthPoint) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return dx * dx + dy * dy + dz * dz
  }

  /// The greatest squared chord to a person whose distance, by ``Position/distance(to:)``, is at most
  /// `distance` metres; infinite where no bound is known.
  ///
  /// The bound: between two points of the ellipsoid with the chord c, no way over its surface is shorter than
  /// 2ρ·asin(c / 2ρ), where ρ = a² / b = 6,399,593.6 m is the radius of curvature at the poles, the greatest
  /// of all.
  ///
  /// Proof: all principal curvatures are at least 1 / ρ, so by Blaschke's rolling theorem the ellipsoid lies
  /// inside the ball of radius ρ that touches it from within at any of its points p. With n, the outward
  /// normal at p, this means for every other point q that (p − q)·n ≥ c² / 2ρ. Let f(p) = 2ρ·asin(c / 2ρ).
  /// Along the surface it changes by at most √(1 − ((p − q)·n / c)²) / √(1 − (c / 2ρ)²) ≤ 1 per metre, and it
  /// is 0 at q: a way from q to p has at least the length f(p). As f grows with c, a distance of at most d
  /// needs c ≤ 2ρ·sin(d / 2ρ).
  ///
  /// Vincenty's distance is right to less than a millimetre, and the coordinates here to nanometres: a
  /// centimetre is added. Only nearly opposite places, beyond 19,000 km, have a distance that is less exact:
  /// no bound from there on.
  static func squaredReach(of distance: Double) -> Double {
    guard distance < farthestExact else { return .infinity }
    let reach = 2 * greatestRadius * sin((distance + slack) / (2 * greatestRadius))
    return reach * reach
  }

  private static let greatestRadius = semiMajorAxis / (1 - flattening)
  private static let slack = 0.01
  private static let farthestExact = 19_000_000.0
}
