import Rollcall
import RollcallStore

/// A day or some hours of one or several people as a drawing of their tracks, with a slider over its time.
struct ReplayPage: Page {
  static let template = "Tracking/ReplayPage"

  var shell: Shell
  var heading, path: String
  /// Leads to the person or the incident.
  var back: Link
  /// Where its time begins and ends, in the form; empty where it is given by an incident.
  var times: [SpanField]
  /// The days before and after; empty where there are none.
  var previous, next: String
  var error: String
  /// The slider: its ends and its place, milliseconds since 1970, and the place in a form's field.
  var first, last, at, atField: String
  /// How far the workspace's clocks are ahead of UTC at its beginning, milliseconds.
  var offset: String
  /// The moment in words.
  var moment: String
  var tracks: [ReplayTrack]
  /// The map below them; empty where this server has none of its own.
  var ground: [GroundTile] = []
  /// Whose map it is; may be empty.
  var attribution = ""
  /// How far the drawing is across: `2.4 km`.
  var across: String
  /// The lanes of the same time, of one person.
  var drawing: TimelineDrawing?
  /// The board of the moment; empty for readers who may not see it.
  var board: String
  var note: String
  var empty: EmptyState?
}

/// One person's way in the drawing.
struct ReplayTrack: PagePart {
  var name, href: String
  var line: String
  /// `time,x,y,d` of each position, separated by blanks; `d` is 1 for a doubted one.
  var points: String
  /// The doubted ones.
  var doubts: [TrackSketch.Dot]
  /// Where they were at the moment, the last position before it; absent before the first.
  var here: TrackSketch.Dot?
  /// Position and age at the moment, in words.
  var told: String
  var color: String

  static let (width, height) = (800.0, 450.0)
  private static let colors = ["#1c5fa8", "#a8431c", "#2c7a3f", "#7a2c74", "#7a6a1c", "#2c6f7a"]

  /// - Parameter pings: in order of time.
  init(
    _ name: String, _ href: String, _ pings: [HistoryPing], place: Int, in frame: TrackFrame,
    at moment: Timestamp,
    clock: PageClock
  ) {
    (self.name, self.href) = (name, href)
    color = Self.colors[place % Self.colors.count]
    let spots = pings.map { frame.place($0.ping.position) }
    line = TrackFrame.path(spots)
    points = zip(pings, spots).map { ping, spot in
      "\(ping.effective.milliseconds),\(Self.text(spot.x)),\(Self.text(spot.y)),\(ping.flags.isEmpty ? 0 : 1)"
    }.joined(separator: " ")
    doubts = zip(pings, spots).filter { !$0.0.flags.isEmpty }.map { _, spot in
      TrackSketch.Dot(x: Self.text(spot.x), y: Self.text(spot.y), r: "4", kind: "doubted")
    }
    let last = pings.lastIndex { $0.effective <= moment }
    here = last.map {
      TrackSketch.Dot(x: Self.text(spots[$0].x), y: Self.text(spots[$0].y), r: "7", kind: "here")
    }
    told =
      last.map { index in
        Words.Replay.told(
          clock.local(pings[index].effective).clock,
          Words.precisely(moment.since(pings[index].effective)), Words.coordinates(pings[index].ping.position)
        )
      } ?? Words.Replay.before
  }

  private static func text(_ number: Double) -> String { Words.decimal(number, places: 1) }
}
