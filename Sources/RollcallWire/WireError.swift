/// Why a request is refused as a whole, strict or lenient.
public enum WireError: Error, Equatable, Sendable {
  /// The body is not acceptable JSON: `MALFORMED_JSON`.
  case malformed(JSONError)
  /// It is JSON, but not this request: `VALIDATION_ERROR`.
  case invalid([RequestFault])

  /// The code of the answer.
  public var code: Code {
    switch self {
    case .malformed: .malformedJSON
    case .invalid: .validationError
    }
  }
}

/// An error of a request outside the members of its array.
public struct RequestFault: Equatable, Sendable {
  /// The field at fault, or `""` for the body as a whole.
  public var field: String
  /// The rule it breaks: `required`, `type`, `range`, `format` or `too_far`.
  public var rule: String
  /// The same for people.
  public var message: String

  /// Creates a fault.
  public init(field: String, rule: String, message: String) {
    self.field = field
    self.rule = rule
    self.message = message
  }
}

extension JSON {
  /// Reads a request's body, which must be an object.
  static func readObject<Request>(
    _ bytes: [UInt8], _ body: (JSONValue) throws(WireError) -> Request
  ) throws(WireError) -> Request {
    try readValue(bytes) { root throws(WireError) -> Request in
      guard root.kind == .object else {
        throw .invalid([RequestFault(field: "", rule: "type", message: "The body must be an object")])
      }
      return try body(root)
    }
  }

  /// Reads a request's body of any type.
  static func readValue<Request>(
    _ bytes: [UInt8], _ body: (JSONValue) throws(WireError) -> Request
  ) throws(WireError) -> Request {
    do { return try read(bytes, body) } catch {
      switch error {
      case .malformed(let error): throw .malformed(error)
      case .refused(let error): throw error
      }
    }
  }
}
