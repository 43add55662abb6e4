public import Rollcall

/// What is to be drawn of one person's time. Lists may be in any order and reach beyond the window.
public struct TimelineInput: Sendable {
  /// A silence or absence, to be named in the drawing.
  public struct Named: Sendable {
    /// Its first instant.
    public var from: Timestamp
    /// The first instant after it; at or after now when it goes on. What lies after now is not drawn.
    public var to: Timestamp
    /// What is written at it where there is room: `No network`.
    public var label: String
    /// What a pointer on it tells: `21:06 – 21:36 · 30 min · No network`.
    public var hint: String

    /// A named stretch from its parts.
    public init(from: Timestamp, to: Timestamp, label: String, hint: String) {
      (self.from, self.to, self.label, self.hint) = (from, to, label, hint)
    }
  }

  /// Something that happened at an instant: coming on duty, an incident.
  public struct Event: Sendable {
    /// When.
    public var at: Timestamp
    /// What is written at its line: `on duty 15:12`, `INC-209 accepted 06:24`.
    public var label: String

    /// An event from its parts.
    public init(at: Timestamp, label: String) { (self.at, self.label) = (at, label) }
  }

  /// A coming into a region or to an outlet, or a going.
  public struct Passage: Sendable {
    /// When.
    public var at: Timestamp
    /// Whether they came.
    public var isEntry: Bool
    /// What the place is called.
    public var place: String
    /// What a pointer on it tells: `came to Kiosk 10:12`.
    public var hint: String

    /// A passage from its parts.
    public init(at: Timestamp, isEntry: Bool, place: String, hint: String) {
      (self.at, self.isEntry, self.place, self.hint) = (at, isEntry, place, hint)
    }
  }

  /// A fix in doubt.
  public struct Doubt: Sendable {
    /// Its effective time.
    public var at: Timestamp
    /// The flag's word, e.g. `mock`.
    public var flag: String

    /// A doubt from its parts.
    public init(at: Timestamp, flag: String) { (self.at, self.flag) = (at, flag) }
  }

  /// The lane of contact.
  public var reach: [ReachSpan]
  /// The lane of fixes.
  public var track: [TrackSpan]
  /// Silences and our own absences.
  public var named: [Named]
  /// Duty changes and incidents.
  public var events: [Event]
  /// Fixes in doubt.
  public var doubts: [Doubt]
  /// Comings and goings.
  public var passages: [Passage]

  /// Everything that is to be drawn.
  public init(
    reach: [ReachSpan] = [], track: [TrackSpan] = [], named: [Named] = [], events: [Event] = [],
    doubts: [Doubt] = [], passages: [Passage] = []
  ) {
    (self.reach, self.track, self.named) = (reach, track, named)
    (self.events, self.doubts, self.passages) = (events, doubts, passages)
  }

  /// Whether there is nothing to draw but lanes in which nobody was watched.
  var isBlank: Bool {
    reach.allSatisfy { $0.level == .none } && track.allSatisfy { $0.level == .none } && named.isEmpty
      && events.isEmpty && doubts.isEmpty && passages.isEmpty
  }
}

/// The two lanes of one person's time as ready-to-print SVG: *reachable* by contact, *track* by fix.
///
/// Lanes are one path for each level, whatever the number of spans; places are per cent of the width, so that texts
/// keep their size on every screen.
public struct TimelineDrawing: PagePart {
  /// A line at an instant.
  public struct Line: PagePart, Hashable {
    /// Where, per cent of the width.
    public var x: String
    /// What kind: `hour`, `event`, `danger`, `warning`.
    public var kind: String
    /// What a pointer on it tells; may be empty.
    public var hint: String

    /// An example with every kind of content.
    public static let sample = Line(x: "12.5%", kind: "event", hint: "on duty 15:12")
  }

  /// A place in the lane that a pointer can ask.
  public struct Spot: PagePart, Hashable {
    /// Where it begins, per cent of the width.
    public var x: String
    /// How wide it is.
    public var width: String
    /// What it tells.
    public var hint: String

    /// An example with every kind of content.
    public static let sample = Spot(x: "12.5%", width: "2%", hint: "21:06 – 21:36 · 30 min · No network")
  }

  /// The row of comings and goings.
  public struct Passages: PagePart {
    /// A mark for each: `enter`, `leave`.
    public var marks: [Line]
    /// The names of places, where there is room.
    public var names: [TimelineLabel]

    /// An example with every kind of content.
    public static let sample = Passages(
      marks: [Line(x: "12.5%", kind: "enter", hint: "came to Kiosk 15:12")], names: [.sample])
  }

  /// The box of the lanes' paths: cells by 20.
  public var box: String
  /// The reachable lane.
  public var reach: [LanePath]
  /// The track lane.
  public var track: [LanePath]
  /// The lines of hours and days.
  public var ticks: [Line]
  /// What is written at them.
  public var times: [TimelineLabel]
  /// The line at which the drawing ends; absent where all of the window is past.
  public var now: TimelineNow?
  /// The names of silences.
  public var causes: [TimelineLabel]
  /// The dashed lines of events.
  public var events: [Line]
  /// What is written at them.
  public var notes: [TimelineLabel]
  /// Marks of fixes in doubt.
  public var doubts: [Line]
  /// The row of comings and goings; may be absent.
  public var passages: Passages?
  /// How high all of it is, pixels.
  public var height: String
  /// Where a pointer learns more.
  public var spots: [Spot]
  /// The drawing in words, for those who do not see it.
  public var text: String

  /// Cells across the whole width.
  static let cells = 1_200
  /// The most events, doubts and spots that are drawn.
  static let most = 200
}
