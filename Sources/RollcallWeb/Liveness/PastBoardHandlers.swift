import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension LivenessWeb {
  /// `GET /w/{ws}/board?at=…`: the board as known at a past moment.
  func pastBoard(_ asked: ConsoleRequest, _ filter: BoardFilter) throws(StoreError) -> Response {
    let visitor = asked.visitor
    let workspace = visitor.workspace
    let present = store.clock()
    switch pastMoment(filter, asked) {
    case .failure(let problem):
      let clock = Zone.pageClock(workspace.timeZone, now: present, isTicking: false)
      let nobody = BoardView([], profiles: [], filter: filter, now: present)
      let board = try boardPage(
        nobody, filter, web.alertNotices(visitor, clock).map(\.notice), visitor, clock)
      let page = PastBoardPage(
        board, problem: problem.words, shell: web.shell(.past, visitor),
        slug: workspace.slug)
      return web.html(pages.render(page), status: .badRequest)
    case .success(let moment):
      let past = try store.liveness.board(of: workspace, at: moment)
      let view = try boardView(of: past, filter, visitor)
      notePastLook(asked, moment)
      let clock = Zone.pageClock(workspace.timeZone, now: moment, isTicking: false)
      let board = try boardPage(view, filter, web.alertNotices(visitor, clock).map(\.notice), visitor, clock)
      let page = PastBoardPage(
        board, of: past, filter: filter, latest: Self.latestPast(present),
        shell: web.shell(.past, visitor), slug: workspace.slug, clock: clock)
      return web.html(pages.render(page))
    }
  }

  /// The board of the moment that the filter names.
  ///
  /// - Throws: `invalid` when it names none.
  func pastView(_ asked: ConsoleRequest, _ filter: BoardFilter) throws(StoreError) -> BoardView {
    switch pastMoment(filter, asked) {
    case .failure(let problem): throw .invalid(problem.words)
    case .success(let moment):
      let past = try store.liveness.board(of: asked.visitor.workspace, at: moment)
      let view = try boardView(of: past, filter, asked.visitor)
      notePastLook(asked, moment)
      return view
    }
  }

  /// The board of a moment, for readers who may open it; else empty.
  static func pastBoard(at moment: Timestamp, _ filter: BoardFilter, _ visitor: Visitor)
    -> String
  {
    guard visitor.role.allows(.viewHistory) else { return "" }
    return filter.with { $0.at = LocalTime.iso(moment) }.query
      .link(Shell.Section.board.path(visitor.workspace.slug))
  }

  private func boardView(
    of past: BoardSnapshot, _ filter: BoardFilter, _ visitor: Visitor
  ) throws(StoreError) -> BoardView {
    BoardView(
      past.entries, profiles: try store.fleet.profiles(slug: visitor.workspace.slug), filter: filter,
      now: past.at, searchesNumbers: visitor.role.allows(.viewContacts))
  }

  private func notePastLook(_ asked: ConsoleRequest, _ moment: Timestamp) {
    web.members.recordView(
      asked.visitor, page: "past-board", subject: Words.PastBoard.everybody(at: moment))
  }

  /// Why a moment cannot be shown.
  private struct PastProblem: Error { let words: String }

  /// The newest moment with a past board at `now`.
  static func latestPast(_ now: Timestamp) -> Timestamp { now.advanced(by: -LivenessStore.pastAfter) }

  private func pastMoment(_ filter: BoardFilter, _ asked: ConsoleRequest) -> Result<Timestamp, PastProblem> {
    let now = store.clock()
    let zone = asked.visitor.workspace.timeZone
    let local = Zone.pageClock(zone, now: now).instant(field: filter.at)
    guard let moment = local ?? Zone(zone).instant(filter.at) else {
      return .failure(PastProblem(words: Words.PastBoard.wrongMoment))
    }
    guard moment <= Self.latestPast(now) else {
      return .failure(PastProblem(words: Words.PastBoard.tooNew))
    }
    return .success(moment)
  }
}
