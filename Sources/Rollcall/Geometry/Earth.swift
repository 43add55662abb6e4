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
