public import HTTPTypes

/// A request that the server itself answers. The product renders the answer.
///
/// `Allow`, `Retry-After` and `Connection: close` are added by the server where they belong.
public struct Refusal: Sendable {
  /// Why.
  public enum Kind: Sendable, Equatable {
    /// 400. The reason is a constant English text for people; it repeats nothing of the request.
    case badRequest(reason: String)
    /// 404.
    case notFound
    /// 405, with the methods that the path has.
    case methodNotAllowed(allow: String)
    /// 411: a `Transfer-Encoding`, or no length.
    case lengthRequired
    /// 413.
    case payloadTooLarge
    /// 414.
    case targetTooLong
    /// 415.
    case unsupportedMediaType
    /// 417.
    case expectationFailed
    /// 421: a host that this server does not serve.
    case misdirected
    /// 429, with the seconds to wait.
    case tooManyRequests(retryAfter: Int)
    /// 431: too many header fields.
    case headerTooLarge
    /// 500.
    case internalError
    /// 501: a method that this server does not know.
    case notImplemented
    /// 503, with the seconds to wait.
    case unavailable(retryAfter: Int)
    /// 505: neither HTTP/1.0 nor 1.1.
    case versionNotSupported
  }

  /// Why.
  public var kind: Kind
  /// The head of the request when it could be read, else nil.
  public var request: Request?

  /// A refusal made by hand.
  public init(_ kind: Kind, request: Request? = nil) {
    self.kind = kind
    self.request = request
  }

  /// The status that belongs to the kind.
  public var status: HTTPResponse.Status {
    switch kind {
    case .badRequest: .badRequest
    case .notFound: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .lengthRequired: .lengthRequired
    case .payloadTooLarge: .contentTooLarge
    case .targetTooLong: .uriTooLong
    case .unsupportedMediaType: .unsupportedMediaType
    case .expectationFailed: .expectationFailed
    case .misdirected: .misdirectedRequest
    case .tooManyRequests: .tooManyRequests
    case .headerTooLarge: .requestHeaderFieldsTooLarge
    case .internalError: .internalServerError
    case .notImplemented: .notImplemented
    case .unavailable: .serviceUnavailable
    case .versionNotSupported: HTTPResponse.Status(code: 505, reasonPhrase: "HTTP Version Not Supported")
    }
  }

  /// One line of plain text: the rendering when the product has none.
  public static func plain(_ refusal: Refusal) -> Response {
    var text = refusal.status.reasonPhrase
    if case .badRequest(let reason) = refusal.kind { text += ": " + reason }
    return .text(text + "\n", status: refusal.status)
  }

  /// Adds the header fields that the kind requires, unless the product has set them.
  func complete(_ response: inout Response) {
    switch kind {
    case .methodNotAllowed(let allow):
      response.headers[.allow] = allow
    case .tooManyRequests(let seconds), .unavailable(let seconds):
      if response.headers[.retryAfter] == nil { response.headers[.retryAfter] = String(max(seconds, 0)) }
    default:
      break
    }
  }
}
