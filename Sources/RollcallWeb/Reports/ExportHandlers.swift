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
          isAudited: file.isAudited, bytes: file.fingerprint.bytes, sha256: file.fingerprint.hashText,
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
      let rows = found.shown.map { (file: $0, actor: names.actor($0.entry.actor)) }
      root.array("exports", rows, of: ExportFile.table)
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

extension ExportFile {
  /// What was taken out, as programs have it.
  static let table = Table<(file: ExportFile, actor: String)> {
    Column("number", "The number of its entry in the audit.") { $0.file.entry.number }
    Column("at", "When.") { $0.file.entry.at }
    Column("actor") { $0.file.entry.actor }
    Column("actor_name", "Who took it: as in the entry, and as they are called today.") { $0.actor }
    Column("origin", "From where.") { $0.file.entry.origin }
    Column("kind") { $0.file.kind }
    Column("filter", "What it tells, and of whom and when.") { $0.file.filter }
    Column("rows") { $0.file.rows }
    Column("bytes") { $0.file.fingerprint.bytes }
    Column("sha256", "Its rows, length and hash.") { $0.file.fingerprint.hashText }
    Column("complete", "Whether all of it was taken.") { $0.file.isComplete }
    Column("audited", "Whether the audit says the same of it.") { $0.file.isAudited }
  }
}
