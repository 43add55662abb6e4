/// Requests to a partner's server (Standard Webhooks).
struct Webhook {
  let settings: PushSettings

  /// Whether there are secrets, all of the right shape.
  var hasKeys: Bool {
    !settings.webhookSecrets.isEmpty && settings.webhookSecrets.allSatisfy(PushSettings.isWebhookSecret)
  }

  /// The call that hands a message over, signed at this instant.
  func send(_ message: PushMessage, to url: String, now: Int64) throws(NotSent) -> HTTPCall {
    guard hasKeys else { throw Self.noSecret }
    let body = Fitting.fit(message, within: Fitting.limit) { title, body in
      JSONText.object([
        ("type", .text(message.type)), ("timestamp", .text(UTCText.of(now))),
        ("data", .object(data(message, title, body))),
      ]).bytes
    }
    guard let body else { throw .tooBig(.webhook) }
    let call = HTTPCall.signed(
      body, url: url, id: message.id, secrets: settings.webhookSecrets, now: now,
      userAgent: settings.userAgent)
    guard let call else { throw Self.noSecret }
    return call
  }

  private static let noSecret = NotSent.misconfigured("Webhook: there is no valid secret to sign with")

  private func data(_ message: PushMessage, _ title: String, _ body: String) -> [(String, JSONText)] {
    var members: [(String, JSONText)] = [
      ("title", .text(title)), ("message", .text(body)), ("expires_at", .text(UTCText.of(message.expiresAt))),
      ("urgent", .flag(message.isUrgent)), ("silent", .flag(message.isSilent)),
    ]
    if !message.collapseKey.isEmpty { members.append(("collapse_key", .text(message.collapseKey))) }
    if let url = message.acceptURL { members.append(("accept_url", .text(url))) }
    if let url = message.mapURL { members.append(("map_url", .text(url))) }
    return members + [("details", .texts(message.data))]
  }
}

/// Answers to a webhook (Standard Webhooks).
extension Webhook {
  /// The outcome of handing over one message: any 2xx means taken, 410 means gone, all else may pass.
  static func outcome(of answer: HTTPAnswer, now: Int64) -> Outcome {
    switch answer.status {
    case 200...299: .accepted(id: nil)
    case 410: .gone(reason: "Webhook: the server wants no more messages (410)")
    default:
      .retry(after: answer.retryAfter(now: now), reason: "Webhook: the server answered \(answer.status)")
    }
  }
}
