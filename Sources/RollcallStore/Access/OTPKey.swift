import Crypto
import Foundation
import Rollcall

/// What codes are hashed with. A code has but a million values, so a plain hash would hide nothing; this key is never
/// written down, and a restart makes the codes under way worthless.
struct OTPKey: Sendable {
  private let key = SymmetricKey(size: .bits256)

  /// The hash of a code of a number.
  func hash(_ code: String, of number: PhoneNumber) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Data("\(number.text):\(code)".utf8), using: key))
  }
}
