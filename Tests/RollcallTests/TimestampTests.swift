import Rollcall
import Testing

@Suite("Arithmetic with instants")
struct TimestampTests {
  static let ends: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]

  @Test("Stays at the ends of the range", arguments: ends, ends)
  func saturates(instant: Int64, duration: Int64) {
    let expected = Int64(clamping: Int128(instant) + Int128(duration))
    #expect(Timestamp(milliseconds: instant).advanced(by: duration).milliseconds == expected)
    let difference = Int64(clamping: Int128(instant) - Int128(duration))
    #expect(Timestamp(milliseconds: instant).since(Timestamp(milliseconds: duration)) == difference)
  }

  @Test(
    "Seconds become whole milliseconds, or nothing",
    arguments: [
      (1, 1_000), (0.0004, 0), (0.0005, 1), (-1.5, -1_500), (7.5, 7_500), (.nan, nil), (.infinity, nil),
      (1e300, nil), (-1e16, nil), (9_007_199_254_740, 9_007_199_254_740_000),
    ] as [(Double, Milliseconds?)])
  func seconds(_ seconds: Double, milliseconds: Milliseconds?) {
    #expect(Milliseconds.seconds(seconds) == milliseconds)
  }
}
