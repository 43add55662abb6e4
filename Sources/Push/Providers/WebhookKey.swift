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
