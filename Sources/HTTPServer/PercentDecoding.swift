/// Decoding of `%HH`, once. Invalid input is refused, never guessed.
enum PercentDecoding {
  /// Decodes a path or a part of a form.
  ///
  /// - Parameter plusIsBlank: true for `application/x-www-form-urlencoded`.
  /// - Returns: nil for a broken escape, for a NUL, and for what is not UTF-8.
  static func decode(_ bytes: some Collection<UInt8>, plusIsBlank: Bool) -> String? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = iterator.next().flatMap(nibble), let low = iterator.next().flatMap(nibble) else {
          return nil
        }
        decoded.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsBlank:
        decoded.append(UInt8(ascii: " "))
      default:
        decoded.append(byte)
      }
    }
    guard !decoded.contains(0) else { return nil }
    return String(validating: decoded, as: UTF8.self)
  }

  /// The value of one hexadecimal digit.
  static func nibble(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Writes form text: letters, digits and `-._*` stay, a blank becomes `+`, the rest `%HH`.
  static func appendFormText(_ text: String, to output: inout [UInt8]) {
    let digits = StaticString("0123456789ABCDEF")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "*"):
        output.append(byte)
      case UInt8(ascii: " "):
        output.append(UInt8(ascii: "+"))
      default:
        output.append(UInt8(ascii: "%"))
        output.append(digits.utf8Start[Int(byte >> 4)])
        output.append(digits.utf8Start[Int(byte & 15)])
      }
    }
  }
}
