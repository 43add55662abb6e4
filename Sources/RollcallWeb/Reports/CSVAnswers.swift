import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension Web {
  /// A table as a file: streamed, and audited with its filter, its rows and its hash at its end.
  func csv(
    _ kind: String, _ columns: [String], _ visitor: Visitor, filter: String,
    _ nextPage: @escaping CSVExport.NextPage
  ) -> Response {
    let workspace = visitor.workspace
    let export = FileExport(
      ended: noting(kind, filter: filter, visitor),
      nextPart: CSVExport.parts(columns, zone: Zone(workspace.timeZone), nextPage))
    var response = Response.stream(export, contentType: "text/csv; charset=utf-8; header=present")
    response.headers[.contentDisposition] = "attachment; filename=\"\(kind)-\(workspace.slug).csv\""
    return response
  }

  /// Notes a file when it ends, as what the visitor took.
  func noting(
    _ kind: String, filter: String, _ visitor: Visitor
  ) -> @Sendable (ExportEnd) -> Void {
    // The end of the file is another thread's.
    let origin = AuditOrigin.current
    return { [store] end in
      AuditOrigin.$current.withValue(origin) {
        store.noteExport(
          ExportNote(
            actor: visitor.actor, kind: kind, filter: filter, rows: end.rows, print: end.print,
            isComplete: end.isComplete), in: visitor.workspace.id)
      }
    }
  }
}
