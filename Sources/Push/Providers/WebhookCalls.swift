/// What a partner's server is sent (Standard Webhooks).
struct WebhookCalls {
  let settings: PushSettings

  /// Whether there are secrets, all of the right shape.
  var hasKeys: Bool { keys != nil }

  /// The call that hands a message over, signed at this instant.
  func send(_ message: PushMessage, to url: String, now: Int64) throws(NotSent) -> HTTPCall {
    guard let keys else { throw .misconfigured("Webhook: there is no valid secret to sign with") }
    let body = Fitting.fit(message, within: Fitting.limit) { title, body in
      JSONText.object([
        ("type", .text(message.type)), ("timestamp", .text(UTCText.of(now))),
        ("data", .object(data(message, title, body))),
      ]).bytes
    }
    guard let body else { throw .tooBig(.webhook) }
    let seconds = now / 1_000
    let signatures = keys.map { $0.signature(id: message.id, timestamp: seconds, body: body) }
    return HTTPCall(
      url: url,
      headers: [
        ("Content-Type", "application/json"), ("User-Agent", settings.userAgent),
        ("webhook-id", message.id), ("webhook-timestamp", String(seconds)),
        ("webhook-signature", signatures.joined(separator: " ")),
      ],
      body: body, isTrusted: false, mayBeOfOwnAuthority: true)
  }

  private var keys: [WebhookKey]? {
    let keys = settings.webhookSecrets.compactMap(WebhookKey.init(secret:))
    return keys.isEmpty || keys.count < settings.webhookSecrets.count ? nil : keys
  }

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
