/// Numbers in plain decimal: `-12`, `5.0`, `1.25e-3`. Rejects a leading `+`, `nan`, `inf`, hexadecimal,
/// blanks and a bare point, all of which Swift's own `Double(_:)` accepts.
public enum DecimalText {
  /// The longest accepted text, in bytes.
  public static let limit = 64

  /// The nearest double; `nil` when the text is not a decimal number or too large for one.
  ///
  /// Up to 2⁵³ × 10^±22 one multiplication or division of exact doubles rounds correctly (Clinger, *How to
  /// read floating point numbers accurately*, 1990). Others take the slow path of the standard library.
  public static func double(_ text: Span<UInt8>) -> Double? {
    guard let parts = DecimalParts(text) else { return nil }
    if !parts.isCut, parts.significand <= 1 << 53, (-22...22).contains(parts.exponent) {
      let magnitude = Double(parts.significand)
      let scaled =
        parts.exponent < 0
        ? magnitude / exactPowers[-parts.exponent] : magnitude * exactPowers[parts.exponent]
      return parts.isNegative ? -scaled : scaled
    }
    guard let value = Double(string(text)), value.isFinite else { return nil }
    return value
  }

  /// The nearest double of a text, such as the field of a form.
  public static func double(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return double(bytes.span)
  }

  /// A decimal text read as an integer.
  public enum IntegerReading: Equatable, Sendable {
    /// Exactly this one. `5.0`, `50e-1` and `1e3` are integers, too.
    case exact(Int64)
    /// An integer outside 64 bits.
    case outOfRange
    /// A number that is not an integer, or not a number.
    case notInteger
  }

  /// Reads the text as an integer, without going through a double.
  public static func integer(_ text: Span<UInt8>) -> IntegerReading {
    guard let parts = DecimalParts(text) else { return .notInteger }
    guard parts.significand != 0 else { return .exact(0) }
    guard parts.exponent >= 0 else { return .notInteger }
    guard !parts.isCut, parts.exponent <= 18 else { return .outOfRange }
    var magnitude = parts.significand
    for _ in 0..<parts.exponent {
      let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
      guard !overflow else { return .outOfRange }
      magnitude = product
    }
    if parts.isNegative {
      guard magnitude <= Int64.min.magnitude else { return .outOfRange }
      return .exact(Int64(truncatingIfNeeded: 0 &- magnitude))
    }
    return Int64(exactly: magnitude).map { .exact($0) } ?? .outOfRange
  }

  private static let exactPowers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
  ]

  private static func string(_ text: Span<UInt8>) -> String {
    String(unsafeUninitializedCapacity: text.count) { buffer in
      for index in text.indices { buffer[index] = text[index] }
      return text.count
    }
  }
}

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
