import Foundation
import Rollcall

/// Where the people of an incident are now: a drawing with the incident in its middle, and how soon each can be
/// there.
struct HelpersPart: PagePart {
  /// One of those who have the incident or are asked.
  struct Row: PagePart {
    var key: String
    /// Their number in the drawing; empty when their position is not known.
    var number: String
    var name, role, distance: String
    /// How soon they can be there, at which speed; empty for who has arrived.
    var arrival: String
    /// How old the position is.
    var fix: Moment
  }

  /// One of them in the drawing.
  struct Point: PagePart {
    var number, x, y: String
    /// `assigned` or `asked`.
    var kind: String
  }

  /// A circle of equal distance.
  struct Ring: PagePart {
    var radius, label, labelY: String
  }

  var rows: [Row]
  var points: [Point]
  var rings: [Ring]
  /// The drawing in words.
  var text: String

  /// One person, as the board has them.
  struct Helper {
    var id: Responder.ID
    var name: String
    var position: Position?
    var fixAt: Timestamp?
    /// Metres per second.
    var speed: Double
    var isAssigned: Bool
    var hasArrived: Bool
  }

  /// - Returns: `nil` when there is no person.
  init?(_ helpers: [Helper], around place: Position, clock: PageClock) {
    guard !helpers.isEmpty else { return nil }
    let distances = helpers.map { $0.position?.distance(to: place) }
    let sketch = Sketch(reach: distances.compactMap(\.self).max() ?? 0)
    (rows, points) = ([], [])
    for (helper, distance) in zip(helpers, distances) {
      var row = Row(
        key: "h\(helper.id.rawValue)", number: "", name: helper.name,
        role: Words.Helpers.role(helper.isAssigned, helper.hasArrived),
        distance: Words.distance(distance),
        arrival: helper.hasArrived ? "" : Words.Helpers.arrival(distance, at: helper.speed),
        fix: clock.age(of: helper.fixAt))
      if let position = helper.position {
        row.number = String(points.count + 1)
        let (x, y) = sketch.point(position, around: place)
        points.append(
          Point(number: row.number, x: x, y: y, kind: helper.isAssigned ? "assigned" : "asked"))
      }
      rows.append(row)
    }
    rings = points.isEmpty ? [] : sketch.rings
    text = Words.Helpers.drawing
  }
}

/// The scale of the drawing: 200 units from the middle to the outer ring.
private struct Sketch {
  private let outer: Double

  /// - Parameter reach: how far the farthest is, metres.
  init(reach: Double) {
    let least = max(100, reach)
    let power = pow(10, floor(log10(least)))
    outer = [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? least
  }

  var rings: [HelpersPart.Ring] {
    [0.5, 1].map { part in
      HelpersPart.Ring(
        radius: Words.decimal(200 * part, places: 0), label: Words.distance(outer * part),
        labelY: Words.decimal(-200 * part - 4, places: 0))
    }
  }

  /// North is up.
  func point(_ position: Position, around place: Position) -> (x: String, y: String) {
    var east = position.longitude - place.longitude
    if east > 180 { east -= 360 } else if east < -180 { east += 360 }
    let (x, y) = (east * cos(place.latitude * .pi / 180), position.latitude - place.latitude)
    let angle = atan2(y, x)
    let radius = min(1, position.distance(to: place) / outer) * 200
    return (Words.decimal(radius * cos(angle), places: 1), Words.decimal(-radius * sin(angle), places: 1))
  }
}
