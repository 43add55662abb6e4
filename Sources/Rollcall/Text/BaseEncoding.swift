/// Bytes as letters and digits (RFC 4648).
public enum BaseEncoding: Sendable {
  /// 5 bits a character, for typing. Without padding.
  case base32
  /// 6 bits a character, for URLs. Without padding.
  case base64url
  /// 6 bits a character, padded, for other programs.
  case base64

  /// The text of `bytes`.
  public func text(of bytes: [UInt8]) -> String {
    let alphabet = Array(alphabet.utf8)
    let mask = UInt32(alphabet.count - 1)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 8 + width - 1) / width)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= width {
        count -= width
        text.append(alphabet[Int(bits >> UInt32(count) & mask)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << UInt32(width - count) & mask)]) }
    if self == .base64 { while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) } }
    return String(decoding: text, as: UTF8.self)
  }

  /// Bits of one character.
  private var width: Int { self == .base32 ? 5 : 6 }

  private var alphabet: String {
    switch self {
    case .base32: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    case .base64: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    case .base64url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    }
  }
}
