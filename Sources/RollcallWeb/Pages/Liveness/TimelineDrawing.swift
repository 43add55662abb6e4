import Rollcall

/// What is to be drawn of one person's time. Lists may be in any order and reach beyond the window.
struct TimelineInput: Sendable {
  /// A silence or absence, to be named in the drawing.
  struct Named: Sendable {
    /// Its first instant.
    var from: Timestamp
    /// The first instant after it; at or after now when it goes on. What lies after now is not drawn.
    var to: Timestamp
    /// What is written at it where there is room: `No network`.
    var label: String
    /// What a pointer on it tells: `21:06 – 21:36 · 30 min · No network`.
    var hint: String
  }

  /// Something that happened at an instant: coming on duty, an incident.
  struct Event: Sendable {
    var at: Timestamp
    /// What is written at its line: `on duty 15:12`, `INC-209 accepted 06:24`.
    var label: String
  }

  /// A coming into a region or to an outlet, or a going.
  struct Passage: Sendable {
    var at: Timestamp
    /// Whether they came.
    var isEntry: Bool
    /// What the place is called.
    var place: String
    /// What a pointer on it tells: `came to Kiosk 10:12`.
    var hint: String
  }

  /// A fix in doubt.
  struct Doubt: Sendable {
    /// Its effective time.
    var at: Timestamp
    /// The flag's word, e.g. `mock`.
    var flag: String
  }

  /// The lane of contact.
  var reach: [ReachSpan] = []
  /// The lane of fixes.
  var track: [TrackSpan] = []
  /// Silences and our own absences.
  var named: [Named] = []
  /// Duty changes and incidents.
  var events: [Event] = []
  /// Fixes in doubt.
  var doubts: [Doubt] = []
  /// Comings and goings.
  var passages: [Passage] = []

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
struct TimelineDrawing: PagePart {
  /// A line at an instant.
  struct Line: PagePart, Hashable {
    /// Where, per cent of the width.
    var x: String
    /// What kind: `hour`, `event`, `danger`, `warning`.
    var kind: String
    /// What a pointer on it tells; may be empty.
    var hint: String
  }

  /// A place in the lane that a pointer can ask.
  struct Spot: PagePart, Hashable {
    /// Where it begins, per cent of the width.
    var x: String
    /// How wide it is.
    var width: String
    /// What it tells.
    var hint: String
  }

  /// The row of comings and goings.
  struct Passages: PagePart {
    /// A mark for each: `enter`, `leave`.
    var marks: [Line]
    /// The names of places, where there is room.
    var names: [TimelineLabel]
  }

  /// The box of the lanes' paths: cells by 20.
  var box: String
  /// The reachable lane.
  var reach: [LanePath]
  /// The track lane.
  var track: [LanePath]
  /// The lines of hours and days.
  var ticks: [Line]
  /// What is written at them.
  var times: [TimelineLabel]
  /// The line at which the drawing ends; absent where all of the window is past.
  var now: TimelineNow?
  /// The names of silences.
  var causes: [TimelineLabel]
  /// The dashed lines of events.
  var events: [Line]
  /// What is written at them.
  var notes: [TimelineLabel]
  /// Marks of fixes in doubt.
  var doubts: [Line]
  /// The row of comings and goings; may be absent.
  var passages: Passages?
  /// How high all of it is, pixels.
  var height: String
  /// Where a pointer learns more.
  var spots: [Spot]
  /// The drawing in words, for those who do not see it.
  var text: String

  /// Cells across the whole width.
  static let cells = 1_200
  /// The most events, doubts and spots that are drawn.
  static let most = 200
}
