import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

extension FindWeb {
  /// `GET /w/{ws}/responders/{id}/looks`
  @Sendable func looks(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let (visitor, workspace) = (asked.visitor, asked.visitor.workspace)
    let (id, name) = try person(asked)
    let now = store.clock()
    let clock = Zone.pageClock(workspace.timeZone, now: now, isTicking: false)
    let when = span(asked, now)
    let found = when.problems.isEmpty ? try store.reports.looks(at: id, in: workspace.id, when.span) : []
    let names = try AuditNames(store, workspace.id)
    let shown = found.suffix(LooksPage.most).reversed()
    let own = found.filter { !$0.isList }.count
    let path = "\(PagePath.person(workspace.slug, id))/looks"
    let page = LooksPage(
      shell: web.shell(.responders, visitor, title: Words.Looks.title), name: Words.Looks.titled(name),
      path: path, json: json(path, when.span),
      back: PagePath.person(workspace.slug, id), times: SpanField.both(when.span, clock),
      error: when.problems.joined(separator: " "),
      sum: found.isEmpty ? "" : Words.Looks.sum(own, found.count - own),
      lines: shown.map { line($0, names, workspace.slug, clock) },
      note: found.count > LooksPage.most ? Words.Looks.more(LooksPage.most) : "",
      empty: found.isEmpty && when.problems.isEmpty
        ? EmptyState(title: Words.Looks.none, advice: Words.Looks.noneAdvice) : nil)
    return web.html(pages.render(page), status: when.problems.isEmpty ? .ok : .badRequest)
  }

  /// `GET /w/{ws}/responders/{id}/looks.json`
  @Sendable func looksJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let (id, name) = try person(asked)
    let when = span(asked, store.clock())
    guard when.problems.isEmpty else { throw .invalid(when.problems.joined(separator: " ")) }
    let found = try store.reports.looks(at: id, in: asked.visitor.workspace.id, when.span)
    var writer = JSONWriter(reserving: found.count * 120 + 64)
    writer.object { root in
      root.array(
        "looks", found.map { Theirs(responder: id, item: $0) }, of: StatementTables.looks)
    }
    return try web.exports.named(.json(writer.bytes), "looks", of: name, asked.visitor, in: when.span)
  }

  private func json(_ path: String, _ span: TimeSpan) -> String {
    var query = URLQuery()
    query.add("from", span.from.rfc3339)
    query.add("to", span.to.rfc3339)
    return query.link(path + ".json")
  }

  private func span(_ asked: ConsoleRequest, _ now: Timestamp) -> AskedSpan {
    let query = asked.request.query
    return AskedSpan(
      from: query["from"] ?? "", to: query["to"] ?? "", in: asked.visitor.workspace, now: now)
  }

  private func person(_ asked: ConsoleRequest) throws(StoreError) -> (id: Responder.ID, name: String) {
    let id = try asked.responder()
    guard let name = try store.fleet.names(of: asked.visitor.workspace.id)[id] else {
      throw .notFound("responder \(id.rawValue)")
    }
    return (id, name)
  }

  private func line(
    _ look: PersonStatement.Look, _ names: AuditNames, _ slug: String, _ clock: PageClock
  ) -> LooksPage.Line {
    var audit = AuditPageFilter().at("\(look.entry.addingReportingOverflow(1).partialValue)")
    audit.from = clock.local(look.at).isoDay
    return LooksPage.Line(
      at: clock.time(look.at), who: names.actor(look.by), what: AuditWords.action(look.action),
      of: look.isList ? Words.Looks.list : Words.Looks.person, number: Words.grouped(look.entry),
      href: audit.query.link(Shell.Section.audit.path(slug)) + "#a\(look.entry)")
  }
}
