import HTTPServer
import Rollcall
import RollcallStore

extension LivenessWeb {
  /// `GET /w/{ws}/board`: large and without links on a wall screen, as usual for others.
  @Sendable func boardOrWall(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard asked.visitor.isScreen else { return try board(asked) }
    let workspace = asked.visitor.workspace
    let poll = BoardPoll(self, asked, BoardFilter())
    if let same = poll.unchanged() { return same }
    // A wall shows everyone, whatever its address says.
    let view = try boardView(asked, BoardFilter())
    let clock = Zone.pageClock(workspace.timeZone, now: view.now)
    let shown = view.items.prefix(ScreenPage.limit)
    let facts = boardFacts(asked.visitor, view, of: shown, clock)
    poll.hold(facts, view)
    return try web.live.polled(of: facts, asked.request, version: \ScreenPage.version) {
      () throws(StoreError) in
      ScreenPage(
        workspace: workspace.name, screen: asked.visitor.name, counts: view.counts,
        rows: shown.map {
          WallRow(row: BoardRow($0, clock: clock), region: $0.entry.person.region ?? "")
        }, total: view.items.count, asOf: view.now, clock: clock)
    }
  }
}
