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
  /// By which clocks times are local: `ReplayClocks`.
  var clocks: String
  /// The moment in words.
  var moment: String
  var tracks: [ReplayTrack]
  /// The map below them; empty where this server has none of its own.
  var ground: [GroundTile] = []
  /// Whose map it is; may be empty.
  var attribution = ""
  /// How far the drawing is across: `2.4 km`.
  var across: String
  /// Where an incident is; absent for a person.
  var scene: ReplayScene?
  /// The lanes of the same time.
  var lanes: [ReplayLane] = []
  /// How far along the lanes the moment is: `12.5%`.
  var share: String
  /// The board of the moment; empty for readers who may not see it.
  var board: String
  /// That more is there than is drawn.
  var notes: [TextLine] = []
  var empty: EmptyState?
}

/// The lanes of one person below the slider.
struct ReplayLane: PagePart {
  /// Whose they are; empty on the page of one person.
  var name: String
  var drawing: TimelineDrawing
}

/// The cross at an incident's place.
struct ReplayScene: PagePart {
  var path, text: String

  /// - Parameter incident: `INC-7`.
  init(_ position: Position, of incident: String, in frame: TrackFrame) {
    let (x, y) = frame.place(position)
    let arms = [(x - 9, y - 9), (x + 9, y + 9), (x - 9, y + 9), (x + 9, y - 9)].map {
      "\(Words.decimal($0.0, places: 1)) \(Words.decimal($0.1, places: 1))"
    }
    path = "M\(arms[0])L\(arms[1])M\(arms[2])L\(arms[3])"
    text = Words.Replay.scene(incident)
  }
}

/// One person's way in the drawing.
struct ReplayTrack: PagePart {
  var name, href: String
  var line: String
  /// `time,x,y,d,latitude,longitude` of each position, separated by blanks; `d` is 1 for a doubted one.
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
      [
        "\(ping.effective.milliseconds)", Self.text(spot.x), Self.text(spot.y),
        ping.flags.isEmpty ? "0" : "1",
        Words.decimal(ping.ping.position.latitude, places: 5),
        Words.decimal(ping.ping.position.longitude, places: 5),
      ].joined(separator: ",")
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
          Words.precisely(moment.since(pings[index].effective)),
          Words.coordinates(pings[index].ping.position),
          isDoubted: !pings[index].flags.isEmpty)
      } ?? Words.Replay.before
  }

  private static func text(_ number: Double) -> String { Words.decimal(number, places: 1) }
}
