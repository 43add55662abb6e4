import Foundation
import Rollcall
import Testing

@testable import RollcallWeb

@Suite("Local times")
struct LocalTimeTests {
  private static let noon = Timestamp(milliseconds: 1_795_262_673_123)  // 2026-11-21T12:04:33.123Z

  @Test("the day stands before the time when it is not today, the year when it is not this year's")
  func daysAndYears() {
    let today = LocalTime(Self.noon, offset: 0)
    let at = { (days: Int64) in
      LocalTime(Self.noon.advanced(by: days * 86_400_000), offset: 0).clock(today: today)
    }
    #expect(at(0) == "12:04:33")
    #expect(at(-1) == "20 Nov 12:04:33")
    #expect(at(-365) == "21 Nov 2025 12:04:33")
    #expect(at(1) == "22 Nov 12:04:33")
  }

  @Test("the same instant is read by each zone's own clock")
  func offsets() {
    #expect(LocalTime(Self.noon, offset: 3_600).second == "2026-11-21 13:04:33 +01:00")
    #expect(LocalTime(Self.noon, offset: -12_600).second == "2026-11-21 08:34:33 -03:30")
    #expect(LocalTime(Self.noon, offset: 50_400).second == "2026-11-22 02:04:33 +14:00")
    #expect(LocalTime.iso(Self.noon) == "2026-11-21T12:04:33.123Z")
  }

  @Test("yesterday is told by the local day, not by that of UTC")
  func localDay() {
    let beforeMidnight = Timestamp(milliseconds: 1_795_215_000_000)  // 2026-11-20T22:50:00Z
    let clock = PageClock(now: Self.noon) { _ in 3_600 }
    #expect(clock.time(beforeMidnight).text == "20 Nov 23:50:00")
    let ahead = PageClock(now: Self.noon) { _ in 7_200 }
    #expect(ahead.time(beforeMidnight).text == "00:50:00")
  }

  @Test("paper adds the day and the year that a text lacks, and the instant to an age that nobody updates")
  func onPaper() {
    let clock = PageClock(now: Self.noon) { _ in 0 }
    func printed(_ moment: Moment) -> String { moment.before + moment.text + moment.after }
    let (minute, day): (Int64, Int64) = (60_000, 86_400_000)
    #expect(printed(clock.time(Self.noon)) == "21 Nov 2026 12:04:33")
    #expect(printed(clock.minute(Self.noon.advanced(by: -day))) == "20 Nov 12:04 (2026)")
    #expect(printed(clock.time(Self.noon.advanced(by: -365 * day))) == "21 Nov 2025 12:04:33")
    #expect(printed(clock.minute(Self.noon, after: Self.noon.advanced(by: -minute))) == "12:04")
    #expect(printed(clock.minute(Self.noon, after: Self.noon.advanced(by: -day))) == "21 Nov 2026 12:04")
    #expect(printed(clock.age(of: Self.noon.advanced(by: -5 * minute))) == "5 min ago")
    let still = PageClock(now: Self.noon, isTicking: false) { _ in 0 }
    #expect(
      printed(still.age(of: Self.noon.advanced(by: -5 * minute)))
        == "5 min ago (2026-11-21 11:59:33 +00:00)")
    #expect(printed(clock.left(until: Self.noon.advanced(by: 5 * minute))) == "5 min")
    #expect(clock.span(Self.noon..<Self.noon.advanced(by: minute)) == "21 Nov 2026 12:04:33 – 12:05:33")
    let today = clock.start(of: clock.local(Self.noon).date)
    #expect(clock.span(today..<today.advanced(by: day)) == "Sat 21 Nov 2026")
  }

  @Test("each instant has the offset that was in force then")
  func daylightSaving() {
    let change = Timestamp(milliseconds: 1_792_890_000_000)  // 2026-10-25T01:00:00Z: central Europe goes back
    let clock = PageClock(now: Self.noon) { $0 < change ? 7_200 : 3_600 }
    #expect(clock.time(change.advanced(by: -1_000)).full == "2026-10-25 02:59:59 +02:00")
    #expect(clock.time(change).full == "2026-10-25 02:00:00 +01:00")
  }

  @Test("dates agree with the system's calendar over eight centuries")
  func calendar() throws {
    let formatter = ISO8601DateFormatter()
    for step in 0..<2_000 {
      let seconds = -9_000_000_000 + step * 12_345_679
      let text = LocalTime.iso(Timestamp(milliseconds: Int64(seconds) * 1_000))
      let expected = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
      // Before 1582 the system's formatter would change calendars; -9e9 s is 1684.
      #expect(text == expected.replacing("Z", with: ".000Z"))
    }
  }

  @Test("no instant traps", arguments: [Int64.min, .min + 1, -1, 0, .max - 1, .max])
  func extremes(milliseconds: Int64) {
    for offset in [Int.min, -86_399, 0, 86_399, .max] {
      let time = LocalTime(Timestamp(milliseconds: milliseconds), offset: offset)
      #expect((1...12).contains(time.month))
      #expect((1...31).contains(time.day))
      #expect(!time.second.isEmpty)
    }
  }
}
