import Glibc

extension Position {
  /// The length of the shortest path to another place over the WGS 84 ellipsoid, metres.
  ///
  /// T. Vincenty, *Direct and inverse solutions of geodesics on the ellipsoid with application of nested
  /// equations*, Survey Review 23 (176), 1975: accurate to less than a millimetre. It does not converge for
  /// some places that are nearly opposite each other; for those a sphere is used, accurate to 0.2 %. Total:
  /// any two positions have a distance, and it is the same in both directions to less than a millimetre.
  public func distance(to other: Position) -> Double {
    Geodesic(from: self, to: other).vincenty() ?? Geodesic.greatCircle(from: self, to: other)
  }
}

/// The computation of one distance. Names and formula numbers are those of Vincenty's paper.
private struct Geodesic {
  private static let semiMajorAxis = 6_378_137.0
  private static let flattening = 1 / 298.257223563
  private static let semiMinorAxis = semiMajorAxis * (1 - flattening)
  /// A sphere on which opposite points are as far apart as on the ellipsoid, over a pole.
  private static let meridianRadius = 6_367_449.1458
  /// Where it converges it mostly takes under ten iterations; close to opposite points, dozens.
  private static let turns = 100

  private let start: ReducedLatitude
  private let end: ReducedLatitude
  /// The difference in longitude, radians, −π…π.
  private let longitude: Double

  init(from: Position, to: Position) {
    start = ReducedLatitude(degrees: from.latitude, flattening: Self.flattening)
    end = ReducedLatitude(degrees: to.latitude, flattening: Self.flattening)
    // In degrees: exact across the antimeridian, where a difference in radians would lose digits.
    longitude = (to.longitude - from.longitude).remainder(dividingBy: 360) * .pi / 180
  }

  /// `nil` when the longitude on the auxiliary sphere does not settle.
  func vincenty() -> Double? {
    var lambda = longitude
    for _ in 0..<Self.turns {
      let arc = arc(lambda)
      guard arc.sinSigma > 0 else { return 0 }
      let next = longitude + arc.longitudeCorrection(flattening: Self.flattening)
      guard abs(next) <= .pi else { return nil }
      if abs(next - lambda) < 1e-12 { return length(of: arc) }
      lambda = next
    }
    return nil
  }

  /// The great circle on the auxiliary sphere between the two places (13 to 18).
  private func arc(_ lambda: Double) -> AuxiliaryArc {
    let east = end.cosine * sin(lambda)
    let north = start.cosine * end.sine - start.sine * end.cosine * cos(lambda)
    let sinSigma = (east * east + north * north).squareRoot()
    let cosSigma = start.sine * end.sine + start.cosine * end.cosine * cos(lambda)
    let sinAlpha = sinSigma > 0 ? start.cosine * end.cosine * sin(lambda) / sinSigma : 0
    let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
    // On the equator cos² α is 0 and the middle of the arc has no meaning: Vincenty's note, it counts as 0.
    let cosMiddle = cosSquaredAlpha > 0 ? cosSigma - 2 * start.sine * end.sine / cosSquaredAlpha : 0
    return AuxiliaryArc(
      sigma: atan2(sinSigma, cosSigma), sinSigma: sinSigma, cosSigma: cosSigma, sinAlpha: sinAlpha,
      cosSquaredAlpha: cosSquaredAlpha, cosMiddle: max(-1, min(1, cosMiddle)))
  }

  /// From the arc on the sphere to metres on the ellipsoid (3, 4, 6 and 19).
  private func length(of arc: AuxiliaryArc) -> Double {
    let major = Self.semiMajorAxis * Self.semiMajorAxis
    let minor = Self.semiMinorAxis * Self.semiMinorAxis
    let u2 = arc.cosSquaredAlpha * (major - minor) / minor
    let a = 1 + u2 / 16_384 * (4_096 + u2 * (-768 + u2 * (320 - 175 * u2)))
    let b = u2 / 1_024 * (256 + u2 * (-128 + u2 * (74 - 47 * u2)))
    let middle2 = arc.cosMiddle * arc.cosMiddle
    let inner = arc.cosSigma * (-1 + 2 * middle2)
    let outer = b / 6 * arc.cosMiddle * (-3 + 4 * arc.sinSigma * arc.sinSigma) * (-3 + 4 * middle2)
    let correction = b * arc.sinSigma * (arc.cosMiddle + b / 4 * (inner - outer))
    return Self.semiMinorAxis * a * (arc.sigma - correction)
  }

  /// The distance over a sphere by the haversine formula, which is accurate for any two points when its terms
  /// are clamped.
  static func greatCircle(from: Position, to: Position) -> Double {
    let radians = Double.pi / 180
    let north = sin((to.latitude - from.latitude) * radians / 2)
    let east = sin((to.longitude - from.longitude) * radians / 2)
    let square = north * north + cos(from.latitude * radians) * cos(to.latitude * radians) * east * east
    let half = max(0, min(1, square))
    return 2 * meridianRadius * atan2(half.squareRoot(), (1 - half).squareRoot())
  }
}

/// The latitude of a place on the auxiliary sphere: tan U = (1 − f) tan φ, without a tangent that is infinite at poles.
private struct ReducedLatitude {
  let sine: Double
  let cosine: Double

  init(degrees: Double, flattening: Double) {
    let x = cos(degrees * .pi / 180)
    let y = (1 - flattening) * sin(degrees * .pi / 180)
    let length = (x * x + y * y).squareRoot()
    sine = y / length
    cosine = x / length
  }
}

/// A great circle's arc on the auxiliary sphere.
private struct AuxiliaryArc {
  let sigma: Double
  let sinSigma: Double
  let cosSigma: Double
  let sinAlpha: Double
  let cosSquaredAlpha: Double
  /// cos 2σₘ, from the equator to the arc's middle.
  let cosMiddle: Double

  /// How far the longitude on the sphere is ahead of the ellipsoid's (10 and 11).
  func longitudeCorrection(flattening f: Double) -> Double {
    let c = f / 16 * cosSquaredAlpha * (4 + f * (4 - 3 * cosSquaredAlpha))
    let inner = cosMiddle + c * cosSigma * (-1 + 2 * cosMiddle * cosMiddle)
    return (1 - c) * f * sinAlpha * (sigma + c * sinSigma * inner)
  }
}
