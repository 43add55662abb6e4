import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore

extension RetentionWeb {
  /// Before which instant reports are gone, for a list that is asked to begin earlier; `nil` for any other.
  func purgedBefore(_ from: Timestamp, _ workspace: Workspace) -> Timestamp? {
    let limit = RetentionLimits(days: workspace.retentionDays, now: store.clock()).reports
    return from < limit ? limit : nil
  }
}

extension Response {
  /// `Rollcall-Purged-Before`: a file's columns are fixed, and a row that is none would be taken for one.
  func sayingPurged(before limit: Timestamp?) -> Response {
    guard let limit, let name = HTTPField.Name("Rollcall-Purged-Before") else { return self }
    var response = self
    response.headers[name] = limit.rfc3339
    return response
  }
}
