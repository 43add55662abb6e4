import Crypto

/// A collapse key in a form that providers accept: 1…64 letters, digits, `-` and `_`.
enum CollapseID {
  /// The key itself if it fits, else its SHA-256 in hex; `nil` for an empty key.
  static func of(_ key: String) -> String? {
    if key.isEmpty { return nil }
    if PushAddress.isTopic(key) { return key }
    let hex = Array("0123456789abcdef".utf8)
    let digits = SHA256.hash(data: Array(key.utf8)).flatMap { [hex[Int($0 >> 4)], hex[Int($0 & 15)]] }
    return String(decoding: digits, as: UTF8.self)
  }
}
