extension [UInt8] {
  /// Appends an integer in decimal.
  package mutating func append(decimal number: Int64) {
    appendDigits(of: number.magnitude, decimals: 0, isNegative: number < 0)
  }

  /// Appends the shortest decimal that reads back as the same double: its `description`.
  package mutating func append(decimal number: Double) {
    guard let (digits, decimals) = Self.fewDecimals(of: number.magnitude) else {
      return append(contentsOf: number.description.utf8)
    }
    appendDigits(of: digits, decimals: decimals, isNegative: number.sign == .minus)
    if decimals == 0 { append(contentsOf: [UInt8(ascii: "."), UInt8(ascii: "0")]) }
  }

  /// A number as a whole one of at most 15 digits divided by a power of ten; `nil` = it has more digits, or is
  /// written with an exponent.
  ///
  /// No two decimals of at most 15 digits are the same double, and both parts are exact. So the one whose
  /// quotient is the number is its shortest decimal, once it ends in no zero.
  private static func fewDecimals(of number: Double) -> (digits: UInt64, decimals: Int)? {
    guard number == 0 || number >= 0.001 && number < 1e8 else { return nil }
    // Phones send degrees with seven decimals, and little else has more than three.
    for (decimals, power) in [(3, 1e3), (7, 1e7)] {
      var (digits, decimals) = (UInt64(number * power + 0.5), decimals)
      guard Double(digits) / power == number else { continue }
      while decimals > 0, digits % 10 == 0 { (digits, decimals) = (digits / 10, decimals - 1) }
      return (digits, decimals)
    }
    return nil
  }

  private mutating func appendDigits(of number: UInt64, decimals: Int, isNegative: Bool) {
    // A sign, 20 digits and a point fit.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
      var (rest, start, written) = (number, text.count, 0)
      repeat {
        if written == decimals, decimals > 0 {
          start -= 1
          text[start] = UInt8(ascii: ".")
        }
        start -= 1
        text[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
        written += 1
      } while rest > 0 || written <= decimals
      if isNegative {
        start -= 1
        text[start] = UInt8(ascii: "-")
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }
  }
}
