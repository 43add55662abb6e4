import Rollcall
import Testing

@testable import RollcallWeb

@Suite("The local days of a span")
struct LocalDaysTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let zone, from, to: String
    let days: [String]
    let hours: [Double]
  }

  static let cases = [
    Case(
      testDescription: "clocks are put back", zone: "Europe/Ljubljana", from: "2026-10-23T22:00:00Z",
      to: "2026-10-26T23:00:00Z", days: ["2026-10-24", "2026-10-25", "2026-10-26"], hours: [24, 25, 24]),
    Case(
      testDescription: "clocks are put forward", zone: "Europe/Ljubljana", from: "2026-03-28T23:00:00Z",
      to: "2026-03-30T22:00:00Z", days: ["2026-03-29", "2026-03-30"], hours: [23, 24]),
    Case(
      testDescription: "clocks are put forward at midnight", zone: "America/Santiago",
      from: "2026-09-05T04:00:00Z", to: "2026-09-07T03:00:00Z", days: ["2026-09-05", "2026-09-06"],
      hours: [24, 23]),
    Case(
      testDescription: "parts of days", zone: "Asia/Kathmandu", from: "2026-11-20T17:15:00Z",
      to: "2026-11-21T18:45:00Z", days: ["2026-11-20", "2026-11-21", "2026-11-22"], hours: [1, 24, 0.5]),
    Case(
      testDescription: "within one day", zone: "UTC", from: "2026-11-20T17:15:00Z",
      to: "2026-11-20T17:15:01Z", days: ["2026-11-20"], hours: [1.0 / 3_600]),
    Case(
      testDescription: "nothing", zone: "UTC", from: "2026-11-20T17:15:00Z", to: "2026-11-20T17:15:00Z",
      days: [], hours: []),
  ]

  @Test(
    "a day begins where its clocks are put forward at midnight, and when they are put back there",
    arguments: [
      ("America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z"),
      ("Atlantic/Azores", "2026-03-29", "2026-03-29T01:00:00.000Z"),
      ("America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z"),
      ("America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z"),
      ("Europe/Ljubljana", "2026-03-29", "2026-03-28T23:00:00.000Z"),
      ("Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z"),
    ])
  func beginnings(zone: String, day: String, instant: String) {
    #expect(Zone(zone).start(ofDay: day)?.rfc3339 == instant)
  }

  @Test("each follows the one before, and they are the whole span", arguments: cases)
  func days(_ one: Case) throws {
    let span = TimeSpan(
      from: try #require(Timestamp(rfc3339: one.from)), to: try #require(Timestamp(rfc3339: one.to)))
    let days = Array(LocalDays(span, timeZone: one.zone))
    #expect(days.map(\.day) == one.days)
    #expect(days.map { Double($0.span.length) / 3_600_000 } == one.hours)
    for (day, next) in zip(days, days.dropFirst()) { #expect(day.span.to == next.span.from) }
    #expect(days.reduce(0) { $0 + $1.span.length } == span.length)
  }
}
