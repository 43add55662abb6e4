import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension ReportWeb {
  /// `GET /w/{ws}/reports/schedules`
  @Sendable func schedules(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    try schedulesPage(asked, notice: web.fleet.savedNotice(asked))
  }

  /// `POST /w/{ws}/reports/schedules`: from the page of a report, with its current filter.
  @Sendable func addSchedule(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    guard web.paper.keepsReports else {
      return try schedulesPage(
        asked, notice: ActionNotice(.warning, Words.Schedules.serverKeepsNoReports), status: .conflict)
    }
    guard let report = Report.named(form["kind"] ?? ""), asked.visitor.role.allows(report.permission),
      let rhythm = ReportSchedule.Rhythm(rawValue: form["rhythm"] ?? ""),
      let hour = WholeNumber(0...23).read(form["hour"] ?? "")
    else { throw .invalid("A report, a rhythm and an hour from 0 to 23.") }
    var filter = ReportFilter(form.pairs).usable(by: report)
    // The days come from each period.
    (filter.from, filter.to) = ("", "")
    let workspace = asked.visitor.workspace
    if let person = filter.responder, try store.fleet.names(of: workspace.id)[Responder.ID(person)] == nil {
      throw .notFound("responder \(person)")
    }
    do {
      try store.reports.addReportSchedule(
        report.name, filter: filter.query.link(""), told: try filter.audited(store, workspace),
        rhythm: rhythm, hour: hour,
        doneTo: ScheduledReport.doneTo(rhythm, hour: hour, of: workspace, at: store.clock()),
        in: asked.visitor.scope)
    } catch StoreError.conflict(let words) {
      return try schedulesPage(asked, notice: ActionNotice(.warning, words), status: .conflict)
    }
    return web.fleet.saved(asked)
  }

  /// `POST /w/{ws}/reports/schedules/{id}`: `do` is `on`, `off` or `remove`.
  @Sendable func changeSchedule(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    guard let form = web.fleet.trustedForm(asked) else { return web.fleet.refuseForm(asked) }
    let workspace = asked.visitor.workspace
    let id = asked.request.parameters["id"].flatMap { Int64($0) }.map { ReportSchedule.ID($0) }
    guard let id, let old = try store.reports.reportSchedules(of: workspace.id).first(where: { $0.id == id })
    else {
      throw .notFound("schedule")
    }
    switch form["do"] {
    case "remove": try store.reports.removeReportSchedule(id, in: asked.visitor.scope)
    case "on", "off":
      try store.reports.setReportSchedule(
        id, isOn: form["do"] == "on",
        doneTo: ScheduledReport.doneTo(old.rhythm, hour: old.hour, of: workspace, at: store.clock()),
        in: asked.visitor.scope)
    default: throw .invalid("on, off or remove")
    }
    return .redirect(to: "\(SchedulesPage.path(workspace.slug))?saved=1")
  }

  private func schedulesPage(
    _ asked: ConsoleRequest, notice: ActionNotice? = nil, status: HTTPResponse.Status = .ok
  ) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let names = try store.fleet.names(of: workspace.id)
    let page = SchedulesPage(
      shell: web.shell(.reports, asked.visitor, title: Words.Schedules.scheduledReports),
      slug: workspace.slug,
      keepsReports: web.paper.keepsReports,
      schedules: try store.reports.reportSchedules(of: workspace.id).map { schedule in
        ScheduleRow(schedule, slug: workspace.slug, clock: clock) { names[Responder.ID($0)] }
      }, others: Report.withOwnPages.filter { asked.visitor.role.allows($0.permission) }, notice: notice)
    return web.html(pages.render(page), status: status)
  }
}
