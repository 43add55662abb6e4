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
  ///
  /// - Parameter instant: when it was so, for its name; `nil` = as the address says, or now.
  func csv<Row>(
    _ kind: String, _ table: Table<Row>, _ visitor: Visitor, filter: String, at instant: Timestamp? = nil,
    _ rows: [Row]
  ) throws(StoreError) -> Response {
    var rest = rows[...]
    return try csv(kind, table, visitor, filter: filter, at: instant) {
      let part = Array(rest.prefix(CSVWriter.rowsAtOnce))
      rest = rest.dropFirst(CSVWriter.rowsAtOnce)
      return (part, rest.isEmpty)
    }
  }

  /// A list as a file, read part by part. Blocks.
  ///
  /// - Parameters:
  ///   - span: when its rows are of, for its name; `nil` = as the address says, or now.
  ///   - instant: when they were so, likewise.
  func csv<Row>(
    _ kind: String, _ table: Table<Row>, _ visitor: Visitor, filter: String, in span: TimeSpan? = nil,
    at instant: Timestamp? = nil, next: @escaping () throws -> (rows: [Row], isLast: Bool)
  ) throws(StoreError) -> Response {
    try csv(kind, table.header, visitor, filter: filter, in: span, at: instant) { csv, zone in
      let part = try next()
      for row in part.rows { table.write(row, to: &csv, &zone) }
      return (part.rows.count, part.isLast)
    }
  }

  /// A table as a file: streamed, and audited with its filter, its rows and its hash at its end. Blocks.
  func csv(
    _ kind: String, _ columns: [String], _ visitor: Visitor, filter: String, in span: TimeSpan? = nil,
    at instant: Timestamp? = nil, _ nextPage: @escaping CSVExport.NextPage
  ) throws(StoreError) -> Response {
    let workspace = visitor.workspace
    let export = FileExport(
      ended: try noting(kind, filter: filter, visitor),
      nextPart: CSVExport.parts(columns, zone: Zone(workspace.timeZone), nextPage))
    var response = Response.stream(export, contentType: "text/csv; charset=utf-8; header=present")
    response.headers[.contentDisposition] = FileName.attachment(try name(kind, workspace, span, instant))
    return response
  }

  /// Names a list of what is so at one instant. Blocks.
  func named(
    _ response: Response, _ kind: String, _ visitor: Visitor, at instant: Timestamp
  ) throws(StoreError) -> Response {
    var response = response
    let workspace = visitor.workspace
    response.headers[.contentDisposition] = FileName.inline(
      FileName.make(
        try whose(kind, workspace), at: instant, Zone.pageClock(workspace.timeZone, now: instant),
        ending: "json"))
    return response
  }

  /// Names a list that a browser may show or save, by what it holds: who and when. Blocks.
  ///
  /// - Parameter who: the person that it is about; `nil` = as the address says, if it does.
  func named(
    _ response: Response, _ kind: String, of who: String? = nil, _ visitor: Visitor, in span: TimeSpan
  ) throws(StoreError) -> Response {
    var response = response
    let workspace = visitor.workspace
    response.headers[.contentDisposition] = FileName.inline(
      FileName.make(
        try whose(kind, workspace) + [who ?? ""], span,
        Zone.pageClock(workspace.timeZone, now: store.clock()), ending: "json"))
    return response
  }

  /// Names a list between the ends that were asked for: by its end, or now, when it has no beginning. Blocks.
  func named(
    _ response: Response, _ kind: String, _ visitor: Visitor, _ ends: AskedEnds
  ) throws(StoreError) -> Response {
    let end = ends.last ?? store.clock()
    guard let first = ends.first else { return try named(response, kind, visitor, at: end) }
    return try named(response, kind, visitor, in: TimeSpan(from: first, to: end))
  }

  /// `gaps-acme-barbara-potocnik-2026-11-22-1200-2026-11-22-1600.csv`.
  ///
  /// - Parameters:
  ///   - span: when; `nil` = as the address says, or now.
  ///   - instant: the same of one instant.
  private func name(
    _ kind: String, _ workspace: Workspace, _ span: TimeSpan?, _ instant: Timestamp?
  ) throws(StoreError) -> String {
    let (asked, now) = (CSVStyle.current, store.clock())
    let hasSpan = !asked.from.utf8.isEmpty || !asked.to.utf8.isEmpty
    let when = AskedSpan(from: asked.from, to: asked.to, in: workspace, now: now)
    let clock = Zone.pageClock(workspace.timeZone, now: now)
    let whose = try whose(kind, workspace)
    if let instant { return FileName.make(whose, at: instant, clock, ending: "csv") }
    guard let span = span ?? (hasSpan && when.problems.isEmpty ? when.span : nil) else {
      return FileName.make(whose, at: now, clock, ending: "csv")
    }
    return FileName.make(whose, span, clock, ending: "csv")
  }

  /// What a file is, of which workspace, and of whom where the address names one person.
  private func whose(_ kind: String, _ workspace: Workspace) throws(StoreError) -> [String] {
    let person = Int64(CSVStyle.current.responder).map { Responder.ID($0) }
    let names = person == nil ? [:] : try store.fleet.names(of: workspace.id)
    return [Report.named(kind)?.address ?? kind, workspace.slug, person.flatMap { names[$0] } ?? ""]
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
