import Crypto
import Foundation
import Rollcall

/// What a phone goes on with.
public struct PhoneTokens: Equatable, Sendable {
  /// The access token.
  public let access: String
  /// The refresh token, good for one use.
  public let refresh: String
  /// How long the access token works, milliseconds.
  public let expiresIn: Int64
}

/// A refresh token: `rcf_`, the family of its login, a dot, and what is its own.
struct RefreshToken: Equatable, Sendable {
  /// The whole of it.
  let text: String
  /// What all tokens of the login have in common.
  private let family: String

  private static let prefix = "rcf_"

  /// The first of a login.
  static func first() -> RefreshToken {
    let family = Secret.random(prefix: prefix).text
    return RefreshToken(text: family + "." + Secret.random().text, family: family)
  }

  /// What a phone sent; `nil` for what cannot be one.
  init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard text.utf8.starts(with: Self.prefix.utf8), text.utf8.count <= 200, parts.count == 2,
      let family = String(parts[0])
    else { return nil }
    self.init(text: text, family: family)
  }

  private init(text: String, family: String) { (self.text, self.family) = (text, family) }

  var hash: SecretHash { SecretHash(of: text) }

  var familyHash: SecretHash { SecretHash(of: family) }

  /// The pair that comes after it. Only the salt is kept, so that the same pair can be told again to whoever has this
  /// token, and to nobody else: neither does the file say it, nor can it be told without the file.
  func successors(salt: [UInt8]) -> (access: Secret, refresh: RefreshToken) {
    func derived(_ what: String) -> [UInt8] {
      Array(
        HMAC<SHA256>.authenticationCode(for: Data("\(what) \(text)".utf8), using: SymmetricKey(data: salt)))
    }
    let next = family + "." + BaseEncoding.base64url.text(of: derived("refresh"))
    return (
      Secret(text: Secret.accessPrefix + BaseEncoding.base64url.text(of: derived("access"))),
      RefreshToken(text: next, family: family)
    )
  }

  /// 32 bytes that nobody can guess.
  static func salt() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
