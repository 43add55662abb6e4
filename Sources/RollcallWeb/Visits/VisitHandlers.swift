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
    let workspace = asked.visitor.workspace
    var typed = VisitForm(form.pairs)
    typed.responder = try form.person("responder") { () throws(StoreError) in
      try store.fleet.activePeople(of: workspace.id)
    }
    let (visit, problems) = typed.read()
    guard let visit else { return try visitsPage(asked, typed, problems: problems) }
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

  /// The first visits of a filter in its time.
  private func firstVisits(
    _ asked: ConsoleRequest, _ filter: VisitFilter, _ time: AskedDays
  ) throws(StoreError) -> [Visit] {
    try store.visits.all(
      of: asked.visitor.workspace.id, in: time.span, responder: filter.person, outlet: filter.site,
      limit: Self.visitsShown)
  }

  /// All visits of a filter, with its time, each page a snapshot of its own.
  ///
  /// - Throws: `invalid` when the time or the person cannot be understood.
  func allVisits(
    _ asked: ConsoleRequest, _ filter: VisitFilter
  ) throws(StoreError) -> (time: AskedDays, visits: [Visit]) {
    let time = askedTime(asked, filter)
    let problem = Self.problem(filter, time)
    guard problem.utf8.isEmpty else { throw .invalid(problem) }
    var all: [Visit] = []
    while true {
      let page = try store.visits.all(
        of: asked.visitor.workspace.id, in: time.span, responder: filter.person, outlet: filter.site,
        after: all.last, limit: CSVWriter.rowsAtOnce)
      guard !page.isEmpty else { return (time, all) }
      all += page
    }
  }

  private func askedTime(_ asked: ConsoleRequest, _ filter: VisitFilter) -> AskedDays {
    let workspace = asked.visitor.workspace
    return filter.time(in: workspace, Zone.pageClock(workspace.timeZone, now: store.clock()))
  }

  private static func problem(_ filter: VisitFilter, _ time: AskedDays) -> String {
    let isPerson = filter.responder.utf8.isEmpty || filter.person != nil
    return isPerson ? time.problem : Words.Lists.notOnePerson(filter.responder)
  }

  /// A person's visits of today.
  func visitsToday(
    of id: Responder.ID, _ workspace: Workspace, _ clock: PageClock
  ) throws(StoreError) -> [Visit] {
    try store.visits.all(
      of: workspace.id, in: AskedDays.whole(clock.local(clock.now).date, clock), responder: id, limit: 20)
  }

  private func visitsPage(
    _ asked: ConsoleRequest, _ form: VisitForm = VisitForm(), problems: [FieldProblem] = []
  ) throws(StoreError) -> Response {
    let visitor = asked.visitor
    let workspace = visitor.workspace
    let filter = VisitFilter(asked.request.method == .get ? asked.request.query.pairs : [])
    let time = askedTime(asked, filter)
    let problem = Self.problem(filter, time)
    let found = problem.utf8.isEmpty ? try firstVisits(asked, filter, time) : []
    web.members.recordView(
      visitor, page: "visits", subject: filter.person.map { "responder \($0.rawValue)" } ?? "everybody")
    let mayPlan = visitor.role.allows(.manageIncidents)
    let people = try store.fleet.activePeople(of: workspace.id).sorted {
      ($0.name, $0.id) < ($1.name, $1.id)
    }
    let page = VisitsPage(
      shell: web.shell(.visits, visitor), slug: workspace.slug, filter: filter, time: time,
      error: problem, visits: found, legs: try store.visits.measured(VisitLeg.all(of: found), in: workspace),
      isCut: found.count >= Self.visitsShown,
      people: people.map { ($0.id.rawValue, $0.name) },
      outlets: try store.visits.outlets(of: workspace.id), mayPlan: mayPlan,
      mayManage: visitor.role.allows(.manageWorkspace), mayExport: visitor.role.allows(.exportHistory),
      form: form, problems: problems,
      clock: Zone.pageClock(workspace.timeZone, now: store.clock()))
    return web.html(pages.render(page), status: problems.isEmpty && problem.utf8.isEmpty ? .ok : .badRequest)
  }
}
