import Rollcall
import Testing

@Suite("A phone's clock, estimated from its uploads")
struct SessionClockTests {
  /// An attempt in seconds: what the phone said, and when it came.
  struct Sent: Sendable { var sent, received: Double }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let attempts: [Sent]
    let offset: Milliseconds
  }

  /// Attempts of a phone that is `behind` seconds behind, at these moments.
  static func live(_ moments: Double..., behind: Double) -> [Sent] {
    moments.map { Sent(sent: $0 - behind, received: $0) }
  }

  static let hour = 3_600.0

  static let cases = [
    Case(testDescription: "nothing is known", attempts: [], offset: 0),
    Case(testDescription: "one attempt is confirmed by nobody", attempts: live(0, behind: hour), offset: 0),
    Case(
      testDescription: "a slow phone is right with its second live upload",
      attempts: live(0, 60, behind: hour), offset: 3_600_000),
    Case(
      testDescription: "a phone one hour ahead has a negative offset", attempts: live(0, 60, behind: -hour),
      offset: -3_600_000),
    Case(
      testDescription: "exactly 10 s apart is far enough", attempts: live(0, 10, behind: hour),
      offset: 3_600_000),
    Case(
      testDescription: "9.999 s apart is too close", attempts: live(0, 9.999, behind: hour), offset: 0),
    Case(
      testDescription: "1 s of difference between the two distances is allowed; the smaller offset counts",
      attempts: [Sent(sent: 0, received: 100), Sent(sent: 60, received: 161)], offset: 100_000),
    Case(
      testDescription: "1.001 s of difference is not",
      attempts: [Sent(sent: 0, received: 100), Sent(sent: 60, received: 161.001)], offset: 0),
    Case(
      testDescription: "the smallest confirmed counts, not the smallest",
      attempts: live(0, 60, behind: 100) + live(120, behind: 50), offset: 100_000),
    Case(
      testDescription: "the smallest confirmed of two that are confirmed",
      attempts: live(0, 60, behind: 100) + live(120, 180, behind: 50), offset: 50_000),
    Case(testDescription: "below 5 s is none", attempts: live(0, 60, behind: 4.999), offset: 0),
    Case(testDescription: "5 s is one", attempts: live(0, 60, behind: 5), offset: 5_000),
    Case(testDescription: "4.999 s ahead is none", attempts: live(0, 60, behind: -4.999), offset: 0),
    Case(testDescription: "5 s ahead is one", attempts: live(0, 60, behind: -5), offset: -5_000),
    Case(
      testDescription: "only the last five count",
      attempts: live(0, 60, behind: 50) + live(120, 180, 240, 300, behind: 100), offset: 100_000),
    Case(
      testDescription: "a confirmation that left the last five is gone",
      attempts: live(0, behind: 50) + live(60, 120, 180, 240, behind: 100) + live(300, behind: 50),
      offset: 100_000),
    Case(
      testDescription: "a stale copy of an old body, however often it comes, has a growing offset",
      attempts: [0, 30, 60, 90, 120].map { Sent(sent: -hour, received: $0) }, offset: 0),
    Case(
      testDescription: "stale copies among live attempts of a right phone change nothing",
      attempts: live(0, 60, behind: 0.2) + [Sent(sent: 0, received: 90), Sent(sent: 60, received: 600)],
      offset: 0),
    Case(
      testDescription:
        "two bodies delayed by chance alike, yet a minute apart in sending and hours in coming",
      attempts: [Sent(sent: 0, received: hour), Sent(sent: 60, received: 2 * hour)], offset: 0),
  ]

  @Test(arguments: cases) func confirmedOffset(_ example: Case) {
    #expect(clock(example.attempts).confirmedOffset == example.offset)
  }

  @Test(arguments: cases) func survivesTheStore(_ example: Case) {
    let clock = clock(example.attempts)
    #expect(SessionClock(serialized: clock.serialized) == clock)
  }

  @Test(
    arguments: [[], [[]], [[1]], [[1, 2, 3]], [[], [7]], [[], [], [1, 2]], [[.min, .max]]] as [[[Int64]]])
  func readsWhateverIsStored(_ numbers: [[Int64]]) {
    #expect(SessionClock(serialized: numbers).confirmedOffset == 0)
  }

  @Test("Extreme times neither trap nor give an offset")
  func extremes() {
    var clock = SessionClock()
    for (sent, received) in [(Int64.min, Int64.max), (.max, .min), (.min, .min), (.max, .max), (0, .min)] {
      clock.recordAttempt(
        sentAt: Timestamp(milliseconds: sent), receivedAt: Timestamp(milliseconds: received))
      clock.recordUpload(
        newest: Timestamp(milliseconds: sent), receivedAt: Timestamp(milliseconds: received))
      _ = clock.judge(
        recordedAt: Timestamp(milliseconds: sent), receivedAt: Timestamp(milliseconds: received))
      _ = clock.steadyLag
    }
  }

  private func clock(_ attempts: [Sent]) -> SessionClock {
    var clock = SessionClock()
    for attempt in attempts {
      clock.recordAttempt(sentAt: .at(attempt.sent), receivedAt: .at(attempt.received))
    }
    return clock
  }
}
