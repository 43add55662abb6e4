import HTTPServer
import Rollcall
import RollcallStore

extension Request {
  /// The id in the path; `nil` for other text.
  var pathID: Int64? { Int64(parameters["id"] ?? "") }
}

extension ConsoleRequest {
  /// The responder in the path, who need not exist.
  ///
  /// - Throws: `notFound` when the path has no id.
  func responder() throws(StoreError) -> Responder.ID {
    guard let id = request.pathID else { throw .notFound("responder") }
    return Responder.ID(id)
  }
}
