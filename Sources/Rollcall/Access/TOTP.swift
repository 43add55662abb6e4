/// Time-based one-time passwords (RFC 6238): SHA-1, six digits, a new one every 30 s, as all authenticator
/// apps expect.
public enum TOTP {
  /// How long a code is shown, ms.
  public static let period: Milliseconds = 30_000
  /// Bytes of a secret: as many as the hash has (RFC 4226, section 4).
  public static let secretLength = 20

  /// The number of the period that contains an instant; 0 before 1970.
  public static func step(at now: Timestamp) -> Int64 { max(0, now.milliseconds) / period }

  /// The message authenticated with the secret: the step as eight bytes, the highest first.
  public static func message(of step: Int64) -> [UInt8] {
    let bits = UInt64(bitPattern: step)
    return (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
  }

  /// The six digits of an HMAC; `nil` when it does not have the length of SHA-1.
  public static func code(of mac: [UInt8]) -> String? {
    guard mac.count == 20, let last = mac.last else { return nil }
    // The last four bits say where the number begins; its sign is dropped.
    let start = Int(last & 0x0F)
    let number = mac[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let digits = String(number % 1_000_000)
    return String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }

  /// The step whose code was typed: this one, the one before or the one after, because clocks differ. Only a
  /// step after `last` counts, because a code seen over a shoulder must not work again.
  ///
  /// - Parameters:
  ///   - typed: six digits, possibly with blanks between them.
  ///   - last: the step of the last accepted code; -1 for none.
  ///   - mac: the HMAC-SHA-1 of a message with the member's secret.
  public static func accepted(
    _ typed: String, at now: Timestamp, after last: Int64, mac: ([UInt8]) -> [UInt8]
  ) -> Int64? {
    guard let digits = digits(typed) else { return nil }
    let step = step(at: now)
    // All steps are checked, so that the time taken reveals nothing.
    return [step, step - 1, step + 1].reduce(Int64?.none) { found, candidate in
      let isRight = isEqual(code(of: mac(message(of: candidate))) ?? "", digits)
      return isRight && candidate > last ? found ?? candidate : found
    }
  }

  /// The six digits that were typed; `nil` for anything else.
  static func digits(_ typed: String) -> String? {
    let bytes = typed.utf8.filter { $0 != UInt8(ascii: " ") }
    guard bytes.count == 6, bytes.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isEqual(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    return zip(left.utf8, right.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// The secret shared by a member's app and the server.
public struct TOTPSecret: Equatable, Sendable {
  /// 20 random bytes.
  public let bytes: [UInt8]

  /// A secret of these bytes; `nil` unless there are `TOTP.secretLength`.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == TOTP.secretLength else { return nil }
    self.bytes = bytes
  }

  /// The secret in base 32, as apps accept it: 32 letters and digits.
  public var text: String { BaseEncoding.base32.text(of: bytes) }

  /// The same in groups of four, for typing it by hand.
  public var grouped: String {
    let letters = Array(text.utf8)
    return stride(from: 0, to: letters.count, by: 4).map {
      String(decoding: letters[$0..<min($0 + 4, letters.count)], as: UTF8.self)
    }.joined(separator: " ")
  }

  /// The content of the QR code: `otpauth://totp/…`, in Google's key URI format.
  ///
  /// - Parameters:
  ///   - account: the member's address.
  ///   - issuer: the name that the app shows above it.
  public func address(account: String, issuer: String = "Rollcall") -> String {
    let name = PercentEncoding.text(of: issuer)
    return "otpauth://totp/\(name):\(PercentEncoding.text(of: account))?secret=\(text)&issuer=\(name)"
      + "&algorithm=SHA1&digits=6&period=30"
  }
}
