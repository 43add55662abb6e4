public import Rollcall

/// The board on a wall: large, for eyes across a room, and without anything to press.
public struct ScreenPage: Page {
  /// Its template.
  public static let template = "Liveness/ScreenPage"
  /// The board without the layout.
  public static let fragmentTemplate: String? = "Liveness/Wall"
  /// No more people than this are shown, the worst first: nobody scrolls a wall.
  static let limit = 60

  /// The workspace's name.
  public var workspace: String
  /// What the screen is called.
  public var screen: String
  /// What is wrong now.
  public var notice: Notice?
  /// The counts of the whole workspace.
  public var counts: [WallCount]
  /// The instant at which the page was made, RFC 3339: the script's clock.
  public var now: String
  /// The instant of the data.
  public var asOf: Moment
  /// Its age when the page was made.
  public var age: Moment
  /// The people, the worst first.
  public var rows: Rows<WallRow>
  /// `and 140 more`; empty when all are shown.
  public var more: String
  /// Whether there is anybody.
  public var isEmpty: Bool

  /// The wall.
  ///
  /// - Parameters:
  ///   - total: how many people there are.
  ///   - asOf: the instant of the data.
  public init(
    workspace: String, screen: String, counts: BoardCounts, rows: [WallRow], total: Int, asOf: Timestamp,
    clock: PageClock
  ) {
    self.workspace = workspace
    self.screen = screen
    notice = counts.headline
    self.counts = [Status.online, .degraded, .offline, .unknown, .offDuty].map { status in
      WallCount(status: StatusPill(status), count: Words.grouped(Int64(counts[status])))
    }
    now = LocalTime.iso(clock.now)
    self.asOf = clock.time(asOf)
    age = clock.age(of: asOf)
    self.rows = Rows(rows)
    isEmpty = rows.isEmpty
    let left = max(0, total - rows.count)
    more = left > 0 ? "and \(Words.grouped(Int64(left))) more" : ""
  }

  /// Changes when what the wall shows changes, and not because time passes: for an `ETag`.
  public var version: String { LiveVersion.of(self) }

  /// An example with every kind of content.
  public static let sample: ScreenPage = {
    var counts = BoardCounts()
    for (status, count) in [
      (Status.online, 31), (.degraded, 4), (.offline, 3), (.unknown, 1), (.offDuty, 12),
    ] {
      counts[status] = count
    }
    let rows = BoardPage.sample.rows.items.map { row in
      WallRow(
        key: row.key, status: row.status, since: row.since, name: row.name, region: "North", duty: row.duty,
        lastContact: row.lastContact, flags: row.flags, assignment: row.assignment)
    }
    return ScreenPage(
      workspace: "City Rescue", screen: "Control room", counts: counts, rows: rows, total: 51,
      asOf: PageClock.sampleNow.advanced(by: -2_000), clock: PageClock.sample)
  }()
}

/// A status with its count.
public struct WallCount: PagePart {
  /// The status.
  public var status: StatusPill
  /// How many.
  public var count: String

  /// An example with every kind of content.
  public static let sample = WallCount(status: StatusPill(.online), count: "31")
}

/// One responder on a wall.
public struct WallRow: PageRow {
  /// Its template.
  public static let template = "Liveness/WallRow"

  /// The row's name in the page.
  public var key: String
  /// The status.
  public var status: StatusPill
  /// How long it has been so.
  public var since: Moment
  /// The responder's name.
  public var name: String
  /// Their region; may be empty.
  public var region: String
  /// The profile's word for the duty state.
  public var duty: String
  /// When the phone was last heard.
  public var lastContact: Moment
  /// Reasons to doubt the latest fix, and badges.
  public var flags: [FlagMark]
  /// `INC-214 · re-offering`; may be empty.
  public var assignment: String

  /// How long the status has lasted, and how long ago the phone was heard, when there are such instants.
  public var ticking: [String] { [since, lastContact].filter { !$0.ticks.isEmpty }.map(\.text) }

  /// The row without them.
  public var stilled: WallRow {
    var row = self
    if !since.ticks.isEmpty { row.since.text = "" }
    if !lastContact.ticks.isEmpty { row.lastContact.text = "" }
    return row
  }

  /// An example with every kind of content.
  public static let sample = WallRow(
    key: "r1", status: StatusPill(.offline), since: .sample, name: "Mirela Novak", region: "North",
    duty: "On duty", lastContact: .sample, flags: [.sample], assignment: "INC-214 · re-offering")
}
