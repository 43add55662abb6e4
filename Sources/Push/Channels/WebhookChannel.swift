/// A server that accepts signed messages (Standard Webhooks).
public struct WebhookChannel: ChannelWay {
  let url: String
  let secrets: [String]

  /// - Parameter secrets: `whsec_…`, the newest first.
  public init(url: String, secrets: [String]) { (self.url, self.secrets) = (url, secrets) }

  /// Hands a message over, and waits for the answer.
  public func send(_ message: ChannelMessage, with sender: ChannelSender) -> Outcome {
    let call = call(message, now: sender.clock(), userAgent: sender.settings.userAgent)
    return call.map(sender.post) ?? Outcome(.refused, "There is no valid secret to sign with")
  }

  /// The request; `nil` when it cannot be signed.
  func call(_ message: ChannelMessage, now: Int64, userAgent: String) -> HTTPCall? {
    let body = JSONText.object([
      ("type", .text(message.type)), ("timestamp", .text(UTCText.of(message.at))),
      (
        "data",
        .object(
          [("title", .text(message.title)), ("message", .text(message.body))]
            + message.details.map { ($0.name, Self.json($0.value)) }
            + [("url", Self.json(.text(message.url)))])
      ),
    ]).bytes
    return HTTPCall.signed(
      body, url: url, id: message.id, secrets: secrets, now: now, userAgent: userAgent)
  }

  private static func json(_ value: ChannelMessage.Value) -> JSONText {
    switch value {
    case .text(let text): text.map { .text($0) } ?? .null
    case .number(let number): .number(number)
    case .flag(let flag): .flag(flag)
    }
  }
}
