/// One request to a server: a POST, unless it only reads.
public struct HTTPCall: Sendable {
  var url: String
  var headers: [(name: String, value: String)]
  var body: [UInt8]
  /// Whether the operator named the server. Others must use https and public addresses.
  var isTrusted: Bool
  /// Whether the server may have a certificate of the operator's own authority: never one of the Internet's
  /// services.
  var mayBeOfOwnAuthority = false
  /// Whether it is a GET, without a body.
  var isGet = false
}

/// A server's answer: status, fields and up to 64 KiB of body.
struct HTTPAnswer {
  var status: Int
  /// Names in lower case.
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// The first field of that name, in lower case.
  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// How long the server asks us to wait, in milliseconds; `nil` when not stated.
  func retryAfter(now: Int64) -> Int64? {
    header("retry-after").flatMap { RetryAfter.milliseconds($0, now: now) }
  }
}

/// Why there is no answer.
enum CallFailure: Error, Equatable {
  /// No answer within the time allowed.
  case timedOut
  /// The name of the server has no address.
  case unresolved
  /// The server refuses the connection.
  case unreachable
  /// None of the server's addresses is allowed.
  case forbiddenAddress
  /// The server's certificate is not trusted.
  case badCertificate
  /// The URL is unusable.
  case badURL
  /// A header contains a line break or another control character.
  case badHeader
  /// The connection broke.
  case broken
  /// The sender is being stopped.
  case stopped

  /// The outcome that the answer means.
  ///
  /// - Parameter isTrusted: whether the operator named the server. A bad address that a phone or a partner
  ///   registered is not our mistake, and must not stop the provider for everyone.
  func outcome(_ provider: PushProvider, isTrusted: Bool) -> Outcome {
    let name = provider.name
    func lasting(_ reason: String) -> Outcome {
      isTrusted ? .misconfigured(reason: reason) : .refused(reason: reason)
    }
    switch self {
    case .timedOut: return .retry(after: nil, reason: "\(name): no answer in time")
    case .unresolved: return .retry(after: nil, reason: "\(name): the server's name is not found")
    case .unreachable: return .retry(after: nil, reason: "\(name): the server cannot be reached")
    case .broken: return .retry(after: nil, reason: "\(name): the connection broke")
    case .stopped: return .retry(after: nil, reason: "\(name): not sent, the program was stopping")
    case .forbiddenAddress: return .refused(reason: "\(name): the server is in a private network")
    case .badCertificate: return lasting("\(name): the server's certificate is not trusted")
    case .badHeader: return lasting("\(name): a header cannot hold what it should")
    case .badURL: return lasting("\(name): the server's address cannot be called")
    }
  }
}
