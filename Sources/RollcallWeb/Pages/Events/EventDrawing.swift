import Rollcall
import RollcallStore

/// The paths of an event's participants, drawn to scale on a plain background.
struct EventDrawing: PagePart {
  struct Way: PagePart {
    /// The path as SVG; empty for a single place.
    var path: String
    var x, y: String
    /// Their status, which colours the end.
    var status: String
    var shape: String
    var title: String
  }

  /// The drawing's height at the width ``width``.
  var height: String
  /// The drawing in words, for readers who do not see it.
  var text: String
  /// The ways; the worst last, so that they are drawn on top.
  var ways: [Way]
  var barWidth: String
  /// Its length on the ground.
  var barText: String

  /// The width of all drawings, in their own units.
  static let width = 1_000.0
  private static let margin = 24.0
  /// From the corner of a marker to its middle, at its drawn size.
  private static let reach = 6 * 1.8

  private static func text(_ number: Double) -> String { Words.decimal(number + margin, places: 1) }

  /// Maps places in a small area to the drawing: metres east and north of a corner.
  private struct Ground {
    private let north, west: Double
    /// Units per degree of latitude; a degree of longitude is shorter.
    private let scale, squeeze: Double
    let height: Double
    private static let metresPerDegree = 111_320.0

    init?(_ places: [Position]) {
      guard let first = places.first else { return nil }
      var (south, north, west, east) = (first.latitude, first.latitude, first.longitude, first.longitude)
      for place in places {
        (south, north) = (min(south, place.latitude), max(north, place.latitude))
        (west, east) = (min(west, place.longitude), max(east, place.longitude))
      }
      squeeze = max(0.01, EventDrawing.cosine(ofDegrees: (south + north) / 2))
      // At least some hundred metres, so that a single place does not fill the drawing.
      let least = 0.002
      let (wide, high) = (max((east - west) * squeeze, least), max(north - south, least / 2))
      let across = EventDrawing.width - 2 * EventDrawing.margin
      scale = min(across / wide, across * 0.7 / high)
      height = high * scale
      self.north = (north + south) / 2 + high / 2
      self.west = (west + east) / 2 - across / scale / squeeze / 2
    }

    func point(_ place: Position) -> (x: Double, y: Double) {
      ((place.longitude - west) * squeeze * scale, (north - place.latitude) * scale)
    }

    /// A round length of about an eighth of the width.
    var bar: (width: Double, metres: Double) {
      let whole = EventDrawing.width / scale * Self.metresPerDegree / 8
      var metres = 1.0
      while metres * 10 <= whole { metres *= 10 }
      for step in [5.0, 2.0] where metres * step <= whole {
        metres *= step
        break
      }
      return (metres / Self.metresPerDegree * scale, metres)
    }
  }

  /// A cosine without libm, for −90…90: right to a thousandth, enough for a drawing.
  private static func cosine(ofDegrees degrees: Double) -> Double {
    let x = degrees * .pi / 180
    let square = x * x
    return 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)))
  }
}

extension EventDrawing {
  /// The drawing; `nil` when no one has a position.
  init?(_ participants: [EventParticipant], _ tracks: [Responder.ID: [TrackPoint]]) {
    guard let ground = Ground(tracks.values.flatMap { $0.map(\.position) }) else { return nil }
    height = Words.decimal(ground.height + 2 * Self.margin, places: 0)
    ways = participants.reversed().compactMap { person in
      guard let points = tracks[person.id]?.map({ ground.point($0.position) }), let end = points.last else {
        return nil
      }
      let texts = points.map { "\(Self.text($0.x)) \(Self.text($0.y))" }
      let pill = StatusPill(person.status)
      return Way(
        path: texts.count < 2 ? "" : "M" + texts.joined(separator: "L"), x: Self.text(end.x - Self.reach),
        y: Self.text(end.y - Self.reach), status: pill.name, shape: pill.shape,
        title: "\(person.name): \(pill.word)")
    }
    text = Words.Events.drawing(ways.count)
    let bar = ground.bar
    barWidth = Words.decimal(Self.margin + bar.width, places: 1)
    barText = Words.accuracy(bar.metres)
  }
}
