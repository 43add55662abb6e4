import Foundation

/// What the servers of channels are sent.
enum ChannelCalls {
  /// A POST to a server (Standard Webhooks); `nil` when it cannot be signed.
  static func webhook(
    _ message: ChannelMessage, url: String, secrets: [String], now: Int64, userAgent: String
  ) -> HTTPCall? {
    let keys = secrets.compactMap(WebhookKey.init(secret:))
    guard !keys.isEmpty, keys.count == secrets.count else { return nil }
    let body = JSONText.object([
      ("type", .text(message.type)), ("timestamp", .text(UTCText.of(message.at))),
      (
        "data",
        .object(
          [("title", .text(message.title)), ("message", .text(message.body))]
            + message.details.map { ($0.name, json($0.value)) }
            + [("url", json(.text(message.url)))])
      ),
    ]).bytes
    let seconds = now / 1_000
    let signatures = keys.map { $0.signature(id: message.id, timestamp: seconds, body: body) }
    return HTTPCall(
      url: url,
      headers: [
        ("Content-Type", "application/json"), ("User-Agent", userAgent), ("webhook-id", message.id),
        ("webhook-timestamp", String(seconds)), ("webhook-signature", signatures.joined(separator: " ")),
      ], body: body, isTrusted: false, mayBeOfOwnAuthority: true)
  }

  /// A message to a topic: https://docs.ntfy.sh/publish/#publish-as-json. `nil` when the URL names none.
  ///
  /// - Parameter ours: the operator's own server, which may be inside.
  static func ntfy(
    _ message: ChannelMessage, url: String, token: String?, ours: String, userAgent: String
  ) -> HTTPCall? {
    guard let topic = NtfyTopic(url: url, allowsPlainHTTP: true) else { return nil }
    var members: [(String, JSONText)] = [
      ("topic", .text(topic.topic)), ("title", .text(message.title)), ("message", .text(message.body)),
      ("priority", .number(priority(message.urgency))),
    ]
    if message.urgency == .high { members.append(("tags", .list([.text("rotating_light")]))) }
    if let url = message.url { members.append(("click", .text(url))) }
    var headers = [("Content-Type", "application/json"), ("User-Agent", userAgent)]
    if let token { headers.append(("Authorization", "Bearer " + token)) }
    return HTTPCall(
      url: topic.server + "/", headers: headers, body: JSONText.object(members).bytes,
      isTrusted: topic.server == WebURL(base: ours)?.text, mayBeOfOwnAuthority: true)
  }

  private static func priority(_ urgency: ChannelMessage.Urgency) -> Int64 {
    switch urgency {
    case .low: 2
    case .normal: 3
    case .high: 5
    }
  }

  private static func json(_ value: ChannelMessage.Value) -> JSONText {
    switch value {
    case .text(let text): text.map { .text($0) } ?? .null
    case .number(let number): .number(number)
    case .flag(let flag): .flag(flag)
    }
  }
}
