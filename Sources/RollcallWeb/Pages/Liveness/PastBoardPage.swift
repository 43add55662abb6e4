import Rollcall
import RollcallStore

/// The board as known at a past moment. It does not update.
struct PastBoardPage: Page {
  static let template = "Liveness/PastBoardPage"

  var shell: Shell
  /// The full moment in the workspace's time; empty when it could not be read.
  var moment = ""
  /// Notices: that it is the past, and which data of it is no longer kept.
  var notices: [Notice] = []
  var steps: [Link] = []
  /// The live board; empty for readers who may see the past only.
  var live = ""
  var lanes = ""
  var board: BoardPage

  /// - Parameters:
  ///   - past: the facts of the moment besides the rows of `board`.
  ///   - latest: the newest moment for which there is a board.
  init(
    _ board: BoardPage, of past: PastBoard, filter: BoardFilter, latest: Timestamp, shell: Shell,
    slug: String, clock: PageClock
  ) {
    self.init(board, shell: shell, slug: slug)
    let path = Shell.Section.board.path(slug)
    moment = clock.local(past.at).full
    notices = Self.notices(past, hasRows: !board.rows.items.isEmpty, clock) + board.notices
    lanes = LanesFilter().with(\.day, clock.local(past.at).isoDay).query.link(LanesPage.path(slug))
    steps = Self.steps.compactMap { label, length in
      let next = past.at.advanced(by: length)
      guard next <= latest else { return nil }
      return Link(label: label, href: filter.with { $0.at = LocalTime.iso(next) }.query.link(path))
    }
    if past.at < past.logFrom { self.board.empty = Self.nothingKept }
  }

  /// The page when the moment cannot be shown because of `problem`.
  init(_ board: BoardPage, problem: String, shell: Shell, slug: String) {
    self.init(board, shell: shell, slug: slug)
    (self.board.cards, self.board.empty) = ([], Self.noMoment)
    notices = [Notice(level: "danger", pill: StatusPill(.unknown), title: problem)]
    lanes = LanesPage.path(slug)
  }

  private init(_ board: BoardPage, shell: Shell, slug: String) {
    (self.shell, self.board) = (shell, board)
    let path = Shell.Section.board.path(slug)
    live = shell.pages.contains { $0.href == path } ? path : ""
  }

  private static let steps: [(String, Milliseconds)] = [
    ("− 1 h", -3_600_000), ("− 10 min", -600_000), ("− 1 min", -60_000), ("+ 1 min", 60_000),
    ("+ 10 min", 600_000), ("+ 1 h", 3_600_000),
  ]

  private static let noMoment = EmptyState(
    title: "No moment is shown.", advice: "Choose one that has passed.")
  private static let nothingKept = EmptyState(
    title: "What was known then was purged.",
    advice: "Statuses are kept for 400 days: of that time nobody can be told.")

  private static func notices(_ past: PastBoard, hasRows: Bool, _ clock: PageClock) -> [Notice] {
    var notices: [Notice] = []
    func add(_ level: String, _ title: String, _ detail: String) {
      notices.append(Notice(level: level, pill: StatusPill(.unknown), title: title, detail: detail))
    }
    if let away = past.absence {
      add(
        "danger", "Rollcall itself was away then: nobody saw a board.",
        "From \(clock.time(away.from).text) to \(clock.time(away.to).text). "
          + "What came due meanwhile was dated afterwards.")
    }
    add(
      "warning", "This is the past.",
      "It shows what had been received by then; later reports are not in it. "
        + "Names, profiles and regions are those of today.")
    if past.at < past.positionsFrom, past.at >= past.logFrom {
      add(
        "calm", "Reports of before \(clock.minute(past.positionsFrom).text) were purged.",
        "Positions of that time are not known any more, nor contacts, but for those that began a silence. "
          + "Statuses are, and everything that is on hold.")
    }
    if past.at < past.logFrom, hasRows {
      add(
        "calm", "What was known then was purged.",
        "Statuses are kept for 400 days: only those are shown whose time then is on hold.")
    }
    return notices
  }
}
