import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Scheduling a report")
struct SchedulePageTests {
  private let path = "/w/north/reports/schedules"
  private let north = Workspace.ID(1)

  @Test("A report is scheduled with the filter of its page, switched off, and removed")
  func life() async throws {
    let web = try TestWeb(keepsReports: true)
    let auditor = try AccountDesk(web, .auditor, email: "a@example.org")
    let page = await auditor.get("/w/north/reports/gaps?region=North&from=2026-11-20").text
    #expect(page.contains("Schedule this report") && page.contains("name=\"region\" value=\"North\""))
    let form = ["kind": "gaps", "region": "North", "rhythm": "week", "hour": "6", "from": "2026-11-20"]
    #expect(await auditor.post(path, form).status == 303)
    let made = try #require(try web.store.reports.reportSchedules(of: north).first)
    #expect(made.filter == "?region=North" && made.rhythm == .week && made.hour == 6)
    // 2026-11-21 is a Saturday: the week before has ended, and is not made any more.
    #expect(made.doneTo == CivilDate(year: 2026, month: 11, day: 16)?.daysSince1970)
    #expect(await auditor.post(path, form).status == 409)
    for bad in [["hour": "24"], ["hour": "-1"], ["rhythm": "year"], ["kind": "y"], ["kind": "x"]] {
      #expect(await auditor.post(path, form.merging(bad) { $1 }).status == 400)
    }
    let list = await auditor.get(path).text
    #expect(list.contains("Silences and gaps") && list.contains("Each week, on Monday, from 06:00"))
    let one = "\(path)/\(made.id.rawValue)"
    #expect(await auditor.post(one, ["do": "off"]).status == 303)
    #expect(try web.store.reports.reportSchedules(of: north).map(\.isOn) == [false])
    #expect(await auditor.post("\(path)/99", ["do": "off"]).status == 404)
    #expect(await auditor.post(one, ["do": "remove"]).status == 303)
    #expect(try web.store.reports.reportSchedules(of: north) == [])
  }

  @Test("What is scheduled before its hour is made at its hour; after it, the next day")
  func today() async throws {
    let web = try TestWeb(keepsReports: true)
    let auditor = try AccountDesk(web, .auditor, email: "a@example.org")
    let today = CivilDate(year: 2026, month: 11, day: 21)?.daysSince1970 ?? 0
    for hour in [0, 23] {
      let form = ["kind": "gaps", "region": "R\(hour)", "rhythm": "day", "hour": "\(hour)"]
      #expect(await auditor.post(path, form).status == 303)
    }
    let made = try web.store.reports.reportSchedules(of: north).sorted { $0.hour < $1.hour }
    #expect(made.map(\.doneTo) == [today, today - 1])
  }

  @Test("Without a folder the page says so, and nothing is scheduled")
  func off() async throws {
    let web = try TestWeb()
    let auditor = try AccountDesk(web, .auditor, email: "a@example.org")
    #expect(await auditor.get(path).text.contains("--reports DIR"))
    #expect(await auditor.post(path, ["kind": "gaps", "rhythm": "day", "hour": "6"]).status == 409)
    #expect(try web.store.reports.reportSchedules(of: north) == [])
  }
}
