import Testing

@testable import Rollcall

@Suite("Which period of a scheduled report is due")
struct ReportScheduleTests {
  private func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    CivilDate(year: year, month: month, day: day)?.daysSince1970 ?? 0
  }

  private func schedule(
    _ rhythm: ReportSchedule.Rhythm, hour: Int = 6, doneTo: Int = 0, filter: String = "", isOn: Bool = true,
    retryAt: Timestamp? = nil
  ) -> ReportSchedule {
    ReportSchedule(
      id: ReportSchedule.ID(3), kind: "gaps", filter: filter, rhythm: rhythm, hour: hour, isOn: isOn,
      doneTo: doneTo, problem: retryAt == nil ? "" : "full", retryAt: retryAt)
  }

  private func name(
    _ schedule: ReportSchedule, on today: Int, at hour: Int, _ instant: Timestamp = Timestamp(milliseconds: 0)
  ) -> String? {
    schedule.due(today: today, hour: hour, at: instant).map(schedule.fileName)
  }

  @Test("The day, the week from Monday, the month before; on their day from their hour on")
  func periods() {
    // A Monday.
    let monday = day(2026, 11, 23)
    #expect(name(schedule(.day), on: monday, at: 6) == "gaps-2026-11-22-2026-11-23.csv")
    #expect(name(schedule(.day), on: monday, at: 5) == "gaps-2026-11-21-2026-11-22.csv")
    #expect(name(schedule(.week), on: monday, at: 6) == "gaps-2026-11-16-2026-11-23.csv")
    #expect(name(schedule(.week), on: monday, at: 5) == "gaps-2026-11-09-2026-11-16.csv")
    #expect(name(schedule(.week), on: monday + 6, at: 0) == "gaps-2026-11-16-2026-11-23.csv")
    #expect(name(schedule(.month), on: day(2026, 3, 1), at: 6) == "gaps-2026-02-01-2026-03-01.csv")
    #expect(name(schedule(.month), on: day(2026, 3, 1), at: 5) == "gaps-2026-01-01-2026-02-01.csv")
    #expect(name(schedule(.month), on: day(2028, 3, 31), at: 0) == "gaps-2028-02-01-2028-03-01.csv")
    #expect(
      name(schedule(.day, filter: "?region=North"), on: monday, at: 6) == "gaps-2026-11-22-2026-11-23-3.csv")
  }

  @Test("Each period once; of what was missed the last; not while it is off or waits after a failure")
  func due() {
    let monday = day(2026, 11, 23)
    #expect(name(schedule(.week, doneTo: monday - 7), on: monday, at: 5) == nil)
    #expect(name(schedule(.week, doneTo: monday - 7), on: monday, at: 6) != nil)
    #expect(name(schedule(.week, doneTo: monday), on: monday + 6, at: 23) == nil)
    #expect(
      name(schedule(.week, doneTo: monday - 70), on: monday, at: 6) == "gaps-2026-11-16-2026-11-23.csv")
    #expect(name(schedule(.day, isOn: false), on: monday, at: 6) == nil)
    let later = Timestamp(milliseconds: 600_000)
    #expect(name(schedule(.day, retryAt: later), on: monday, at: 6) == nil)
    #expect(name(schedule(.day, retryAt: later), on: monday, at: 6, later) != nil)
  }

  @Test("Through four years of hours, each period is due once, in order, without a hole")
  func history() {
    for rhythm in ReportSchedule.Rhythm.allCases {
      var done = rhythm.last(endedBy: day(2026, 1, 15)).to
      for today in day(2026, 1, 15)..<day(2030, 1, 15) {
        for hour in [0, 5, 6, 23] {
          let found = schedule(rhythm, doneTo: done).due(
            today: today, hour: hour, at: Timestamp(milliseconds: 0))
          guard let period = found else { continue }
          #expect(period.from == done && period.to == today && hour == 6)
          done = period.to
        }
      }
      #expect(done == rhythm.last(endedBy: day(2030, 1, 14)).to)
    }
  }
}
