public import HTTPTypes

/// One line of the route table: a method, a pattern, the body it accepts, and the handler.
///
/// For example: `Route(.get, "/w/{ws}/board.json", handler: .work(.page, board))`.
public struct Route: Sendable {
  /// What the request may carry. Decided before any byte of the body is read.
  public enum BodyRule: Sendable, Equatable {
    /// No body: a length other than 0 is refused with 413.
    case none
    /// `application/json` of at most this many bytes; another type, none, or any `Content-Encoding`: 415.
    case json(limit: Int)
    /// `application/x-www-form-urlencoded` of at most this many bytes, else 415.
    case form(limit: Int)
    /// `multipart/form-data` of at most this many bytes, else 415.
    case upload(limit: Int)
    /// Any type, at most this many bytes.
    case any(limit: Int)

    /// The largest body, in bytes.
    public var limit: Int {
      switch self {
      case .none: 0
      case .json(let limit), .form(let limit), .upload(let limit), .any(let limit): limit
      }
    }
  }

  /// Who answers, and where.
  public enum Handler: Sendable {
    /// On the event loop: must return at once (well below a millisecond), because it blocks other clients.
    case inline(@Sendable (Request) -> Response)
    /// Called on the event loop with the whole body; must return at once and answers later, from any thread.
    case deferred(@Sendable (Request, Reply) -> Void)
    /// On a thread of a bounded pool. When its queue is full the client gets 503.
    case work(Lane, @Sendable (Request) -> Response)
  }

  /// The method. A GET route answers HEAD too.
  public let method: HTTPRequest.Method
  /// The pattern: "/" and segments, each a literal, `{name}`, or `{name}` with a literal ending, as `{id}.json`.
  public let pattern: String
  /// The body that it accepts.
  public let body: BodyRule
  /// Decides about the head before the body is read (`request.body` is empty).
  public let admission: AdmissionRule
  /// Whom the product admits, as text for documents; not enforced here.
  public let audience: String
  /// Who answers.
  public let handler: Handler

  /// A route.
  public init(
    _ method: HTTPRequest.Method, _ pattern: String, body: BodyRule = .none, audience: String = "anyone",
    admission: AdmissionRule = .open, handler: Handler
  ) {
    self.method = method
    self.pattern = pattern
    self.body = body
    self.audience = audience
    self.admission = admission
    self.handler = handler
  }
}

/// A bounded pool of threads for work that takes time.
public enum Lane: Sendable, Hashable, CaseIterable {
  /// Pages and queries: tens of milliseconds.
  case page
  /// Reports and exports: seconds. Streamed bodies are produced here too.
  case slow
  /// Password hashing for clients that are not logged in; jobs are counted by the client's network.
  case hashing
}
