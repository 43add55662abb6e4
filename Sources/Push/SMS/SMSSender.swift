/// A service that brings text messages to phones: turns one into a request. The address is the operator's and
/// is trusted. It never describes itself, because it holds secrets.
public protocol SMSGateway: Sendable, CustomReflectable, CustomStringConvertible {
  /// The request that hands a message over; `nil` when it cannot be signed.
  func call(_ message: SMSMessage, now: Int64, userAgent: String) -> HTTPCall?
}

extension SMSGateway {
  /// Fixed: the value holds secrets.
  public var description: String { "SMSGateway" }
  /// Empty: the value holds secrets.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Hands text messages to a gateway, and waits for its answer, at most five seconds for each.
public final class SMSSender: Sendable {
  private let gateway: any SMSGateway
  private let userAgent: String
  private let clock: @Sendable () -> Int64
  private let caller = HTTPCaller(allowsPrivateNetworks: true, timeout: 5_000)

  /// A sender with connections of its own.
  ///
  /// - Parameter clock: milliseconds since 1970.
  public init(_ gateway: any SMSGateway, userAgent: String, clock: @escaping @Sendable () -> Int64) {
    (self.gateway, self.userAgent) = (gateway, userAgent)
    self.clock = clock
  }

  /// Hands a message over; an expired one is refused, not sent.
  public func send(_ message: SMSMessage) -> Outcome {
    let now = clock()
    guard now < message.expiresAt else { return .refused(reason: "the message has expired") }
    guard let call = gateway.call(message, now: now, userAgent: userAgent) else {
      return .refused(reason: "there is no valid secret to sign with")
    }
    switch caller.post(call) {
    case .success(let answer): return Self.outcome(of: answer.status)
    case .failure(.badURL), .failure(.badHeader), .failure(.badCertificate):
      return .refused(reason: "the gateway cannot be called: check its address and certificate")
    case .failure: return .retry(after: nil, reason: "the gateway cannot be reached")
    }
  }

  /// Ends the calls in progress, within about a second, for good.
  public func stop() { caller.stop() }

  static func outcome(of status: Int) -> Outcome {
    switch status {
    case 200...299: .accepted(id: nil)
    case 408, 425, 429, 500...599: .retry(after: nil, reason: "the gateway answered \(status)")
    default: .refused(reason: "the gateway answered \(status)")
    }
  }
}
