import Rollcall
import Testing

@testable import RollcallWeb

@Suite("The beginning and the end of a span in a form")
struct SpanFieldTests {
  static let ljubljana = Zone.pageClock("Europe/Ljubljana", now: TestWeb.start)

  /// What a form sends that shows this field.
  static func sent(_ field: SpanField) -> [(name: String, value: String)] {
    [("\(field.name)_day", field.day), ("\(field.name)_time", field.time)]
      + (field.exact.isEmpty ? [] : [("\(field.name)_exact", field.exact)])
  }

  struct Shown: Sendable {
    let end: SpanField.End
    let text, day, time: String
  }

  @Test(
    "A day alone is whole, the last one too; a time stands beside its day",
    arguments: [
      Shown(end: .from, text: "2026-11-21", day: "2026-11-21", time: ""),
      Shown(end: .to, text: "2026-11-22", day: "2026-11-21", time: ""),
      Shown(end: .from, text: "2026-11-20T23:00:00Z", day: "2026-11-21", time: ""),
      Shown(end: .to, text: "2026-11-21T23:00:00Z", day: "2026-11-21", time: ""),
      Shown(end: .from, text: "2026-11-21T12:00:00+01:00", day: "2026-11-21", time: "12:00"),
      Shown(end: .to, text: "2026-11-21T16:00", day: "2026-11-21", time: "16:00"),
      Shown(end: .to, text: "2026-11-21T16:00:05Z", day: "2026-11-21", time: "17:00:05"),
      Shown(end: .from, text: "T12:00", day: "", time: "12:00"),
      Shown(end: .from, text: "yesterday", day: "", time: ""),
      Shown(end: .to, text: "", day: "", time: ""),
      // Days of 25 and of 23 hours.
      Shown(end: .to, text: "2026-10-25T23:00:00Z", day: "2026-10-25", time: ""),
      Shown(end: .to, text: "2026-03-29T22:00:00Z", day: "2026-03-29", time: ""),
    ])
  func shown(_ one: Shown) {
    let field = SpanField("x", "X", one.end, text: one.text, Self.ljubljana)
    #expect(field.day == one.day && field.time == one.time)
  }

  @Test(
    "What is shown and sent again means the same instant, also where clocks show an hour twice",
    arguments: ["Europe/Ljubljana", "America/Santiago", "America/Havana", "Asia/Kathmandu"])
  func sentAgain(zone: String) throws {
    let clock = Zone.pageClock(zone, now: TestWeb.start)
    // Every 15 min of the days around both changes, on the second and beside it.
    for day in ["2026-03-08", "2026-03-29", "2026-09-06", "2026-10-25", "2026-11-01", "2026-11-21"] {
      let start = try #require(Timestamp(rfc3339: "\(day)T00:00:00Z")).advanced(by: -43_200_000)
      for step in 0..<192 {
        for beside: Int64 in [0, 1, 59_999] {
          let instant = start.advanced(by: Int64(step) * 900_000 + beside)
          let from = SpanField("from", "From", .from, text: instant.rfc3339, clock)
          let to = SpanField("to", "To", .to, text: instant.rfc3339, clock)
          let plain = try #require(TypedSpan.plain(Self.sent(from) + Self.sent(to)))
          #expect(Zone(zone).instant(plain[0].value) == instant, "\(zone) from \(instant.rfc3339)")
          #expect(Zone(zone).end(plain[1].value) == instant, "\(zone) to \(instant.rfc3339)")
        }
      }
    }
  }

  @Test("A typed day and time become one text, as links have it")
  func typed() throws {
    func plain(_ pairs: (String, String)...) -> String? {
      TypedSpan.plain(pairs.map { (name: $0.0, value: $0.1) })?.map { "\($0.name)=\($0.value)" }.joined(
        separator: "&")
    }
    #expect(plain(("responder", "1"), ("from", "2026-11-21")) == nil)
    #expect(
      plain(("from_day", "2026-11-20"), ("from_time", ""), ("to_day", "2026-11-21"), ("to_time", ""))
        == "from=2026-11-20&to=2026-11-22")
    #expect(
      plain(("to_day", "2026-12-31"), ("to_time", "16:30"), ("flag", "mock"))
        == "flag=mock&to=2026-12-31T16:30")
    #expect(plain(("from_day", ""), ("from_time", "12:00")) == "from=T12:00")
    #expect(plain(("from_day", ""), ("from_time", ""), ("x", "1")) == "x=1")
    // An instant that was shown counts only while its day and time stay.
    let exact = "2026-10-25T02:30:00.000+01:00"
    #expect(
      plain(("from_day", "2026-10-25"), ("from_time", "02:30"), ("from_exact", exact)) == "from=\(exact)")
    #expect(
      plain(("from_day", "2026-10-25"), ("from_time", "03:30"), ("from_exact", exact))
        == "from=2026-10-25T03:30")
    #expect(
      plain(("from_day", "2026-10-25"), ("from_time", ""), ("from_exact", exact)) == "from=2026-10-25")
  }

  @Test(
    "A typed day of 23, 24 or 25 hours is that long; an hour shown twice is taken whole",
    arguments: [("2026-03-29", 23), ("2026-11-21", 24), ("2026-10-25", 25)])
  func lengths(day: String, hours: Int64) throws {
    let plain = try #require(
      TypedSpan.plain([("from_day", day), ("from_time", ""), ("to_day", day), ("to_time", "")]))
    let zone = Zone("Europe/Ljubljana")
    let (from, to) = (zone.instant(plain[0].value), zone.end(plain[1].value))
    #expect(try #require(to).since(#require(from)) == hours * 3_600_000)
    let twice = (zone.instant("2026-10-25T02:00"), zone.end("2026-10-25T02:59"))
    #expect(try #require(twice.1).since(#require(twice.0)) == 119 * 60_000)
  }
}

@Suite("The time of a page that shows a day")
struct AskedDaysTests {
  private static func asked(
    _ day: String = "", _ from: String = "", _ to: String = "", most: AskedDays.Most = .hours(25)
  ) throws -> AskedDays {
    let web = try TestWeb()
    let workspace = try DispatchDesk(web).workspace
    return AskedDays(
      day: day, from: from, to: to, in: workspace, SpanFieldTests.ljubljana, most: most)
  }

  @Test("A day, or today; an end alone means all of its day; hours may pass midnight")
  func times() throws {
    let today = try Self.asked()
    #expect(today.isDay && today.day.isoDay == "2026-11-21" && today.problem.isEmpty)
    #expect(try Self.asked("2026-10-25").span.length == 25 * 3_600_000)
    #expect(try Self.asked("", "2026-03-29").span.length == 23 * 3_600_000)
    let until = try Self.asked("", "", "2026-11-20T06:00")
    #expect(until.span.length == 6 * 3_600_000 && until.day.isoDay == "2026-11-20" && !until.isDay)
    let night = try Self.asked("", "2026-11-19T18:00", "2026-11-20T06:00")
    #expect(night.span.length == 12 * 3_600_000 && night.day.isoDay == "2026-11-19")
  }

  @Test("What cannot be shown is said, and today is shown")
  func problems() throws {
    #expect(try Self.asked("x").problem == Words.Spans.wrongDay)
    #expect(try Self.asked("", "x").problem == Words.Spans.wrongFrom)
    #expect(try Self.asked("", "", "T06:00").problem == Words.Spans.toNeedsDay)
    #expect(try Self.asked("", "2026-11-21", "2026-11-20").problem == Words.Spans.wrongOrder)
    let long = try Self.asked("", "2026-11-19", "2026-11-21")
    #expect(long.problem == Words.Spans.tooLong(hours: 25) && long.day.isoDay == "2026-11-21")
    #expect(
      try Self.asked("", "2026-09-01", "2026-11-01", most: .days(31)).problem
        == Words.Spans.tooManyDays(31))
  }
}
