import Mustache

/// HTML escaping by Unicode scalar.
///
/// The library's own escaper walks `Character`s: a quote followed by a combining mark is one Character, not
/// equal to a quote, and would end an attribute. HTML parsers work on scalars, and so does this.
struct ScalarHTML: MustacheContentType {
  /// Its name in templates.
  static let name = "HTML"

  func escapeText(_ text: String) -> String {
    guard text.utf8.contains(where: Self.isSpecial) else { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 { Self.append(byte, to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Every special scalar is one byte in UTF-8, and no other scalar contains that byte.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"), 0:
      true
    default: false
    }
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
    case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
    case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
    case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
    case UInt8(ascii: "'"): bytes += Array("&#39;".utf8)
    case 0: bytes += Array("\u{FFFD}".utf8)
    default: bytes.append(byte)
    }
  }
}
