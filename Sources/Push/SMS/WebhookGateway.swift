/// The operator's server that sends text messages: it accepts a signed POST (Standard Webhooks).
public struct WebhookGateway: SMSGateway {
  private let url: String
  private let secrets: [String]

  /// - Parameter secrets: `whsec_…`, the newest first.
  public init(url: String, secrets: [String]) { (self.url, self.secrets) = (url, secrets) }

  /// The request that hands a message over; `nil` when it cannot be signed.
  public func call(_ message: SMSMessage, now: Int64, userAgent: String) -> HTTPCall? {
    let body = JSONText.object([
      ("type", .text("sms")), ("timestamp", .text(UTCText.of(now))),
      (
        "data",
        .object(
          [
            ("to", .text(message.to)), ("text", .text(message.text)),
            ("expires_at", .text(UTCText.of(message.expiresAt))),
          ] + (message.receiptURL.map { [("receipt_url", .text($0))] } ?? []))
      ),
    ]).bytes
    return HTTPCall.signed(
      body, url: url, id: message.id, secrets: secrets, now: now, userAgent: userAgent, isTrusted: true)
  }
}
