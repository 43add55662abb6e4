import Foundation
import Rollcall
import Testing

@Suite("Weekly hours of duty")
struct TimetableTests {
  private func offset(_ zone: String) throws -> Timetable.Offset {
    let zone = try #require(TimeZone(identifier: zone))
    return { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.milliseconds) / 1_000)) }
  }

  private func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

  private func times(_ from: String, _ to: String) throws -> (from: LocalTime, to: LocalTime) {
    (try #require(LocalTime(from)), try #require(LocalTime(to)))
  }

  private func table(
    _ days: [Int], _ from: String, _ to: String, except: [Timetable.Exception] = []
  ) throws -> Timetable {
    let (from, to) = try times(from, to)
    return Timetable(hours: [Timetable.Hours(days: days, from: from, to: to)], exceptions: except)
  }

  private func changes(
    _ table: Timetable, after start: String, in zone: String, count: Int
  ) throws -> [Timestamp] {
    var found: [Timestamp] = []
    var at = try instant(start)
    let offset = try offset(zone)
    while found.count < count, let next = table.nextChange(after: at, offset: offset) {
      found.append(next)
      at = next
    }
    return found
  }

  @Test("A night that passes midnight begins and ends by the clocks of the zone")
  func night() throws {
    let table = try table([1, 2, 3, 4, 5], "22:00", "06:00")
    let found = try changes(table, after: "2026-11-20T20:00:00Z", in: "Europe/Ljubljana", count: 4)
    let expected = [
      "2026-11-20T21:00:00Z", "2026-11-21T05:00:00Z", "2026-11-23T21:00:00Z", "2026-11-24T05:00:00Z",
    ]
    let instants = try expected.map(instant)
    #expect(found == instants)
  }

  @Test(
    "A time that does not exist is the first after the gap",
    arguments: [
      ("Europe/Ljubljana", "2026-03-28T12:00:00Z", "02:30", "2026-03-29T01:00:00Z"),
      ("America/New_York", "2026-03-07T12:00:00Z", "02:15", "2026-03-08T07:00:00Z"),
      ("Australia/Lord_Howe", "2026-10-03T02:00:00Z", "02:10", "2026-10-03T15:30:00Z"),
      ("America/Santiago", "2026-09-05T06:00:00Z", "00:30", "2026-09-06T04:00:00Z"),
    ])
  func gap(_ zone: String, _ after: String, _ from: String, _ begins: String) throws {
    let table = try table([1, 2, 3, 4, 5, 6, 7], from, "12:00")
    let found = try changes(table, after: after, in: zone, count: 4)
    let expected = try instant(begins)
    #expect(found.contains(expected))
  }

  @Test("Of a time that exists twice a beginning takes the first, an end the second")
  func twice() throws {
    let begins = try table([7], "02:30", "12:00")
    let ends = try table([7], "00:00", "02:30")
    let zone = "Europe/Ljubljana"
    let begin = try changes(begins, after: "2026-10-24T12:00:00Z", in: zone, count: 1)
    let end = try changes(ends, after: "2026-10-24T12:00:00Z", in: zone, count: 2)
    let (first, second) = (try instant("2026-10-25T00:30:00Z"), try instant("2026-10-25T01:30:00Z"))
    #expect(begin == [first])
    #expect(end.last == second)
  }

  @Test("An exception replaces the hours that begin on its date, and leaves the night before alone")
  func exceptions() throws {
    let off = Timetable.Exception(date: try #require(CivilDate(isoDay: "2026-11-24")), hours: nil)
    let table = try table([1, 2, 3], "22:00", "06:00", except: [off])
    let found = try changes(table, after: "2026-11-23T12:00:00Z", in: "UTC", count: 3)
    let expected = ["2026-11-23T22:00:00Z", "2026-11-24T06:00:00Z", "2026-11-25T22:00:00Z"]
    let instants = try expected.map(instant)
    #expect(found == instants)
  }

  @Test("Exceptions alone are hours, too, however far ahead")
  func exceptionsAlone() throws {
    let one = Timetable.Exception(
      date: try #require(CivilDate(isoDay: "2030-01-02")), hours: try times("08:00", "10:00"))
    let found = try changes(
      Timetable(exceptions: [one]), after: "2026-11-23T12:00:00Z", in: "UTC", count: 9)
    let instants = try ["2030-01-02T08:00:00Z", "2030-01-02T10:00:00Z"].map(instant)
    #expect(found == instants)
  }

  @Test("Hours that touch are one, and hours around the clock never change")
  func touching() throws {
    let (morning, noon) = (try times("08:00", "12:00"), try times("12:00", "16:00"))
    let table = Timetable(hours: [
      Timetable.Hours(days: [1], from: morning.from, to: morning.to),
      Timetable.Hours(days: [1], from: noon.from, to: noon.to),
    ])
    let span = table.hours(at: try instant("2026-11-23T12:00:00Z"), offset: try offset("UTC"))
    let (begin, end) = (try instant("2026-11-23T08:00:00Z"), try instant("2026-11-23T16:00:00Z"))
    #expect(span == TimeSpan(from: begin, to: end))
    let always = try self.table([1, 2, 3, 4, 5, 6, 7], "00:00", "24:00")
    let now = try instant("2026-11-23T12:00:00Z")
    let next = try #require(always.nextChange(after: now, offset: try offset("UTC")))
    #expect(next.since(now) > 300 * 86_400_000)
    let still = try always.hours(at: next, offset: offset("UTC"))
    #expect(still != nil)
  }

  @Test("Every change divides being inside from being outside", arguments: 0..<40)
  func divides(_ seed: Int) throws {
    let zones = ["Europe/Ljubljana", "America/Santiago", "Australia/Lord_Howe", "Africa/Casablanca"]
    let offset = try offset(zones[seed % zones.count])
    let from = try #require(LocalTime(minute: seed * 37 % 1_440))
    let to = try #require(LocalTime(minute: seed * 91 % 1_440))
    let days = [seed % 7 + 1, seed % 5 + 1]
    let table = Timetable(hours: [Timetable.Hours(days: days, from: from, to: to)])
    var at = try instant("2026-01-01T00:00:00Z")
    for _ in 0..<60 {
      guard let next = table.nextChange(after: at, offset: offset) else { break }
      let before = table.hours(at: next.advanced(by: -1), offset: offset) != nil
      let after = table.hours(at: next, offset: offset) != nil
      #expect(before != after)
      #expect(next > at)
      at = next
    }
  }

  @Test("A rule of two words or a timetable is read as it is written")
  func coding() throws {
    let text = #"{"rule":"timetable","hours":[{"days":[1,5],"from":"22:00","to":"06:00"}]}"#
    let rule = try JSONDecoder().decode(DutyRule.self, from: Data(text.utf8))
    let expected = DutyRule.timetable(try table([1, 5], "22:00", "06:00"))
    #expect(rule == expected)
    let again = try JSONDecoder().decode(DutyRule.self, from: JSONEncoder().encode(rule))
    #expect(again == rule)
    let empty = try JSONDecoder().decode(DutyRule.self, from: Data(#"{"rule":"timetable"}"#.utf8))
    #expect(!empty.problems().isEmpty)
  }

  @Test("The hours in a span are those of its instants, each once, whatever the clocks do")
  func spans() throws {
    let night = try table([1, 3, 5, 6, 7], "21:30", "02:30")
    let (from, to) = try times("23:00", "23:45")
    let cases = [
      night, Timetable(hours: night.hours + [Timetable.Hours(days: [6], from: from, to: to)]),
      Timetable(
        hours: night.hours,
        exceptions: [Timetable.Exception(date: CivilDate(daysSince1970: 20_540), hours: nil)]),
      Timetable(exceptions: [Timetable.Exception(date: CivilDate(daysSince1970: 20_540), hours: (from, to))]),
    ]
    // Clocks are put forward in this week.
    let span = TimeSpan(from: try instant("2026-03-25T01:10:00Z"), to: try instant("2026-04-01T22:40:00Z"))
    for table in cases {
      let offset = try offset("Europe/Ljubljana")
      let spans = table.spans(in: span, offset: offset)
      var at = span.from
      while at < span.to {
        let isIn = spans.count { $0.from <= at && at < $0.to }
        #expect(isIn == (table.hours(at: at, offset: offset) == nil ? 0 : 1), "\(at.rfc3339)")
        at = at.advanced(by: 600_000)
      }
    }
  }
}
