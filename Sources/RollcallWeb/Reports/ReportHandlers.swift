import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension ReportWeb {
  /// `GET /w/{ws}/reports`
  @Sendable func reports(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let now = store.clock()
    let query = ReportQuery(asked.request, workspace, now: now)
    let role = asked.visitor.role
    let page = ReportsPage(
      shell: web.shell(.reports, asked.visitor), slug: workspace.slug, filter: query.asked,
      form: try reportForm(query, workspace),
      offered: Report.all.filter { role.allows($0.permission) },
      covered: query.problem.isEmpty ? query.span.from..<query.span.to : nil,
      clock: Zone.pageClock(workspace.timeZone, now: now))
    return web.html(pages.render(page), status: query.problem.isEmpty ? .ok : .badRequest)
  }

  /// `GET /w/{ws}/reports/{kind}`: the first rows, their number, and the file for the same filter.
  func reportPage(_ report: Report, _ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let now = store.clock()
    let query = ReportQuery(asked.request, workspace, now: now, of: report)
    var preview = ReportPreview()
    if query.problem.isEmpty {
      preview = try ReportPreview(of: report, ReportScope(query, store, workspace))
      web.members.recordView(
        asked.visitor, page: report.name,
        subject: query.asked.responder.map { "responder \($0)" } ?? "everybody")
    }
    let clock = Zone.pageClock(workspace.timeZone, now: now)
    let page = ReportPage(
      shell: web.shell(.reports, asked.visitor, title: report.title), slug: workspace.slug, report: report,
      filter: query.asked, form: try reportForm(query, workspace, of: report),
      covered: query.problem.isEmpty ? query.span.from..<query.span.to : nil, preview: preview,
      view: ReportView(asked.request.query.pairs),
      purged: query.problem.isEmpty
        ? PurgedNotice(
          from: query.span.from, before: report.keptFrom(workspace, now), clock: clock) : nil,
      clock: clock
    ) { moment in
      moment <= LivenessWeb.latestPast(now)
        ? LivenessWeb.pastBoard(at: moment, BoardFilter(), asked.visitor) : ""
    }
    return web.html(pages.render(page), status: query.problem.isEmpty ? .ok : .badRequest)
  }

  /// `GET /w/{ws}/reports/{kind}.csv`: streamed and audited with its filter.
  func reportFile(_ report: Report, _ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let now = store.clock()
    let query = ReportQuery(asked.request, workspace, now: now, of: report)
    let scope = try ReportScope(query, store, workspace)
    let kept = report.keptFrom(workspace, now)
    let filter = try query.words(store, workspace)
    return try web.exports.csv(
      report.name, report.header, asked.visitor, filter: filter, in: query.span, report.lines(scope)
    ).sayingPurged(before: query.span.from < kept ? kept : nil)
  }

  /// `GET /w/{ws}/reports/history.csv`: it has moved to the page it belongs to.
  @Sendable func historyReport(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    .moved(to: "\(Shell.Section.history.path(asked.visitor.workspace.slug)).csv", asked.request)
  }

  /// The choices for the reports of a workspace.
  private func reportForm(
    _ query: ReportQuery, _ workspace: Workspace, of report: Report? = nil
  ) throws(StoreError) -> ReportForm {
    let everybody = try ReportPeople(store, workspace.id, ReportFilter()).all
    let people = everybody.map { (id: $0.id.rawValue, name: $0.name) }
    return ReportForm(
      query.asked, people: people.sorted { ($0.name, $0.id) < ($1.name, $1.id) },
      regions: report?.isByRegion == false ? nil : Set(everybody.compactMap(\.region)).sorted(),
      profiles: report?.isByPerson == false ? nil : Set(everybody.map(\.profile)).sorted(),
      error: query.problem, clock: Zone.pageClock(workspace.timeZone, now: store.clock()))
  }
}
