import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension LivenessWeb {
  /// `GET /w/{ws}/lanes`: everyone's reachable lane of a day or a shift, below each other.
  @Sendable func lanes(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let visitor = asked.visitor
    let workspace = visitor.workspace
    let filter = LanesFilter(asked.request.query.pairs)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let time = filter.time(in: workspace, clock)
    let isRight = time.problem.utf8.isEmpty
    let view = try LanesView(store, workspace, filter, time, clock)
    if isRight { web.members.recordView(visitor, page: "lanes", subject: view.subject) }
    let page = LanesPage(
      isRight ? view.facts : view.nobody, filter: filter, time: time,
      shell: web.shell(.lanes, visitor), slug: workspace.slug, clock: clock
    ) { instant in
      instant <= Self.latestPast(clock.now) ? Self.pastBoard(at: instant, BoardFilter(), visitor) : ""
    }
    return web.html(pages.render(page), status: isRight ? .ok : .badRequest)
  }

  /// `GET /w/{ws}/lanes.json`: complete, with the page's filter.
  @Sendable func lanesJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let filter = LanesFilter(asked.request.query.pairs)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let time = filter.time(in: workspace, clock)
    guard time.problem.utf8.isEmpty else { throw .invalid(time.problem) }
    let view = try LanesView(store, workspace, filter, time, clock)
    web.members.recordView(asked.visitor, page: "lanes", subject: view.subject)
    return try web.exports.named(.json(view.json), "lanes", asked.visitor, in: time.span)
  }
}
