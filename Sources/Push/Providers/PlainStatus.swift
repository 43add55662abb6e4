extension HTTPAnswer {
  /// The outcome by status alone, when the body says nothing better. Each provider judges its own successes.
  ///
  /// - Parameter isTrusted: whether the operator named the server; refusals of other servers are not our
  ///   mistake.
  func plainOutcome(_ provider: PushProvider, now: Int64, isTrusted: Bool = true) -> Outcome {
    func lasting(_ reason: String) -> Outcome {
      isTrusted ? .misconfigured(reason: reason) : .refused(reason: reason)
    }
    let name = provider.name
    switch status {
    case 401, 403: return lasting("\(name): our credentials are refused (\(status))")
    case 300...399, 404, 405:
      return lasting("\(name): nothing takes messages at the server's address (\(status))")
    case 408, 425: return .retry(after: retryAfter(now: now), reason: "\(name): not now (\(status))")
    case 429: return .retry(after: retryAfter(now: now), reason: "\(name): too many messages (429)")
    case 413: return .refused(reason: "\(name): the message is too big (413)")
    case 400...499: return .refused(reason: "\(name): the message is refused (\(status))")
    default: return .retry(after: retryAfter(now: now), reason: "\(name): the server has a fault (\(status))")
    }
  }
}
