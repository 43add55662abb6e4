import Rollcall

/// The board on a wall: large, for eyes across a room, and without anything to press.
struct ScreenPage: Page {
  static let template = "Liveness/ScreenPage"
  /// The board without the layout.
  static let fragmentTemplate: String? = "Liveness/Wall"
  /// No more people than this are shown, the worst first: nobody scrolls a wall.
  static let limit = 60

  var workspace: String
  /// What the screen is called.
  var screen: String
  /// What is wrong now.
  var notice: Notice?
  var counts: [WallCount]
  var now: String
  var asOf: Moment
  var age: Moment
  /// The people, the worst first.
  var rows: Rows<WallRow>
  /// `and 140 more`; empty when all are shown.
  var more: String
  /// Whether there is anybody.
  var isEmpty: Bool

  /// The wall.
  ///
  /// - Parameters:
  ///   - total: how many people there are.
  ///   - asOf: the instant of the data.
  init(
    workspace: String, screen: String, counts: BoardCounts, rows: [WallRow], total: Int, asOf: Timestamp,
    clock: PageClock
  ) {
    self.workspace = workspace
    self.screen = screen
    notice = counts.headline
    self.counts = [Status.online, .degraded, .offline, .unknown, .offDuty].map { status in
      WallCount(status: StatusPill(status), count: Words.grouped(counts[status]))
    }
    now = LocalTime.iso(clock.now)
    self.asOf = clock.time(asOf)
    age = clock.age(of: asOf)
    self.rows = Rows(rows)
    isEmpty = rows.isEmpty
    let left = max(0, total - rows.count)
    more = left > 0 ? "and \(Words.grouped(left)) more" : ""
  }
}

/// A status with its count.
struct WallCount: PagePart {
  var status: StatusPill
  var count: String
}

/// One responder on a wall.
struct WallRow: PageRow {
  static let template = "Liveness/WallRow"

  var key: String
  var status: StatusPill
  var since: Moment
  var name: String
  /// Their region; may be empty.
  var region: String
  /// The profile's word for the duty state.
  var duty: String
  var lastContact: Moment
  /// Reasons to doubt the latest fix, and badges.
  var flags: [FlagMark]
  /// `INC-214 · re-offering`; may be empty.
  var assignment: String

  /// How long the status has lasted, and how long ago the phone was heard, when there are such instants.
  var ticking: [String] { [since, lastContact].filter { !$0.ticks.isEmpty }.map(\.text) }

  var stilled: WallRow {
    var row = self
    if !since.ticks.isEmpty { row.since.text = "" }
    if !lastContact.ticks.isEmpty { row.lastContact.text = "" }
    return row
  }
}
