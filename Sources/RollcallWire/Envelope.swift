/// The envelope of every answer: `{"data": …, "message": "…", "code": "…"}`.
public enum Envelope {
  /// An answer whose `data` is the value that `data` writes; null without it.
  public static func bytes(
    _ code: Code, _ message: String, data: ((inout JSONWriter) -> Void)? = nil
  ) -> [UInt8] {
    var writer = JSONWriter(reserving: 512)
    writer.object { answer in
      answer.key("data")
      if let data { data(&answer) } else { answer.null() }
      answer.member("message", message)
      answer.member("code", code.rawValue)
    }
    return writer.bytes
  }
}

/// The `code` of an answer, for programs. The message beside it is for people.
public enum Code: String, CaseIterable, Sendable {
  case ok = "OK"
  case created = "CREATED"
  case accepted = "ACCEPTED"
  case malformedJSON = "MALFORMED_JSON"
  case validationError = "VALIDATION_ERROR"
  case idempotencyKeyRequired = "IDEMPOTENCY_KEY_REQUIRED"
  case idempotencyKeyInvalid = "IDEMPOTENCY_KEY_INVALID"
  case idempotencyKeyReused = "IDEMPOTENCY_KEY_REUSED"
  case tokenInvalid = "TOKEN_INVALID"
  case tokenExpired = "TOKEN_EXPIRED"
  case sessionRevoked = "SESSION_REVOKED"
  case forbidden = "FORBIDDEN"
  case notFound = "NOT_FOUND"
  case methodNotAllowed = "METHOD_NOT_ALLOWED"
  case conflict = "CONFLICT"
  case lengthRequired = "LENGTH_REQUIRED"
  case payloadTooLarge = "PAYLOAD_TOO_LARGE"
  case unsupportedMediaType = "UNSUPPORTED_MEDIA_TYPE"
  case rateLimited = "RATE_LIMITED"
  case unavailable = "UNAVAILABLE"

  /// The matching HTTP status.
  public var status: Int {
    switch self {
    case .ok: 200
    case .created: 201
    case .accepted: 202
    case .malformedJSON, .validationError, .idempotencyKeyRequired, .idempotencyKeyInvalid: 400
    case .tokenInvalid, .tokenExpired, .sessionRevoked: 401
    case .forbidden: 403
    case .notFound: 404
    case .methodNotAllowed: 405
    case .conflict: 409
    case .lengthRequired: 411
    case .payloadTooLarge: 413
    case .unsupportedMediaType: 415
    case .idempotencyKeyReused: 422
    case .rateLimited: 429
    case .unavailable: 503
    }
  }
}
