import Rollcall

/// One responder on a wall: a shorter row of the board.
struct WallRow: TickingRow {
  static let template = "Liveness/WallRow"

  var row: BoardRow
  var region: String

  static var moments: [WritableKeyPath<WallRow, Moment>] { [\.row.since, \.row.lastContact] }
}

/// The board on a wall: large, readable across a room, and without controls.
struct ScreenPage: Page {
  static let template = "Liveness/ScreenPage"
  static let fragmentTemplate: String? = "Liveness/Wall"
  /// The most people shown, the worst first: a wall cannot be scrolled.
  static let limit = 60

  struct Count: PagePart {
    var status: StatusPill
    var count: String
  }

  var workspace, screen: String
  var notice: Notice?
  var counts: [Count]
  var stamp: PageStamp
  var rows: Rows<WallRow>
  /// `and 140 more`; empty when all are shown.
  var more: String
  var isEmpty: Bool

  /// - Parameters:
  ///   - total: how many people there are.
  ///   - asOf: the instant of the data.
  init(
    workspace: String, screen: String, counts: BoardCounts, rows: [WallRow], total: Int, asOf: Timestamp,
    clock: PageClock
  ) {
    (self.workspace, self.screen, notice) = (workspace, screen, counts.headline)
    self.counts = [Status.online, .degraded, .offline, .unknown, .offDuty].map { status in
      Count(status: StatusPill(status), count: Words.grouped(counts[status]))
    }
    stamp = PageStamp(clock, asOf: asOf)
    (self.rows, isEmpty) = (Rows(rows), rows.isEmpty)
    let left = max(0, total - rows.count)
    more = left > 0 ? Words.PastBoard.andMore(Words.grouped(left)) : ""
  }
}
