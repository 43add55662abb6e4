import Rollcall
import Testing

@Suite("The projection of map tiles")
struct MercatorTests {
  /// A latitude, a zoom level, and the row of tiles it lies in, as map servers number them.
  static let rows: [(Double, Int, Int)] = [
    (46.0500, 14, 5825), (0.0001, 1, 0), (-0.0001, 1, 1), (85.05, 10, 0), (-85.05, 10, 1023),
    (51.5074, 12, 1362),
    (-33.8688, 12, 2457),
  ]

  @Test("A latitude lies in the row of tiles that map servers give it", arguments: rows)
  func row(latitude: Double, zoom: Int, row: Int) {
    #expect(Int(Mercator.row(latitude) * Double(1 << zoom)) == row)
  }

  @Test("A place comes back as it was", arguments: [-80.0, -46.05, -0.5, 0, 12.25, 46.05, 84.9])
  func back(latitude: Double) {
    #expect(abs(Mercator.latitude(Mercator.row(latitude)) - latitude) < 1e-9)
  }

  @Test("The poles have no place on it", arguments: [-90.0, 90])
  func poles(latitude: Double) {
    #expect(!(0...1).contains(Mercator.row(latitude)) && Mercator.row(latitude).isFinite)
  }
}
