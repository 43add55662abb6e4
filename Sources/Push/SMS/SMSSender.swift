/// Hands text messages to a gateway, and waits for its answer, at most five seconds for each.
public final class SMSSender: Sendable {
  /// What became of handing a message over. Nothing in it says what or to whom.
  public enum Outcome: Equatable, Sendable {
    /// The gateway took it.
    case accepted
    /// Not now.
    case retry(reason: String)
    /// It would be refused again.
    case refused(reason: String)
  }

  private let settings: SMSSettings
  private let clock: @Sendable () -> Int64
  private let caller = HTTPCaller(allowsPrivateNetworks: true, timeout: 5_000)

  /// A sender with connections of its own.
  ///
  /// - Parameter clock: milliseconds since 1970.
  public init(_ settings: SMSSettings, clock: @escaping @Sendable () -> Int64) {
    self.settings = settings
    self.clock = clock
  }

  /// Hands a message over; an expired one is refused, not sent.
  public func send(_ message: SMSMessage) -> Outcome {
    let now = clock()
    guard now < message.expiresAt else { return .refused(reason: "the message has expired") }
    guard let call = SMSCalls.call(message, settings, now: now) else {
      return .refused(reason: "there is no valid secret to sign with")
    }
    switch caller.post(call) {
    case .success(let answer): return Self.outcome(of: answer.status)
    case .failure(.badURL), .failure(.badHeader), .failure(.badCertificate):
      return .refused(reason: "the gateway cannot be called: check its address and certificate")
    case .failure: return .retry(reason: "the gateway cannot be reached")
    }
  }

  /// Ends the calls under way, within about a second. There is no way back.
  public func stop() { caller.stop() }

  static func outcome(of status: Int) -> Outcome {
    switch status {
    case 200...299: .accepted
    case 408, 425, 429, 500...599: .retry(reason: "the gateway answered \(status)")
    default: .refused(reason: "the gateway answered \(status)")
    }
  }
}
