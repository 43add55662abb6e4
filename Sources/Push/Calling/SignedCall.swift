import Crypto
import Foundation

/// A secret that webhooks are signed with. https://www.standardwebhooks.com
struct WebhookKey {
  private let key: SymmetricKey

  /// Reads `whsec_` and base64 of 24…64 bytes; nil for anything else.
  init?(secret: String) {
    let prefix = "whsec_"
    guard secret.utf8.starts(with: prefix.utf8),
      let bytes = Data(base64Encoded: String(secret.utf8.dropFirst(prefix.utf8.count)) ?? ""),
      (24...64).contains(bytes.count)
    else { return nil }
    key = SymmetricKey(data: bytes)
  }

  /// `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`.
  func signature(id: String, timestamp: Int64, body: [UInt8]) -> String {
    let signed = Array("\(id).\(timestamp).".utf8) + body
    let code = HMAC<SHA256>.authenticationCode(for: signed, using: key)
    return "v1," + Data(code).base64EncodedString()
  }
}

extension HTTPCall {
  /// A POST of JSON that is signed with each secret, at this instant (Standard Webhooks); `nil` without valid secrets.
  static func signed(
    _ body: [UInt8], url: String, id: String, secrets: [String], now: Int64, userAgent: String,
    isTrusted: Bool = false
  ) -> HTTPCall? {
    let keys = secrets.compactMap(WebhookKey.init(secret:))
    guard !keys.isEmpty, keys.count == secrets.count else { return nil }
    let seconds = now / 1_000
    let signatures = keys.map { $0.signature(id: id, timestamp: seconds, body: body) }
    return HTTPCall(
      url: url,
      headers: [
        ("Content-Type", "application/json"), ("User-Agent", userAgent), ("webhook-id", id),
        ("webhook-timestamp", String(seconds)), ("webhook-signature", signatures.joined(separator: " ")),
      ], body: body, isTrusted: isTrusted, mayBeOfOwnAuthority: !isTrusted)
  }
}
