import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import RollcallWire

/// Why a program's request was refused.
enum ProgramRefusal: Error {
  case wire(WireError)
  case store(StoreError)
  case answer(Response)

  /// A problem with one field.
  static func field(_ field: String, _ message: String, rule: String = "range") -> ProgramRefusal {
    .wire(.invalid([RequestFault(field: field, rule: rule, message: message)]))
  }

  /// The answer in the envelope.
  var response: Response {
    switch self {
    case .wire(let error): .json(BatchAnswer.refused(error), status: .badRequest)
    case .answer(let response): response
    case .store(.conflict(let words)): Answer.make(.conflict, words)
    case .store(.keyReused):
      Answer.make(.idempotencyKeyReused, "The idempotency key was used for another request")
    case .store(let error): Web.refusal(error)
    }
  }
}

extension WebPart {
  /// Carries out a program's request. A browser's cookie does not prove that its user wants it: a key is
  /// needed.
  func programmed(
    _ asked: ConsoleRequest, _ body: () throws(ProgramRefusal) -> Response
  ) -> Response {
    guard asked.visitor.csrf == nil else { return Answer.make(.forbidden, "An API key is needed") }
    do throws(ProgramRefusal) { return try body() } catch { return error.response }
  }
}

/// How a program's request is read and answered.
enum Programs {
  /// Refuses a body that is not JSON.
  static func requireJSON(_ request: Request) throws(ProgramRefusal) {
    guard request.body.isEmpty || request.mediaType == "application/json" else {
      throw .answer(Answer.make(.unsupportedMediaType, "The body must be application/json"))
    }
  }

  /// Turns decoding errors into refusals.
  static func read<Value>(
    _ body: () throws(WireError) -> Value
  ) throws(ProgramRefusal) -> Value {
    do throws(WireError) { return try body() } catch { throw .wire(error) }
  }

  /// Turns store errors into refusals; `orMissing` says what was not found.
  static func stored<Value>(
    _ body: () throws(StoreError) -> Value, orMissing: (() -> ProgramRefusal)? = nil
  ) throws(ProgramRefusal) -> Value {
    do throws(StoreError) { return try body() } catch {
      if case .notFound = error, let orMissing { throw orMissing() }
      throw .store(error)
    }
  }
}
