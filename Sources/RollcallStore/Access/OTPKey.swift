import Crypto
import Foundation
import Rollcall

/// The key for hashing codes. A code has only a million values, so a plain hash would hide nothing. The key
/// is never written down, and a restart makes the pending codes worthless.
struct OTPKey: Sendable {
  private let key = SymmetricKey(size: .bits256)

  /// The hash of a number's code.
  func hash(_ code: String, of number: PhoneNumber) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Data("\(number.text):\(code)".utf8), using: key))
  }
}
