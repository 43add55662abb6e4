import Rollcall
import Testing

@testable import RollcallWeb

@Suite("Scheduled reports when clocks are changed")
struct ScheduleClockTests {
  private static let workspace = Workspace(
    id: Workspace.ID(1), slug: "north", name: "North", timeZone: "Europe/Ljubljana", retentionDays: 90)

  /// A report of each day at two o'clock, looked for each quarter of an hour; when which period was made.
  private func made(from: String, to: String, doneTo: Int) throws -> [String] {
    var now = try #require(Timestamp(rfc3339: from))
    var reached = doneTo
    let end = try #require(Timestamp(rfc3339: to))
    var made: [String] = []
    while now < end {
      let schedule = ReportSchedule(
        id: ReportSchedule.ID(1), kind: "gaps", filter: "", rhythm: .day, hour: 2, doneTo: reached)
      if let period = ScheduledReport.due(schedule, of: Self.workspace, at: now) {
        made.append("\(now.rfc3339) \(period.firstDay) \(period.endDay)")
        reached = period.to
      }
      now = now.advanced(by: 900_000)
    }
    return made
  }

  @Test("two o'clock is left out: it is made at three, once, of the day of 24 hours and then of that of 23")
  func forward() throws {
    let day = try #require(CivilDate(year: 2026, month: 3, day: 28)).daysSince1970
    #expect(
      try made(from: "2026-03-28T23:00:00Z", to: "2026-03-30T22:00:00Z", doneTo: day) == [
        "2026-03-29T01:00:00.000Z 2026-03-28 2026-03-29", "2026-03-30T00:00:00.000Z 2026-03-29 2026-03-30",
      ])
  }

  @Test("two o'clock comes twice: it is made at the first, and not again at the second")
  func back() throws {
    let day = try #require(CivilDate(year: 2026, month: 10, day: 24)).daysSince1970
    #expect(
      try made(from: "2026-10-24T22:00:00Z", to: "2026-10-26T23:00:00Z", doneTo: day) == [
        "2026-10-25T00:00:00.000Z 2026-10-24 2026-10-25", "2026-10-26T01:00:00.000Z 2026-10-25 2026-10-26",
      ])
  }
}
