extension JSONScanner {
  /// Scans a string, including its quotes.
  mutating func scanString(_ kind: JSONEntry.Kind) throws(JSONError) -> JSONEntry {
    position += 1
    let start = position
    var isEscaped = false
    while true {
      skipPlain()
      switch try peek() {
      case UInt8(ascii: "\""):
        var string = entry(kind, from: start)
        string.isEscaped = isEscaped
        position += 1
        return string
      case UInt8(ascii: "\\"):
        isEscaped = true
        try scanEscape()
      case 0..<0x20:
        throw JSONError(.controlCharacter, at: position)
      default:
        try scanScalar()
      }
    }
  }

  /// Skips to the next byte that is not plain ASCII.
  private mutating func skipPlain() {
    var index = position
    while index < text.count {
      let byte = text[index]
      guard byte >= 0x20, byte < 0x80, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
      index += 1
    }
    position = index
  }

  /// Scans an escape; both halves of a surrogate pair.
  private mutating func scanEscape() throws(JSONError) {
    let start = position
    position += 1
    switch try peek() {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      position += 1
      switch try scanHex() {
      case 0xD800...0xDBFF:
        guard try peek() == UInt8(ascii: "\\") else { throw JSONError(.loneSurrogate, at: start) }
        position += 1
        guard try peek() == UInt8(ascii: "u") else { throw JSONError(.loneSurrogate, at: start) }
        position += 1
        guard (0xDC00...0xDFFF).contains(try scanHex()) else { throw JSONError(.loneSurrogate, at: start) }
      case 0xDC00...0xDFFF:
        throw JSONError(.loneSurrogate, at: start)
      default:
        break
      }
    default:
      throw JSONError(.badEscape, at: start)
    }
  }

  private mutating func scanHex() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = JSONName.hexDigit(try peek()) else { throw JSONError(.badEscape, at: position) }
      value = value << 4 | digit
      position += 1
    }
    return value
  }

  /// Scans a scalar of two to four bytes, by table 3-7 of the Unicode Standard: shortest form, no surrogates,
  /// at most U+10FFFF.
  private mutating func scanScalar() throws(JSONError) {
    let start = position
    let second: ClosedRange<UInt8>
    let length: Int
    switch text[start] {
    case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
    case 0xE0: (second, length) = (0xA0...0xBF, 3)
    case 0xED: (second, length) = (0x80...0x9F, 3)
    case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
    case 0xF0: (second, length) = (0x90...0xBF, 4)
    case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
    case 0xF4: (second, length) = (0x80...0x8F, 4)
    default: throw JSONError(.badUTF8, at: start)
    }
    guard start + length <= text.count, second.contains(text[start + 1]) else {
      throw JSONError(.badUTF8, at: start)
    }
    for index in start + 2..<start + length where !(0x80...0xBF).contains(text[index]) {
      throw JSONError(.badUTF8, at: start)
    }
    position = start + length
  }
}

extension JSONScanner {
  /// Scans a number by the grammar of RFC 8259 section 6: `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]?
  /// [0-9]+)?`.
  mutating func scanNumber() throws(JSONError) -> JSONEntry {
    let start = position
    skip(UInt8(ascii: "-"))
    let first = position
    let integerDigits = skipDigits()
    guard integerDigits > 0 else {
      throw JSONError(position < text.count ? .unexpectedByte : .unexpectedEnd, at: position)
    }
    guard integerDigits == 1 || text[first] != UInt8(ascii: "0") else {
      throw JSONError(.badNumber, at: start)
    }
    if skip(UInt8(ascii: ".")), skipDigits() == 0 { throw JSONError(.badNumber, at: start) }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "-")) { skip(UInt8(ascii: "+")) }
      if skipDigits() == 0 { throw JSONError(.badNumber, at: start) }
    }
    guard position - start <= JSONLimits.number else { throw JSONError(.numberTooLong, at: start) }
    return entry(.number, from: start)
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while position < text.count, text[position] &- UInt8(ascii: "0") <= 9 { position += 1 }
    return position - start
  }

  @discardableResult private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }
}
