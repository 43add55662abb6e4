import Rollcall

/// The board as it was known at a past moment. Nothing on it moves.
struct PastBoardPage: Page {
  static let template = "Liveness/PastBoardPage"

  var shell: Shell
  /// The moment in full, in the workspace's time; empty when none could be read.
  var moment: String
  /// What to know of it: that it is the past, and what is not kept of it.
  var notices: [Notice]
  /// Moments before and after.
  var steps: [Link]
  /// The live board; empty for those who may see the past only.
  var live: String
  /// Everybody's lanes of that day.
  var lanes: String
  /// The board itself.
  var board: BoardPage

  /// What is known of the moment beside the rows.
  struct Facts: Sendable {
    /// The span in which the server was away then.
    var absence: TimeSpan? = nil
    /// Since when statuses are kept.
    var logFrom: Timestamp
    /// Since when positions are kept.
    var positionsFrom: Timestamp
  }

  /// The page of `board`, which is that of `moment`.
  ///
  /// - Parameters:
  ///   - latest: the newest moment of which a board can be told.
  ///   - facts: what is kept of it.
  init(
    shell: Shell, slug: String, filter: BoardFilter, board: BoardPage, moment: Timestamp, latest: Timestamp,
    facts: Facts, clock: PageClock
  ) {
    let path = Shell.Section.board.path(slug)
    self.shell = shell
    self.board = board
    self.moment = clock.local(moment).full
    live = shell.pages.contains { $0.href == path } ? path : ""
    notices = Self.notices(moment, facts, hasRows: !board.rows.items.isEmpty, clock) + board.notices
    var day = LanesFilter()
    day.day = clock.local(moment).isoDay
    lanes = day.query.link(LanesPage.path(slug))
    steps = Self.steps.compactMap { label, length in
      let next = moment.advanced(by: length)
      guard next <= latest else { return nil }
      return Link(label: label, href: filter.with { $0.at = LocalTime.iso(next) }.query.link(path))
    }
    if moment < facts.logFrom { self.board.empty = Self.nothingKept }
  }

  /// The page when `problem` kept the moment from being shown.
  init(shell: Shell, slug: String, board: BoardPage, problem: String) {
    self.shell = shell
    self.board = board
    self.board.cards = []
    self.board.empty = EmptyState(title: "No moment is shown.", advice: "Choose one that has passed.")
    moment = ""
    let path = Shell.Section.board.path(slug)
    live = shell.pages.contains { $0.href == path } ? path : ""
    notices = [Notice(level: "danger", pill: StatusPill(.unknown), title: problem)]
    steps = []
    lanes = LanesPage.path(slug)
  }

  private static let steps: [(String, Milliseconds)] = [
    ("− 1 h", -3_600_000), ("− 10 min", -600_000), ("− 1 min", -60_000), ("+ 1 min", 60_000),
    ("+ 10 min", 600_000), ("+ 1 h", 3_600_000),
  ]

  private static let nothingKept = EmptyState(
    title: "What was known then was purged.",
    advice: "Statuses are kept for 400 days: of that time nobody can be told.")

  private static func notices(
    _ moment: Timestamp, _ facts: Facts, hasRows: Bool, _ clock: PageClock
  ) -> [Notice] {
    var notices: [Notice] = []
    if let away = facts.absence {
      notices.append(
        Notice(
          level: "danger", pill: StatusPill(.unknown),
          title: "Rollcall itself was away then: nobody saw a board.",
          detail: "From \(clock.time(away.from).text) to \(clock.time(away.to).text). "
            + "What came due meanwhile was dated afterwards."))
    }
    notices.append(
      Notice(
        level: "warning", pill: StatusPill(.unknown), title: "This is the past.",
        detail: "It shows what had been received by then; later reports are not in it. "
          + "Names, profiles and regions are those of today."))
    if moment < facts.positionsFrom, moment >= facts.logFrom {
      notices.append(
        Notice(
          level: "calm", pill: StatusPill(.unknown),
          title: "Reports of before \(clock.minute(facts.positionsFrom).text) were purged.",
          detail:
            "Positions of that time are not known any more, nor contacts, but for those that began a silence. "
            + "Statuses are, and everything that is on hold."))
    }
    if moment < facts.logFrom, hasRows {
      notices.append(
        Notice(
          level: "calm", pill: StatusPill(.unknown), title: "What was known then was purged.",
          detail: "Statuses are kept for 400 days: only those are shown whose time then is on hold."))
    }
    return notices
  }
}
