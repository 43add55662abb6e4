import HTTPServer
import Rollcall
import RollcallStore
import RollcallWire

extension ReportWeb {
  /// `GET /w/{ws}/reports/exports`
  @Sendable func exports(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let workspace = asked.visitor.workspace
    let found = try exportFiles(asked, limit: ExportsPage.pageSize)
    let names = try AuditNames(store, workspace.id)
    let clock = Zone.pageClock(workspace.timeZone, now: store.clock())
    let page = ExportsPage(
      shell: web.shell(.reports, asked.visitor, title: "Exported files"), slug: workspace.slug,
      sha256: found.hash, isFirst: found.isFirst,
      files: found.shown.map { file in
        ExportRow(
          number: file.entry.number, at: file.entry.at, who: names.actor(file.entry.actor), kind: file.kind,
          filter: names.subject(file.filter), rows: file.rows, isComplete: file.isComplete,
          isAudited: file.isAudited, bytes: file.print.bytes, sha256: file.print.hashText,
          slug: workspace.slug, clock: clock)
      }, nextCursor: found.next)
    return web.html(pages.render(page))
  }

  /// `GET /w/{ws}/reports/exports.json`
  @Sendable func exportsJSON(_ asked: ConsoleRequest) throws(StoreError) -> Response {
    let found = try exportFiles(asked, limit: 1_000)
    let names = try AuditNames(store, asked.visitor.workspace.id)
    var writer = JSONWriter(reserving: found.shown.count * 400 + 64)
    writer.object { root in
      root.array("exports") { list in
        for file in found.shown {
          list.object {
            $0.member("number", file.entry.number)
            $0.member("at", file.entry.at)
            $0.member("actor", file.entry.actor)
            $0.member("actor_name", names.actor(file.entry.actor))
            $0.member("origin", file.entry.origin)
            $0.member("kind", file.kind)
            $0.member("filter", file.filter)
            $0.member("rows", file.rows)
            $0.member("bytes", file.print.bytes)
            $0.member("sha256", file.print.hashText)
            $0.member("complete", file.isComplete)
            $0.member("audited", file.isAudited)
          }
        }
      }
      root.member("next_cursor", found.next)
    }
    return .json(writer.bytes)
  }

  /// One page of the files and where the next begins.
  private func exportFiles(
    _ asked: ConsoleRequest, limit: Int
  ) throws(StoreError) -> (shown: [ExportFile], next: String?, hash: String, isFirst: Bool) {
    let hash = asked.request.query["sha256"] ?? ""
    let link = asked.request.query["cursor"] ?? ""
    let cursor = Int64(link)
    if cursor == nil, !link.isEmpty { throw .invalid("The page link is broken.") }
    let found = try store.reports.exportFiles(
      of: asked.visitor.workspace.id, sha256: hash, before: cursor, limit: limit + 1)
    let shown = Array(found.prefix(limit))
    let next = found.count > limit ? shown.last.map { String($0.entry.number) } : nil
    return (shown, next, hash, cursor == nil)
  }
}
