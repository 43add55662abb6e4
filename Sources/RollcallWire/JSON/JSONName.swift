/// Strings and keys compared as bytes after decoding their escapes: `"l\u0061t"` is `"lat"`.
enum JSONName {
  /// FNV-1a over the contents.
  static func hash(of entry: JSONEntry, in text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard !entry.isEscaped else { return hash(unescaped(entry, in: text)) }
    var hash = seed
    for index in Int(entry.start)..<Int(entry.end) { mix(text[index], into: &hash) }
    return hash
  }

  /// The same hash for a known name.
  static func hash(_ name: [UInt8]) -> UInt32 {
    var hash = seed
    for byte in name { mix(byte, into: &hash) }
    return hash
  }

  /// Whether two keys name the same member.
  static func areEqual(_ one: JSONEntry, _ other: JSONEntry, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    if one.isEscaped || other.isEscaped { return unescaped(one, in: text) == unescaped(other, in: text) }
    return text[Int(one.start)..<Int(one.end)].elementsEqual(text[Int(other.start)..<Int(other.end)])
  }

  /// Whether a key without escapes equals `name`. A hand-written loop: the library's comparison of sequences
  /// is slower here.
  static func isSame(_ key: UnsafeBufferPointer<UInt8>, _ name: [UInt8]) -> Bool {
    guard key.count == name.count else { return false }
    for index in name.indices where key[index] != name[index] { return false }
    return true
  }

  /// The contents without escapes. The scanner has validated them; anything else ends the contents here.
  static func unescaped(_ entry: JSONEntry, in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let end = Int(entry.end)
    var index = Int(entry.start)
    var contents: [UInt8] = []
    contents.reserveCapacity(end - index)
    while index < end {
      guard text[index] == UInt8(ascii: "\\") else {
        contents.append(text[index])
        index += 1
        continue
      }
      guard index + 1 < end else { break }
      let letter = text[index + 1]
      index += 2
      switch letter {
      case UInt8(ascii: "b"): contents.append(0x08)
      case UInt8(ascii: "f"): contents.append(0x0C)
      case UInt8(ascii: "n"): contents.append(0x0A)
      case UInt8(ascii: "r"): contents.append(0x0D)
      case UInt8(ascii: "t"): contents.append(0x09)
      case UInt8(ascii: "u"):
        guard let scalar = escapedScalar(at: &index, before: end, in: text) else { return contents }
        contents.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      default: contents.append(letter)
      }
    }
    return contents
  }

  /// The value of a hexadecimal digit.
  static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  private static let seed: UInt32 = 2_166_136_261

  private static func mix(_ byte: UInt8, into hash: inout UInt32) {
    hash = (hash ^ UInt32(byte)) &* 16_777_619
  }

  /// The scalar of `XXXX` or of `XXXX\uXXXX`; moves `index` past it.
  private static func escapedScalar(
    at index: inout Int, before end: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Unicode.Scalar? {
    guard let first = codeUnit(at: index, before: end, in: text) else { return nil }
    index += 4
    guard (0xD800...0xDBFF).contains(first) else { return Unicode.Scalar(first) }
    guard let second = codeUnit(at: index + 2, before: end, in: text), (0xDC00...0xDFFF).contains(second)
    else { return nil }
    index += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private static func codeUnit(at index: Int, before end: Int, in text: UnsafeBufferPointer<UInt8>) -> UInt32?
  {
    guard index + 4 <= end else { return nil }
    var value: UInt32 = 0
    for offset in 0..<4 {
      guard let digit = hexDigit(text[index + offset]) else { return nil }
      value = value << 4 | digit
    }
    return value
  }
}
