/// Hands messages to providers, from several threads at once. Each call waits for the provider's answer, at most
/// for the timeout of the settings (twice or three times that for FCM, when an access token is needed first).
///
/// For example:
/// ```swift
/// let sender = PushSender(settings) { now() }
/// if let address = PushAddress(provider: .ntfy, token: "rc-u8Kf3mPq0aZr5tYw2LxC") {
///   let outcome = sender.send(message, to: address)
/// }
/// ```
public final class PushSender: Sendable {
  private let settings: PushSettings
  private let clock: @Sendable () -> Int64
  private let caller: HTTPCaller
  private let access: FCMAccess

  /// A sender with connections of its own.
  ///
  /// - Parameter clock: milliseconds since 1970.
  public init(_ settings: PushSettings, clock: @escaping @Sendable () -> Int64) {
    let caller = HTTPCaller(
      allowsPrivateNetworks: settings.allowsPrivateNetworks, authorities: settings.authorities,
      timeout: settings.timeout)
    self.settings = settings
    self.clock = clock
    self.caller = caller
    access = FCMAccess { now throws(NotSent) in
      guard let account = settings.fcm else { throw .misconfigured("FCM: there is no service account") }
      let call = try GoogleExchange.call(account, now: now, userAgent: settings.userAgent)
      switch caller.post(call) {
      case .success(let answer): return try GoogleExchange.access(in: answer, now: now)
      case .failure(let failure): throw NotSent(outcome: failure.outcome(.fcm, isTrusted: true))
      }
    }
  }

  /// Whether the provider's settings are complete; otherwise every message to it is `misconfigured`.
  public func isConfigured(_ provider: PushProvider) -> Bool {
    switch provider {
    case .expo: PushSettings.isBaseURL(settings.expoURL)
    case .fcm: settings.fcm != nil && PushSettings.isBaseURL(settings.fcmURL)
    case .ntfy: PushSettings.isBaseURL(settings.ntfyURL)
    case .webhook: Webhook(settings: settings).hasKeys
    }
  }

  /// Hands a message over, and waits for the answer. An expired message is refused, not sent.
  public func send(_ message: PushMessage, to address: PushAddress) -> Outcome {
    guard let left = message.secondsLeft(at: clock()) else {
      return .refused(reason: "\(address.provider.name): not sent, the message has expired")
    }
    do throws(NotSent) {
      switch address.provider {
      case .expo:
        let call = try Expo(settings: settings).send(message, to: address.token, secondsLeft: left)
        return post(call, .expo) { Expo.outcome(of: $0, now: $1) }
      case .fcm:
        return try sendByFCM(message, to: address.token, secondsLeft: left)
      case .ntfy:
        let call = try Ntfy(settings: settings).send(message, to: address.token)
        return post(call, .ntfy) { Ntfy.outcome(of: $0, now: $1, isTrusted: call.isTrusted) }
      case .webhook:
        let call = try Webhook(settings: settings).send(message, to: address.token, now: clock())
        return post(call, .webhook) { Webhook.outcome(of: $0, now: $1) }
      }
    } catch {
      return error.outcome
    }
  }

  /// Asks Expo for the receipts of messages, by the ids that it accepted them with. Missing = not known yet,
  /// or not available now. Waits for one call per 1000 ids.
  public func receipts(_ ids: [String]) -> [String: Outcome] {
    var known: [String: Outcome] = [:]
    for start in stride(from: 0, to: ids.count, by: Expo.receiptLimit) {
      let part = Array(ids[start..<min(start + Expo.receiptLimit, ids.count)])
      guard let call = try? Expo(settings: settings).receipts(part),
        case .success(let answer) = caller.post(call)
      else { continue }
      let asked = Set(part)
      known.merge(Expo.receipts(of: answer).filter { asked.contains($0.key) }) { _, new in new }
    }
    return known
  }

  /// Ends the calls in progress, within about a second, and closes the connections. Later calls get `retry`.
  public func stop() {
    caller.stop()
  }

  /// Sends with an access token; once more with a new one when that is refused before its time.
  private func sendByFCM(
    _ message: PushMessage, to token: String, secondsLeft: Int64
  ) throws(NotSent) -> Outcome {
    guard let account = settings.fcm else { throw .misconfigured("FCM: there is no service account") }
    func call(with accessToken: String) throws(NotSent) -> HTTPCall {
      try FCM(settings: settings).send(
        message, to: token, account: account, accessToken: accessToken, secondsLeft: secondsLeft)
    }
    let first = try access.token(now: clock())
    let result = caller.post(try call(with: first))
    if case .success(let answer) = result, FCM.refusesAccess(answer) {
      access.forget(first)
      let second = try access.token(now: clock())
      return post(try call(with: second), .fcm) { FCM.outcome(of: $0, now: $1) }
    }
    return outcome(of: result, .fcm, isTrusted: true) { FCM.outcome(of: $0, now: $1) }
  }

  private func post(
    _ call: HTTPCall, _ provider: PushProvider, _ read: (HTTPAnswer, _ now: Int64) -> Outcome
  ) -> Outcome {
    outcome(of: caller.post(call), provider, isTrusted: call.isTrusted, read)
  }

  private func outcome(
    of result: Result<HTTPAnswer, CallFailure>, _ provider: PushProvider, isTrusted: Bool,
    _ read: (HTTPAnswer, _ now: Int64) -> Outcome
  ) -> Outcome {
    switch result {
    case .success(let answer): read(answer, clock())
    case .failure(let failure): failure.outcome(provider, isTrusted: isTrusted)
    }
  }
}
