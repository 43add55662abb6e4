/// A parsed decimal text: ± significand × 10^exponent, without trailing zeros in the significand.
struct DecimalParts {
  var isNegative = false
  var significand: UInt64 = 0
  /// 0 when the number is 0.
  var exponent = 0
  /// Whether there were more significant digits than the significand can hold. Its value is useless then, the
  /// exponent is still right.
  var isCut = false

  private var pendingZeros = 0
  private var position = 0

  /// `nil` when the text is not `-? digits (. digits)? ([eE] [+-]? digits)?` of at most ``DecimalText/limit`` bytes.
  init?(_ text: Span<UInt8>) {
    guard text.count <= DecimalText.limit else { return nil }
    isNegative = skip("-", in: text)
    guard readDigits(text) > 0 else { return nil }
    var scale = 0
    if skip(".", in: text) {
      scale = readDigits(text)
      guard scale > 0 else { return nil }
    }
    guard let power = readPower(text), position == text.count else { return nil }
    exponent = significand == 0 ? 0 : power + pendingZeros - scale
  }

  /// Reads digits into the significand. Returns how many there were.
  private mutating func readDigits(_ text: Span<UInt8>) -> Int {
    let start = position
    while position < text.count {
      let digit = text[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      position += 1
      if digit != 0 { take(UInt64(digit)) } else if significand != 0 { pendingZeros += 1 }
    }
    return position - start
  }

  private mutating func take(_ digit: UInt64) {
    guard !isCut else { return pendingZeros = 0 }
    while pendingZeros >= 0 {
      let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(pendingZeros == 0 ? digit : 0)
      guard !overflow, !carry else {
        isCut = true
        break
      }
      significand = sum
      pendingZeros -= 1
    }
    pendingZeros = 0
  }

  /// The exponent after an `e`; 0 without one, `nil` when it has no digits. Stays within ±10,000, far beyond
  /// any double.
  private mutating func readPower(_ text: Span<UInt8>) -> Int? {
    guard skip("e", in: text) || skip("E", in: text) else { return 0 }
    let isNegative = skip("-", in: text)
    if !isNegative { _ = skip("+", in: text) }
    let start = position
    var power = 0
    while position < text.count {
      let digit = text[position] &- UInt8(ascii: "0")
      guard digit <= 9 else { break }
      power = min(power * 10 + Int(digit), 10_000)
      position += 1
    }
    guard position > start else { return nil }
    return isNegative ? -power : power
  }

  private mutating func skip(_ character: Unicode.Scalar, in text: Span<UInt8>) -> Bool {
    guard position < text.count, Unicode.Scalar(text[position]) == character else { return false }
    position += 1
    return true
  }
}
