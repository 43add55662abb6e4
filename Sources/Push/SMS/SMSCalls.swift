import Foundation

/// What an SMS gateway is sent.
enum SMSCalls {
  private static let userAgent = "Rollcall"

  /// The call that hands a message over; `nil` when it cannot be signed.
  static func call(_ message: SMSMessage, _ settings: SMSSettings, now: Int64) -> HTTPCall? {
    switch settings {
    case .webhook(let url, let secrets): webhook(message, url, secrets, now)
    case .twilio(let url, let account, let token, let from): twilio(message, url, account, token, from)
    }
  }

  private static func webhook(_ message: SMSMessage, _ url: String, _ secrets: [String], _ now: Int64)
    -> HTTPCall?
  {
    let keys = secrets.compactMap(WebhookKey.init(secret:))
    guard !keys.isEmpty, keys.count == secrets.count else { return nil }
    let body = JSONText.object([
      ("type", .text("sms")), ("timestamp", .text(UTCText.of(now))),
      (
        "data",
        .object([
          ("to", .text(message.to)), ("text", .text(message.text)),
          ("expires_at", .text(UTCText.of(message.expiresAt))),
        ])
      ),
    ]).bytes
    let seconds = now / 1_000
    let signatures = keys.map { $0.signature(id: message.id, timestamp: seconds, body: body) }
    return HTTPCall(
      url: url,
      headers: [
        ("Content-Type", "application/json"), ("User-Agent", userAgent), ("webhook-id", message.id),
        ("webhook-timestamp", String(seconds)), ("webhook-signature", signatures.joined(separator: " ")),
      ], body: body, isTrusted: true)
  }

  /// https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
  private static func twilio(
    _ message: SMSMessage, _ url: String, _ account: String, _ token: String, _ from: String
  ) -> HTTPCall {
    let form = [("To", message.to), ("From", from), ("Body", message.text)]
      .map { "\($0)=\(encoded($1))" }.joined(separator: "&")
    return HTTPCall(
      url: "\(url)/2010-04-01/Accounts/\(encoded(account))/Messages.json",
      headers: [
        ("Content-Type", "application/x-www-form-urlencoded"), ("User-Agent", userAgent),
        ("Authorization", "Basic " + Data("\(account):\(token)".utf8).base64EncodedString()),
      ], body: Array(form.utf8), isTrusted: true)
  }

  /// All but RFC 3986's unreserved bytes as `%XX`.
  private static func encoded(_ text: String) -> String {
    // `nil` only for what is no Unicode, which a Swift text cannot be.
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
