import Crypto
import Rollcall

/// A bearer secret: 32 random bytes, shown once, stored only as its hash.
public struct Secret: Sendable {
  /// The text that the holder sends, e.g. `rck_…`: a prefix and 43 characters of base64url.
  public let text: String

  /// A new secret from the system's secure source; of 32 bytes unless a person has to type it.
  public static func random(prefix: String = "", bytes count: Int = 32) -> Secret {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Secret(text: prefix + BaseEncoding.base64url.text(of: bytes))
  }

  /// The prefix of access tokens: none begins with a dash and looks like an option on a command line.
  static let accessPrefix = "rct_"

  /// The hash under which it is stored.
  public var hash: SecretHash { SecretHash(of: text) }
}

/// SHA-256 of a secret. The secret has 256 random bits, so a fast hash suffices.
public struct SecretHash: Hashable, Sendable {
  /// 32 bytes.
  public let bytes: [UInt8]

  /// The hash of a received secret.
  public init(of text: String) { bytes = Array(SHA256.hash(data: Array(text.utf8))) }

  /// A stored hash.
  init(stored bytes: [UInt8]) { self.bytes = bytes }
}
