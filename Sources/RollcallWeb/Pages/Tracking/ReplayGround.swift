import Rollcall

/// A tile of the server's own map below a drawing of tracks.
struct GroundTile: PagePart {
  var href: String
  /// Its place in the drawing, in units of its box.
  var x, y, width, height: String
}

/// The tiles that lie below a drawing. Only a map file of this server is used: no position leaves for a map of others.
enum ReplayGround {
  /// The edge of the world in Web Mercator, degrees.
  private static let edge = 85.05

  /// - Parameters:
  ///   - address: of a tile, with `{z}`, `{x}` and `{y}`.
  ///   - most: how many tiles across there are at most where the map has a level that is coarse enough.
  ///   - widest: how many otherwise; of a drawing that is wider there are none.
  static func tiles(
    below frame: TrackFrame, width: Double, height: Double, _ address: String, zooms: ClosedRange<Int>,
    most: Int = 6, widest: Double = 32
  ) -> [GroundTile] {
    let (northWest, southEast) = (frame.position(x: 0, y: 0), frame.position(x: width, y: height))
    guard northWest.latitude < edge, southEast.latitude > -edge, southEast.longitude > northWest.longitude
    else { return [] }
    let across = (southEast.longitude - northWest.longitude) / 360
    var zoom = zooms.lowerBound
    while zoom < zooms.upperBound, across * Double(1 << (zoom + 1)) <= Double(most) { zoom += 1 }
    let count = Double(1 << zoom)
    let columns = (northWest.longitude + 180) / 360 * count..<(southEast.longitude + 180) / 360 * count
    let rows = Mercator.row(northWest.latitude) * count..<Mercator.row(southEast.latitude) * count
    // A map that begins far out is not drawn tile by tile where the drawing is wider than it.
    guard columns.upperBound - columns.lowerBound <= widest, rows.upperBound - rows.lowerBound <= widest
    else { return [] }
    return (Int(rows.lowerBound)...Int(rows.upperBound)).flatMap { row in
      (Int(columns.lowerBound)...Int(columns.upperBound)).compactMap { column in
        tile(zoom, column, row, frame, address)
      }
    }
  }

  private static func tile(
    _ zoom: Int, _ column: Int, _ row: Int, _ frame: TrackFrame, _ address: String
  ) -> GroundTile? {
    let count = Double(1 << zoom)
    guard (0..<1 << zoom).contains(column), (0..<1 << zoom).contains(row),
      let first = Position(
        latitude: Mercator.latitude(Double(row) / count), longitude: Double(column) / count * 360 - 180),
      let last = Position(
        latitude: Mercator.latitude(Double(row + 1) / count),
        longitude: Double(column + 1) / count * 360 - 180)
    else { return nil }
    let (from, to) = (frame.place(first), frame.place(last))
    var href = address
    for (name, number) in [("{z}", zoom), ("{x}", column), ("{y}", row)] {
      href = href.replacing(name, with: "\(number)")
    }
    let text = { (number: Double) in Words.decimal(number, places: 2) }
    return GroundTile(
      href: href, x: text(from.x), y: text(from.y), width: text(to.x - from.x), height: text(to.y - from.y))
  }
}
