import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension Web {
  /// `GET /w/{ws}/reports`
  @Sendable func reports(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let now = store.clock()
    let query = HistoryQuery(asked.request, workspace, now: now)
    let names = try store.names(of: workspace.id)
    let page = ReportsPage(
      shell: shell(.reports, asked.visitor), slug: workspace.slug, filter: query.asked,
      responders: names.map { (id: $0.key.rawValue, name: $0.value) }.sorted {
        ($0.name, $0.id) < ($1.name, $1.id)
      }, error: query.problem, covered: query.filter.map { $0.from..<$0.to },
      clock: Zone.pageClock(workspace.timeZone, now: now))
    return html(pages.render(page), status: query.filter == nil ? .badRequest : .ok)
  }

  /// `GET /w/{ws}/reports/history.csv`: it has moved to the page it belongs to.
  @Sendable func historyReport(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let target = asked.request.target.utf8
    let query = target.firstIndex(of: UInt8(ascii: "?")).map { String(Substring(target[$0...])) } ?? ""
    var response = Response.redirect(
      to: "\(Shell.Section.history.path(asked.visitor.workspace.slug)).csv\(query)")
    response.status = .permanentRedirect
    return response
  }

  /// `GET /w/{ws}/reports/transitions.csv`
  @Sendable func transitionsCSV(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let query = HistoryQuery(asked.request, workspace, now: store.clock())
    guard let filter = query.filter else { throw .invalid(query.problem) }
    let names = try store.names(of: workspace.id)
    let span = TimeSpan(from: filter.from, to: filter.to)
    var cursor: HistoryCursor?
    return csv(
      "transitions", ["responder_id", "responder", "at", "from", "to", "rule"], asked.visitor,
      filter: query.words
    ) { [store] csv, zone in
      let page = try store.transitions(
        of: workspace.id, in: span, responder: filter.responder, after: cursor, limit: Self.exportPage)
      for row in page {
        csv.number(row.responder.rawValue)
        csv.text(names[row.responder])
        csv.instant(row.transition.at, &zone)
        csv.text(row.transition.from?.rawValue)
        csv.text(row.transition.to.rawValue)
        csv.text(row.transition.rule)
        csv.endRow()
      }
      if let last = page.last { cursor = HistoryCursor(effective: last.transition.at, id: last.id) }
      return (page.count, page.count < Self.exportPage)
    }
  }
}
