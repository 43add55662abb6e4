public import HTTPTypes

/// One answer. The server adds `Content-Length`, `Date` and the framing.
public struct Response: Sendable {
  /// The body of an answer.
  public enum Body: Sendable {
    /// No bytes.
    case none
    /// All the bytes at once.
    case bytes([UInt8])
    /// Bytes produced while they are sent, chunk by chunk, on the slow lane.
    case stream(any BodySource)
  }

  /// The status; only 200 to 599 are final answers, anything else is sent as 500.
  public var status: HTTPResponse.Status
  /// The header fields.
  public var headers: HTTPFields
  /// The body.
  public var body: Body
  /// The client's name as in ``Admission/known(_:finding:)``, when only the handler could tell; never sent.
  public var asker: String?
  /// Called about twice a second while a long body is being sent, on a thread that may block. False resets
  /// the connection, so that the reader sees that the body is incomplete. `nil` = not checked.
  public var isStillAllowed: (@Sendable () -> Bool)?

  /// Creates an answer.
  public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: Body = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Plain text, UTF-8.
  public static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    typed("text/plain; charset=utf-8", .bytes(Array(text.utf8)), status)
  }

  /// A page, UTF-8.
  public static func html(_ html: String, status: HTTPResponse.Status = .ok) -> Response {
    typed("text/html; charset=utf-8", .bytes(Array(html.utf8)), status)
  }

  /// A JSON text, already encoded.
  public static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    typed("application/json; charset=utf-8", .bytes(bytes), status)
  }

  /// A download produced while it is sent.
  public static func stream(_ source: any BodySource, contentType: String) -> Response {
    typed(contentType, .stream(source), .ok)
  }

  /// A redirect; 303 by default, so that a form is followed by a GET. Pass a percent-encoded path.
  public static func redirect(to location: String, status: HTTPResponse.Status = .seeOther) -> Response {
    Response(status, headers: [.location: location])
  }

  private static func typed(_ contentType: String, _ body: Body, _ status: HTTPResponse.Status) -> Response {
    Response(status, headers: [.contentType: contentType], body: body)
  }
}

/// A body that is produced while it is sent: at most one chunk ahead of the reader.
///
/// The source is released when the body has ended, and also when the client leaves in the middle.
public protocol BodySource: AnyObject, Sendable {
  /// The next chunk, ideally about 64 KiB; nil is the end. An empty chunk means that there was nothing to
  /// send yet: other jobs get their turn, and the source is asked again.
  ///
  /// Called by one thread at a time, on a worker thread; may block. Throwing cuts the download: the client
  /// sees that it is incomplete.
  func next() throws -> [UInt8]?

  /// Called when all chunks were handed to the connection, including the last byte: at most once, after
  /// `next` returned nil, and before the reader learns that this was all.
  ///
  /// On a worker thread; may block. Throwing cuts the download.
  func sent() throws
}

extension BodySource {
  /// Does nothing.
  public func sent() {}
}
