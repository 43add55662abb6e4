import DeviceKit
import Rollcall
import Testing

@Suite("Backing off")
struct BackoffTests {
  @Test(
    "the wait doubles with each failure up to the longest, half of it by chance",
    arguments: [
      (1, 0.0, 500), (1, 1.0, 1_000), (2, 0.0, 1_000), (3, 0.5, 3_000), (7, 1.0, 30_000), (7, 0.0, 15_000),
      (1_000_000, 1.0, 30_000), (Int.max, 0.0, 15_000), (0, 0.0, 500), (Int.min, 2.0, 1_000),
      (1, .nan, 1_000),
    ] as [(Int, Double, Milliseconds)])
  func doubling(failures: Int, random: Double, expected: Milliseconds) {
    #expect(Backoff().wait(after: failures, random: random) == expected)
  }

  @Test("the wait is never shorter than the server asked for, up to an hour")
  func obedience() {
    #expect(Backoff().wait(after: 1, retryAfter: 30_000, random: 0) == 30_000)
    #expect(Backoff().wait(after: 9, retryAfter: 1_000, random: 0) == 15_000)
    #expect(Backoff().wait(after: 1, retryAfter: .max, random: 0) == 3_600_000)
    #expect(Backoff(first: .max, longest: .max).wait(after: 40, random: 0) >= .max / 2)
  }

  @Test(
    "Retry-After is a number of seconds",
    arguments: [
      ("0", 0), ("7", 7_000), ("120", 120_000), ("999999999", 999_999_999_000),
      ("", nil), ("-1", nil), ("+1", nil), ("1.5", nil), ("9999999999", nil), ("٣", nil),
      ("Wed, 21 Oct 2015 07:28:00 GMT", nil),
    ] as [(String, Milliseconds?)])
  func retryAfter(text: String, expected: Milliseconds?) {
    #expect(Backoff.retryAfter(["retry-after": text]) == expected)
  }

  @Test("without the header there is no Retry-After")
  func absent() { #expect(Backoff.retryAfter([:]) == nil) }
}
