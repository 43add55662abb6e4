import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension RetentionWeb {
  /// Before which instant reports are purged, for a list that begins earlier; otherwise `nil`.
  func purgedBefore(_ from: Timestamp, _ workspace: Workspace) -> Timestamp? {
    let limit = RetentionLimits(days: workspace.retentionDays, now: store.clock()).reports
    return from < limit ? limit : nil
  }
}

extension Response {
  /// `Rollcall-Purged-Before`: a header, because a file's columns are fixed and an extra row would be read as
  /// data.
  func sayingPurged(before limit: Timestamp?) -> Response {
    guard let limit, let name = HTTPField.Name("Rollcall-Purged-Before") else { return self }
    var response = self
    response.headers[name] = limit.rfc3339
    return response
  }
}
