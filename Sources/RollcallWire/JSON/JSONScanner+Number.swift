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
