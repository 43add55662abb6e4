import Glibc

/// The projection of map tiles (Web Mercator, EPSG:3857), the world from 0 at its upper to 1 at its lower edge.
public enum Mercator {
  /// The place of a latitude between the world's upper and lower edge.
  ///
  /// - Parameter latitude: degrees; those beyond ±85.0511 lie outside of 0 to 1.
  public static func row(_ latitude: Double) -> Double {
    let angle = min(max(latitude, -89.9), 89.9) * .pi / 180
    return (1 - asinh(tan(angle)) / .pi) / 2
  }

  /// The latitude at a place between the world's upper (0) and lower (1) edge, degrees.
  public static func latitude(_ row: Double) -> Double { atan(sinh(.pi * (1 - 2 * row))) * 180 / .pi }
}
