import Foundation
import Rollcall

/// A region drawn small, north up: SVG path data in a box of 96 by 64.
enum RegionOutline {
  private static let (width, height) = (96.0, 64.0)
  /// More points would not be visible in a drawing of an inch.
  private static let limit = 400

  /// The path; empty for a region without extent.
  static func path(_ shape: RegionShape) -> String {
    let points = shape.polygons.joined().joined()
    guard let first = points.first else { return "" }
    var (south, north, west, east) = (first.latitude, first.latitude, first.longitude, first.longitude)
    for point in points {
      (south, north) = (min(south, point.latitude), max(north, point.latitude))
      (west, east) = (min(west, point.longitude), max(east, point.longitude))
    }
    let narrowing = max(0.01, cos((south + north) / 2 * .pi / 180))
    let scale = min(
      (width - 4) / max((east - west) * narrowing, 1e-9), (height - 4) / max(north - south, 1e-9))
    let (left, top) = (
      (width - (east - west) * narrowing * scale) / 2, (height - (north - south) * scale) / 2
    )
    let step = max(1, points.count / limit)
    return shape.polygons.joined().map { ring in
      let shown = ring.enumerated().filter { $0.offset.isMultiple(of: step) || ring.count < 12 }.map(
        \.element)
      let places = shown.map { point in
        let x = left + (point.longitude - west) * narrowing * scale
        let y = top + (north - point.latitude) * scale
        return "\(Words.decimal(x, places: 1)) \(Words.decimal(y, places: 1))"
      }
      return "M" + places.joined(separator: "L") + "z"
    }.joined()
  }
}
