import Rollcall
import RollcallStore

/// A small picture of where a person was, drawn here: no position leaves for a map of others. Where this server has a map
/// of its own, it lies below. Doubted positions are large rings, the others are points on the way.
struct TrackSketch: PagePart {
  struct Dot: PagePart {
    var x, y, r: String
    /// `doubted` or `plain`.
    var kind: String
  }

  /// The map below it; empty where this server has none of its own.
  var ground: [GroundTile]
  var line: String
  var dots: [Dot]
  /// The same in words.
  var text: String

  static let (width, height) = (160.0, 90.0)

  /// `nil` without positions.
  ///
  /// - Parameters:
  ///   - pings: in order of time.
  ///   - flag: the reason for which positions are marked; empty = any.
  ///   - ground: this server's own map; `nil` = none.
  init?(_ pings: [HistoryPing], doubted flag: DoubtFlags, on ground: TrackGround? = nil) {
    let frame = TrackFrame(pings.map(\.ping.position), width: Self.width, height: Self.height, margin: 8)
    guard let frame, !pings.isEmpty else { return nil }
    self.ground = ground?.sketch(frame) ?? []
    let points = pings.map { frame.place($0.ping.position) }
    line = TrackFrame.path(points)
    let isDoubted = { (ping: HistoryPing) in
      flag.isEmpty ? !ping.flags.isEmpty : !ping.flags.intersection(flag).isEmpty
    }
    dots = zip(pings, points).map { ping, point in
      Dot(
        x: Words.decimal(point.x, places: 1), y: Words.decimal(point.y, places: 1),
        r: isDoubted(ping) ? "3.5" : "1.2", kind: isDoubted(ping) ? "doubted" : "plain")
    }
    let count = pings.filter(isDoubted).count
    text = Words.Sketch.about(pings.count, doubted: count, width: Words.distance(frame.metresAcross))
  }
}

/// The piece of the earth that a drawing shows, flat: right enough for a day of a person.
struct TrackFrame {
  private let south, west, scaleX, scaleY, height, margin: Double
  /// How far it is across, metres.
  let metresAcross: Double

  /// `nil` without positions.
  init?(_ positions: [Position], width: Double, height: Double, margin: Double) {
    guard let first = positions.first else { return nil }
    var (south, north, west, east) = (first.latitude, first.latitude, first.longitude, first.longitude)
    for position in positions {
      (south, north) = (min(south, position.latitude), max(north, position.latitude))
      (west, east) = (min(west, position.longitude), max(east, position.longitude))
    }
    let middle = (south + north) / 2
    // A degree of longitude is shorter away from the equator.
    let shrink = max(0.01, Self.cosine(degrees: middle))
    // At least 100 m, so that a person at rest is a point and no scribble.
    let across = max((east - west) * shrink, (north - south) * (width / height), 0.0009)
    let scale = (width - 2 * margin) / across
    (self.height, self.margin) = (height, margin)
    (scaleX, scaleY) = (scale * shrink, scale)
    self.south = middle - (height - 2 * margin) / scale / 2
    self.west = (west + east) / 2 - (width - 2 * margin) / scaleX / 2
    metresAcross = across * 111_320
  }

  func place(_ position: Position) -> (x: Double, y: Double) {
    (
      margin + (position.longitude - west) * scaleX, height - margin - (position.latitude - south) * scaleY
    )
  }

  /// The place on earth of a point of the drawing, degrees.
  func position(x: Double, y: Double) -> (latitude: Double, longitude: Double) {
    (south + (height - margin - y) / scaleY, west + (x - margin) / scaleX)
  }

  /// A line through points, as an SVG path.
  static func path(_ points: [(x: Double, y: Double)]) -> String {
    points.enumerated().map { index, point in
      "\(index == 0 ? "M" : "L")\(Words.decimal(point.x, places: 1)) \(Words.decimal(point.y, places: 1))"
    }.joined()
  }

  /// By its series, exact to a thousandth between the poles.
  private static func cosine(degrees: Double) -> Double {
    let x = degrees * .pi / 180
    let square = x * x
    return 1 - square / 2 + square * square / 24 - square * square * square / 720
      + square * square * square * square / 40_320
  }
}
