import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension Web {
  /// A table as a file: streamed, and audited with its filter, its rows and its hash when all of it was taken.
  func csv(
    _ kind: String, _ columns: [String], _ visitor: Visitor, filter: String,
    _ nextPage: @escaping CSVExport.NextPage
  ) -> Response {
    let workspace = visitor.workspace
    // The end of the file is another thread's.
    let origin = AuditOrigin.current
    let export = CSVExport(
      columns: columns, zone: Zone(workspace.timeZone),
      finished: { [store] rows, hash in
        AuditOrigin.$current.withValue(origin) {
          store.noteExport(
            actor: visitor.actor, kind: kind, filter: filter, rows: rows, sha256: hash, in: workspace.id)
        }
      }, nextPage: nextPage)
    var response = Response.stream(export, contentType: "text/csv; charset=utf-8; header=present")
    response.headers[.contentDisposition] = "attachment; filename=\"\(kind)-\(workspace.slug).csv\""
    return response
  }
}
