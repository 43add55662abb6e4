import HTTPServer
import Rollcall
import RollcallStore

extension Request {
  /// The id in the path; `nil` when it is none.
  var pathID: Int64? { Int64(parameters["id"] ?? "") }
}

extension ConsoleRequest {
  /// The responder of the path, who need not exist.
  ///
  /// - Throws: `notFound` when the path names none.
  func responder() throws(StoreError) -> Responder.ID {
    guard let id = request.pathID else { throw .notFound("responder") }
    return Responder.ID(id)
  }
}
