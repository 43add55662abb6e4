import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension LivenessWeb {
  /// `GET /w/{ws}/lanes`: everyone's reachable lane of one day, below each other.
  @Sendable func lanes(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let visitor = asked.visitor
    let workspace = visitor.workspace
    let filter = LanesFilter(asked.request.query.pairs)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let today = clock.local(clock.now).date
    let day = filter.day.utf8.isEmpty ? today : CivilDate(isoDay: filter.day)
    let view = try LanesView(store, workspace, filter, day: day ?? today, clock)
    if day != nil {
      web.members.recordView(visitor, page: "lanes", subject: Words.Lanes.everybodyOn(view.day.isoDay))
    }
    let page = LanesPage(
      day == nil ? view.nobody : view.facts, filter: filter, day: view.day,
      error: day == nil ? Words.Lanes.wrongDay : "",
      shell: web.shell(.lanes, visitor), slug: workspace.slug, clock: clock
    ) { instant in
      instant <= Self.latestPast(clock.now) ? Self.pastBoard(at: instant, BoardFilter(), visitor) : ""
    }
    return web.html(pages.render(page), status: day == nil ? .badRequest : .ok)
  }

  /// `GET /w/{ws}/lanes.json`: complete, with the page's filter.
  @Sendable func lanesJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let filter = LanesFilter(asked.request.query.pairs)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let day = filter.day.utf8.isEmpty ? clock.local(clock.now).date : CivilDate(isoDay: filter.day)
    guard let day else { throw .invalid("“day” is not a day, like 2026-11-20") }
    let view = try LanesView(store, workspace, filter, day: day, clock)
    web.members.recordView(asked.visitor, page: "lanes", subject: Words.Lanes.everybodyOn(view.day.isoDay))
    return .json(view.json)
  }
}
