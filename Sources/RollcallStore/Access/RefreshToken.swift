import Crypto
import Foundation
import Rollcall

/// The tokens of a phone's session.
public struct PhoneTokens: Equatable, Sendable {
  /// The access token.
  public let access: String
  /// The refresh token, valid for one use.
  public let refresh: String
  /// How long the access token is valid, milliseconds.
  public let expiresIn: Int64
}

/// A refresh token: `rcf_`, the family of its login, a dot, and a part of its own.
struct RefreshToken: Equatable, Sendable {
  /// The whole of it.
  let text: String
  /// The part that all tokens of the login share.
  private let family: String

  private static let prefix = "rcf_"

  /// The first of a login.
  static func first() -> RefreshToken {
    let family = Secret.random(prefix: prefix).text
    return RefreshToken(text: family + "." + Secret.random().text, family: family)
  }

  /// Parses what a phone sent; `nil` when it is malformed.
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

  /// The pair that succeeds it. Only the salt is stored: the same pair can be derived again for the holder of
  /// this token and for no one else, because neither the file nor the token alone is enough.
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

  /// 32 unpredictable bytes.
  static func salt() -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}
