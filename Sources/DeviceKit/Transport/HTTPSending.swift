import Foundation

/// A request to a Rollcall server.
public struct HTTPCall: Equatable, Sendable {
  /// `GET`, `POST`, `PUT` or `DELETE`.
  public var method: String
  /// The path below the server's address, e.g. `/app/v1/duty`.
  public var path: String
  /// Header fields; names in any case, each at most once.
  public var headers: [String: String]
  /// The body; empty = none.
  public var body: [UInt8]

  /// Creates a request.
  public init(method: String, path: String, headers: [String: String] = [:], body: [UInt8] = []) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }
}

/// The server's answer to a request.
public struct HTTPAnswer: Equatable, Sendable {
  /// The status code, 100…599.
  public var status: Int
  /// Header fields by lower-case name.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// Creates an answer; header names are made lower-case.
  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    self.body = body
  }
}

/// Sends requests to the server: one request, one answer. An app replaces it to use its own network stack, a
/// test to have none.
public protocol HTTPSending: Sendable {
  /// Sends a request and waits for the answer.
  ///
  /// - Throws: Any error when no complete answer came. The request may have arrived nevertheless.
  func send(_ call: HTTPCall) async throws -> HTTPAnswer
}

/// Who answers at the server's address.
enum ServerPresence {
  /// Rollcall.
  case there
  /// No answer, or a proxy whose server does not answer.
  case silent
  /// Another server, such as a captive portal.
  case stranger
}

/// The answer to `GET /health`: `{"status":"ok","time":"…"}`.
struct HealthAnswer: Decodable {
  var status: String
  var time: String

  /// Whether a body is Rollcall's own. A captive portal may answer every request with 200.
  static func isReal(_ body: [UInt8]) -> Bool {
    guard let answer = try? JSONDecoder().decode(HealthAnswer.self, from: Data(body)) else { return false }
    return answer.status == "ok" && !answer.time.isEmpty
  }
}
