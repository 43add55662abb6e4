import Rollcall
import Testing

@Suite struct DecimalTextTests {
  @Test(arguments: [
    "0", "-0", "1", "46.0512345", "-180", "0.1", "1e22", "1e23", "9007199254740993", "1.7976931348623157e308",
    "5e-324",
    "2.2250738585072011e-308", "123456789012345678901234567890", "0.30000000000000004",
    "100000000000000000000000",
    "1e-22", "1e-23", "7e-30", "8.5e0", "1E5", "1e+5", "0.000001", "1152921504606846976.0000", "00012.50",
  ])
  func aDecimalIsTheNearestDouble(text: String) {
    #expect(DecimalText.double(text) == Double(text))
  }

  @Test func minusZeroKeepsItsSign() {
    #expect(DecimalText.double("-0")?.sign == .minus)
  }

  @Test(arguments: [
    "", "-", "+1", "nan", "inf", "-inf", "0x1p3", "1.", ".5", "1e", "1e+", " 1", "1 ", "1_000", "1,5",
    "1e400", "-1e400",
    "--1", "1e5.5", "١", String(repeating: "1", count: 65),
  ])
  func whatIsNoDecimalIsNone(text: String) {
    #expect(DecimalText.double(text) == nil)
  }

  @Test(arguments: [
    ("5", 5), ("5.0", 5), ("5e0", 5), ("50e-1", 5), ("0.5e1", 5), ("1e3", 1_000), ("-0", 0), ("0e999", 0),
    ("0.000", 0),
    ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
    ("9007199254740993.0", 9_007_199_254_740_993),
    ("1000000000000000000", 1_000_000_000_000_000_000), ("10e17", 1_000_000_000_000_000_000),
    ("100000000000000000000e-2", 1_000_000_000_000_000_000), ("1.00000000000000000000000000", 1),
  ])
  func anIntegerIsExactHoweverItIsWritten(text: String, integer: Int64) {
    let bytes = Array(text.utf8)
    #expect(DecimalText.integer(bytes.span) == .exact(integer))
  }

  @Test(arguments: [
    ("5.5", DecimalText.IntegerReading.notInteger), ("1e-1", .notInteger),
    ("0.00000000000000000000000000001", .notInteger),
    ("9007199254740992.5", .notInteger), ("x", .notInteger), ("9223372036854775808", .outOfRange),
    ("-9223372036854775809", .outOfRange), ("1e19", .outOfRange), ("1e99999999999999999999", .outOfRange),
    ("123456789012345678901234567890", .outOfRange), ("12345678901234567890.5", .notInteger),
  ])
  func whatIsNoIntegerOfOursIsTold(text: String, reading: DecimalText.IntegerReading) {
    let bytes = Array(text.utf8)
    #expect(DecimalText.integer(bytes.span) == reading)
  }
}
