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
    _ board: BoardPage, of past: BoardSnapshot, filter: BoardFilter, latest: Timestamp, shell: Shell,
    slug: String, clock: PageClock
  ) {
    self.init(board, shell: shell, slug: slug)
    let path = Shell.Section.board.path(slug)
    moment = clock.local(past.at).second
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
    title: Words.PastBoard.noMoment, advice: Words.PastBoard.noMomentAdvice)
  private static let nothingKept = EmptyState(
    title: Words.PastBoard.purged, advice: Words.PastBoard.purgedAdvice)

  private static func notices(_ past: BoardSnapshot, hasRows: Bool, _ clock: PageClock) -> [Notice] {
    var notices: [Notice] = []
    func add(_ level: String, _ title: String, _ detail: String) {
      notices.append(Notice(level: level, pill: StatusPill(.unknown), title: title, detail: detail))
    }
    if let away = past.absence {
      add(
        "danger", Words.PastBoard.away,
        Words.PastBoard.awaySpan(clock.time(away.from).text, clock.time(away.to).text))
    }
    add("warning", Words.PastBoard.past, Words.PastBoard.pastAdvice)
    if past.at < past.positionsFrom, past.at >= past.logFrom {
      add(
        "calm", Words.PastBoard.positionsPurged(clock.minute(past.positionsFrom).text),
        Words.PastBoard.positionsPurgedAdvice)
    }
    if past.at < past.logFrom, hasRows { add("calm", Words.PastBoard.purged, Words.PastBoard.onlyHeld) }
    return notices
  }
}
