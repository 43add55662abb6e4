import HTTPServer
import Rollcall
import RollcallStore

/// One reader's poll of a live board: while no commit and no passing instant has changed the board, it is answered
/// without looking at any person.
struct BoardPoll {
  /// Alerts tell figures of their own rules, which time changes, too: with open ones a board holds this long,
  /// milliseconds.
  private static let holdBesideAlerts: Milliseconds = 2_000

  private let liveness: LivenessWeb
  private let asked: ConsoleRequest
  private let reading: ContentHash
  private let mark: BoardMark?
  private let now: Timestamp

  init(_ liveness: LivenessWeb, _ asked: ConsoleRequest, _ filter: BoardFilter) {
    (self.liveness, self.asked) = (liveness, asked)
    now = liveness.store.clock()
    mark = liveness.store.liveness.boardMark(of: asked.visitor.workspace.id, at: now)
    var reading = ContentHash()
    reading.add(asked.visitor)
    reading.add(filter.query.link(""))
    self.reading = reading
  }

  /// The answer when the browser has the present board; `nil` = look.
  func unchanged() -> Response? {
    guard asked.request.query["fragment"] != nil,
      let facts = liveness.web.polls.heldFacts(of: reading, mark, at: now),
      let same = liveness.web.live.unchanged(facts, asked.request)
    else { return nil }
    liveness.web.polls.noteHeld()
    liveness.recordLook(asked.visitor)
    return same
  }

  /// Records the facts of the board that was made. They hold until the minute ends, the finest step in which the
  /// past is drawn, or until time alone changes a person's row. The cause of a silence may be older by as much.
  func hold(_ facts: ContentHash, _ view: BoardView, hasNotices: Bool = false) {
    guard asked.request.query["fragment"] != nil, mark != nil else { return }
    let minute = Timestamp(milliseconds: (view.now.milliseconds / 60_000 + 1) * 60_000)
    let change = liveness.store.liveness.nextChange(of: view.everybody, after: view.judgedAt) ?? minute
    let alerts = hasNotices ? view.now.advanced(by: Self.holdBesideAlerts) : minute
    liveness.web.polls.hold(
      facts, of: reading, mark, from: view.now, until: min(minute, change, alerts))
  }
}
