import Testing

@testable import Rollcall

@Suite("When a channel is tried again")
struct NoticeScheduleTests {
  private let made = Timestamp(milliseconds: 1_000_000)

  private func next(_ tried: Int, at seconds: Int64, wanted: Int64? = nil, chance: Double = 0) -> Int64? {
    let now = made.advanced(by: seconds * 1_000)
    return NoticeSchedule.next(
      after: tried, made: made, now: now, wanted: wanted.map { $0 * 1_000 }, chance: chance
    ).map { $0.since(now) / 1_000 }
  }

  @Test("5 s, 30 s, 2 min, 10 min, then each hour, for a day")
  func waits() {
    #expect((1...7).map { next($0, at: 1) } == [5, 30, 120, 600, 3_600, 3_600, 3_600])
    #expect(next(30, at: 86_400 - 3_601) == 3_600)
    #expect(next(30, at: 86_400 - 3_600) == nil)
  }

  @Test("A little later by chance, never sooner; and not before the server wants it")
  func chance() {
    #expect(next(4, at: 1, chance: 1) == 750)
    #expect(next(1, at: 1, wanted: 60) == 60 && next(3, at: 1, wanted: 60) == 120)
    #expect(next(1, at: 1, wanted: -5) == 5 && next(1, at: 1, wanted: 90_000) == nil)
  }

  @Test("What is new brings the next attempt forward, but not within 30 s, nor against the server's wish")
  func forward() {
    let now = Timestamp(milliseconds: 10_000_000)
    func forward(planned: Int64, last: Int64, held: Int64? = nil) -> Int64 {
      NoticeSchedule.broughtForward(
        now.advanced(by: planned), last: now.advanced(by: last), heldUntil: held.map { now.advanced(by: $0) },
        now: now
      ).since(now)
    }
    #expect(forward(planned: 3_000_000, last: -600_000) == 0)
    #expect(forward(planned: 3_000_000, last: -10_000) == 20_000)
    #expect(forward(planned: 4_000, last: -1_000) == 4_000)
    #expect(forward(planned: 3_000_000, last: -600_000, held: 90_000) == 90_000)
    #expect(forward(planned: -5, last: -600_000) == -5)
  }
}
