import Testing

@testable import Rollcall

@Suite("When a message is handed over again")
struct RetryScheduleTests {
  private let first = Timestamp(milliseconds: 1_800_000_000_000)

  /// Seconds from the first attempt to the next one.
  private func next(
    _ schedule: RetrySchedule, after tried: Int, now: Double = 0, wanted: Double? = nil,
    until end: Double = 86_400, chance: Double = 0
  ) -> Double? {
    schedule.next(
      after: tried, since: first, now: at(now), wanted: wanted.map { Int64($0 * 1_000) },
      expiresAt: at(end), chance: chance
    ).map { Double($0.since(first)) / 1_000 }
  }

  private func at(_ seconds: Double) -> Timestamp {
    first.advanced(by: Milliseconds((seconds * 1_000).rounded()))
  }

  @Test(
    "Each kind of message has its waits, and an end",
    arguments: [
      // Counted from the first attempt.
      (RetrySchedule.phones, [1, 3, 7, 15, nil, nil]),
      // Counted from the latest attempt, here always at 0.
      (.channels, [5, 30, 120, 600, 3_600, 3_600]),
      (.codes, [1, 5, nil, nil, nil, nil]),
    ] as [(RetrySchedule, [Double?])])
  func waits(schedule: RetrySchedule, expected: [Double?]) {
    #expect((1...6).map { next(schedule, after: $0) } == expected)
    #expect(next(schedule, after: 0) == nil && next(schedule, after: -1) == nil)
    #expect((next(schedule, after: .max) == nil) == !schedule.isEndless)
  }

  @Test("Chance makes a wait longer by up to a quarter, never shorter")
  func chance() {
    #expect(next(.phones, after: 2, chance: 1) == 3.5 && next(.phones, after: 2, chance: 0.5) == 3.25)
    #expect(next(.phones, after: 2, chance: 9) == 3.5 && next(.phones, after: 2, chance: -9) == 3)
    #expect(next(.channels, after: 4, now: 1, chance: 1) == 751)
    #expect(next(.codes, after: 1, chance: 1) == 1)
  }

  @Test("What the service asks for is honoured, and an attempt that is late comes at once")
  func wanted() {
    #expect(next(.phones, after: 1, now: 0.2, wanted: 10) == 10.2)
    #expect(next(.phones, after: 1, now: 0.2, wanted: -5) == 1)
    #expect(next(.phones, after: 1, now: 0.2, wanted: 0.1) == 1)
    #expect(next(.phones, after: 1, now: 6) == 6)
    #expect(next(.channels, after: 1, now: 1, wanted: 60) == 61)
    #expect(next(.channels, after: 3, now: 1, wanted: 60) == 121)
  }

  @Test("Never at or after the time from which on the message is of no use")
  func end() {
    #expect(next(.phones, after: 2, until: 3) == nil && next(.phones, after: 2, until: 3.001) == 3)
    #expect(next(.channels, after: 30, now: 86_400 - 3_601) == 86_399)
    #expect(next(.channels, after: 30, now: 86_400 - 3_600) == nil)
    #expect(next(.channels, after: 1, wanted: 90_000) == nil)
    let never = Timestamp(milliseconds: .max)
    for schedule in [RetrySchedule.phones, .channels, .codes] {
      let next = schedule.next(
        after: 1, since: never, now: never, wanted: .max, expiresAt: never, chance: 1)
      #expect(next == nil)
    }
  }
}
