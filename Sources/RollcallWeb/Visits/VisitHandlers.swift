import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension VisitWeb {
  /// How many visits a page shows.
  private static let visitsShown = 500

  /// `GET /w/{ws}/visits`
  @Sendable func visits(_ asked: ConsoleRequest) throws(StoreError) -> Response { try visitsPage(asked) }

  /// `POST /w/{ws}/visits`
  @Sendable func planVisit(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let typed = VisitForm(form.pairs)
    let (visit, problems) = typed.read()
    guard let visit else { return try visitsPage(asked, typed, problems: problems) }
    let workspace = asked.visitor.workspace
    do throws(StoreError) {
      _ = try store.visits.planVisits([visit], in: asked.visitor.scope)
      return .redirect(to: VisitFilter().with(\.day, typed.day).link(workspace.slug))
    } catch {
      guard case .invalid(let text) = error else { throw error }
      return try visitsPage(asked, typed, problems: [FieldProblem("day", text)])
    }
  }

  /// `POST /w/{ws}/visits/{id}/remove`
  @Sendable func removeVisit(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    guard let id = asked.request.pathID else { throw .notFound("visit") }
    let workspace = asked.visitor.workspace
    try store.visits.removeVisit(Visit.ID(id), in: asked.visitor.scope)
    return .redirect(to: VisitFilter().with(\.day, form["day"] ?? "").link(workspace.slug))
  }

  /// The first visits of a filter, with its day; `nil` = the day cannot be understood.
  private func firstVisits(
    _ asked: ConsoleRequest, _ filter: VisitFilter
  ) throws(StoreError) -> (day: CivilDate, visits: [Visit])? {
    guard let (day, span) = askedDay(asked, filter) else { return nil }
    let found = try store.visits.all(
      of: asked.visitor.workspace.id, in: span, responder: filter.responder.map { Responder.ID($0) },
      limit: Self.visitsShown)
    return (day, found)
  }

  /// All visits of a filter, with its day, each page a snapshot of its own; `nil` = the day cannot be
  /// understood.
  func allVisits(
    _ asked: ConsoleRequest, _ filter: VisitFilter
  ) throws(StoreError) -> (day: CivilDate, visits: [Visit])? {
    guard let (day, span) = askedDay(asked, filter) else { return nil }
    var all: [Visit] = []
    while true {
      let page = try store.visits.all(
        of: asked.visitor.workspace.id, in: span, responder: filter.responder.map { Responder.ID($0) },
        after: all.last, limit: CSVWriter.rowsAtOnce)
      guard !page.isEmpty else { return (day, all) }
      all += page
    }
  }

  private func askedDay(_ asked: ConsoleRequest, _ filter: VisitFilter) -> (CivilDate, TimeSpan)? {
    let clock = Zone.pageClock(asked.visitor.workspace.timeZone, now: store.clock())
    guard let day = filter.day.utf8.isEmpty ? clock.local(clock.now).date : VisitWindow(day: filter.day)?.day
    else { return nil }
    return (day, Self.span(of: day, clock))
  }

  /// A person's visits of today.
  func visitsToday(
    of id: Responder.ID, _ workspace: Workspace, _ clock: PageClock
  ) throws(StoreError) -> [Visit] {
    try store.visits.all(
      of: workspace.id, in: Self.span(of: clock.local(clock.now).date, clock), responder: id, limit: 20)
  }

  private static func span(of day: CivilDate, _ clock: PageClock) -> TimeSpan {
    TimeSpan(
      from: clock.start(of: day), to: clock.start(of: CivilDate(daysSince1970: day.daysSince1970 + 1)))
  }

  private func visitsPage(
    _ asked: ConsoleRequest, _ form: VisitForm = VisitForm(), problems: [FieldProblem] = []
  ) throws(StoreError) -> Response {
    let visitor = asked.visitor
    let workspace = visitor.workspace
    let filter = VisitFilter(asked.request.method == .get ? asked.request.query.pairs : [])
    let found = try firstVisits(asked, filter)
    web.members.recordView(
      visitor, page: "visits", subject: filter.responder.map { "responder \($0)" } ?? "everybody")
    let mayPlan = visitor.role.allows(.manageIncidents)
    let people = try store.fleet.activePeople(of: workspace.id).sorted {
      ($0.name, $0.id) < ($1.name, $1.id)
    }
    let page = VisitsPage(
      shell: web.shell(.visits, visitor), slug: workspace.slug, filter: filter, day: found?.day,
      visits: found?.visits ?? [],
      legs: try store.visits.measured(VisitLeg.all(of: found?.visits ?? []), in: workspace),
      isCut: (found?.visits.count ?? 0) >= Self.visitsShown,
      people: people.map { ($0.id.rawValue, $0.name) },
      outlets: mayPlan ? try store.visits.outlets(of: workspace.id) : [], mayPlan: mayPlan,
      mayManage: visitor.role.allows(.manageWorkspace), mayExport: visitor.role.allows(.exportHistory),
      form: form, problems: problems,
      clock: Zone.pageClock(workspace.timeZone, now: store.clock()))
    return web.html(pages.render(page), status: problems.isEmpty && found != nil ? .ok : .badRequest)
  }
}
