/// The secret that a member's app and the server share.
public struct TOTPSecret: Equatable, Sendable {
  /// 20 random bytes.
  public let bytes: [UInt8]

  /// A secret of these bytes; `nil` unless there are `TOTP.secretLength`.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == TOTP.secretLength else { return nil }
    self.bytes = bytes
  }

  /// The secret in base 32, as apps take it: 32 letters and digits.
  public var text: String { Base32.text(of: bytes) }

  /// The same in groups of four, for typing it by hand.
  public var grouped: String {
    let letters = Array(text.utf8)
    return stride(from: 0, to: letters.count, by: 4).map {
      String(decoding: letters[$0..<min($0 + 4, letters.count)], as: UTF8.self)
    }.joined(separator: " ")
  }

  /// What the code on the screen holds: `otpauth://totp/…`, by Google's key URI format.
  ///
  /// - Parameters:
  ///   - account: the member's address.
  ///   - issuer: what the app shows above it.
  public func address(account: String, issuer: String = "Rollcall") -> String {
    let name = Self.escaped(issuer)
    return "otpauth://totp/\(name):\(Self.escaped(account))?secret=\(text)&issuer=\(name)"
      + "&algorithm=SHA1&digits=6&period=30"
  }

  /// Everything but letters, digits and `-._~` as `%XX`.
  private static func escaped(_ text: String) -> String {
    let hex = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Base 32 (RFC 4648) without padding.
enum Base32 {
  /// The letters and digits of `bytes`.
  static func text(of bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
    var text: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 5 {
        count -= 5
        text.append(alphabet[Int(bits >> UInt32(count)) & 31])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << UInt32(5 - count)) & 31]) }
    return String(decoding: text, as: UTF8.self)
  }
}
