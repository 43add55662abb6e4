import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

/// Files for visitors.
struct ExportWeb: WebPart {
  let web: Web
}

extension Web {
  var exports: ExportWeb { ExportWeb(web: self) }
}

extension ExportWeb {
  /// A list as a file. Blocks.
  func csv<Row>(
    _ kind: String, _ table: Table<Row>, _ visitor: Visitor, filter: String, _ rows: [Row]
  ) throws(StoreError) -> Response {
    var rest = rows[...]
    return try csv(kind, table, visitor, filter: filter) {
      let part = Array(rest.prefix(CSVWriter.rowsAtOnce))
      rest = rest.dropFirst(CSVWriter.rowsAtOnce)
      return (part, rest.isEmpty)
    }
  }

  /// A list as a file, read part by part. Blocks.
  ///
  /// - Parameter span: when its rows are of, for its name; `nil` = as the address says, if it does.
  func csv<Row>(
    _ kind: String, _ table: Table<Row>, _ visitor: Visitor, filter: String, in span: TimeSpan? = nil,
    next: @escaping () throws -> (rows: [Row], isLast: Bool)
  ) throws(StoreError) -> Response {
    try csv(kind, table.header, visitor, filter: filter, in: span) { csv, zone in
      let part = try next()
      for row in part.rows { table.write(row, to: &csv, &zone) }
      return (part.rows.count, part.isLast)
    }
  }

  /// A table as a file: streamed, and audited with its filter, its rows and its hash at its end. Blocks.
  func csv(
    _ kind: String, _ columns: [String], _ visitor: Visitor, filter: String, in span: TimeSpan? = nil,
    _ nextPage: @escaping CSVExport.NextPage
  ) throws(StoreError) -> Response {
    let workspace = visitor.workspace
    let export = FileExport(
      ended: try noting(kind, filter: filter, visitor),
      nextPart: CSVExport.parts(columns, zone: Zone(workspace.timeZone), nextPage))
    var response = Response.stream(export, contentType: "text/csv; charset=utf-8; header=present")
    response.headers[.contentDisposition] = FileName.attachment(
      try name(kind, workspace, span, ending: "csv"))
    return response
  }

  /// Names a list that a browser may show or save, by what it holds: who and when. Blocks.
  func named(
    _ response: Response, _ kind: String, _ visitor: Visitor, in span: TimeSpan
  ) throws(StoreError) -> Response {
    var response = response
    response.headers[.contentDisposition] = FileName.inline(
      try name(kind, visitor.workspace, span, ending: "json"))
    return response
  }

  /// `gaps-acme-barbara-potocnik-2026-11-22-1200-2026-11-22-1600.csv`.
  ///
  /// - Parameter span: when; `nil` = as the address says, if it does.
  private func name(
    _ kind: String, _ workspace: Workspace, _ span: TimeSpan?, ending: String
  ) throws(StoreError) -> String {
    let (asked, now) = (CSVStyle.current, store.clock())
    let hasSpan = !asked.from.utf8.isEmpty || !asked.to.utf8.isEmpty
    let when = AskedSpan(from: asked.from, to: asked.to, in: workspace, now: now)
    let person = Int64(asked.responder).map { Responder.ID($0) }
    let names = person == nil ? [:] : try store.fleet.names(of: workspace.id)
    let who = person.flatMap { names[$0] }
    return FileName.make(
      [Report.named(kind)?.address ?? kind, workspace.slug, who ?? ""],
      span ?? (hasSpan && when.problems.isEmpty ? when.span : nil),
      Zone.pageClock(workspace.timeZone, now: now), ending: ending)
  }

  /// Records a file before any of it is sent, and its result when it ends, in the visitor's name. Blocks.
  ///
  /// - Throws: `unavailable` when it cannot be recorded; then nothing is sent.
  func noting(
    _ kind: String, filter: String, _ visitor: Visitor
  ) throws(StoreError) -> ExportProgress.Ended {
    let workspace = visitor.workspace.id
    let begun = try store.reports.beginExport(kind, filter: filter, in: visitor.scope)
    // The file ends on another thread.
    let origin = AuditOrigin.current
    return { [store] end in
      guard let end else { return store.reports.forgetExport(begun, in: workspace) }
      try AuditOrigin.$current.withValue(origin) {
        let note = ExportNote(
          actor: visitor.scope.actor, kind: kind, filter: filter, rows: end.rows,
          fingerprint: end.fingerprint,
          isComplete: end.isComplete)
        // A client that leaves in the middle does not wait for the audit.
        guard end.isComplete else { return store.reports.recordExport(note, begun: begun, in: workspace) }
        try store.reports.finishExport(note, begun: begun, in: workspace)
      }
    }
  }
}
