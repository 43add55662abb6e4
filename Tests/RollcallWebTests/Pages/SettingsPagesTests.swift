import Foundation
import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("Settings, alerts and reports")
struct SettingsPagesTests {
  @Test(
    "the retention is a whole number of days",
    arguments: [
      ("90", 90), ("1", 1), ("3650", 3_650), ("0", nil), ("3651", nil), ("+5", nil), ("1e2", nil), ("", nil),
      ("９０", nil), ("00090", nil), (" 9", nil),
    ])
  func retention(typed: String, days: Int?) {
    #expect(
      WorkspaceForm([("retention_days", typed)], stored: .sample).read(.sample).workspace.retentionDays
        == days ?? 90)
  }

  @Test("a wrong setting is told at its field, kept as typed, and cannot be saved")
  func wrongWorkspace() throws {
    let html = try Console.html(Acting.wrongWorkspace)
    for field in ["name", "time_zone", "retention_days"] { #expect(html.contains("id=\"\(field)-problem\"")) }
    #expect(html.contains("value=\"Mars/Base\""))
    #expect(html.contains("value=\"-5\""))
    #expect(!html.contains("value=\"save\""))
  }

  @Test("what a shorter retention would take is told before it can be saved")
  func purge() throws {
    let html = try Console.html(WorkspaceSettingsPage.sample)
    #expect(
      html.contains("81,332 positions of 37 people, 38,101 uploads and 212 device events older than 60 days"))
    #expect(html.contains("name=\"seen\" value=\"60-c2FtcGxl\""))
    let nothing = PurgePreview(
      RetentionPreview(
        days: 1, before: PageClock.sampleNow, oldest: PageClock.sampleNow, heldBack: HeldBack()),
      seen: "s", clock: Acting.clock)
    #expect(nothing.sentence == "Nothing would be purged: nothing is older than 1 day.")
    #expect(nothing.oldest == nil)
  }

  @Test(
    "a percentage is a whole number",
    arguments: [
      ("0", 0), ("100", 100), ("7", 7), ("101", nil), ("-1", nil), ("", nil), ("50%", nil), ("5.5", nil),
      ("99999999999999999999", nil),
    ])
  func percent(typed: String, number: Int?) { #expect(WholeNumber(0...100).read(typed) == number) }

  @Test("every flag says what it is, what off means, and for how many it is on")
  func flags() throws {
    for flag in FlagsPage.sample.flags {
      #expect(!flag.about.isEmpty)
      #expect(!flag.off.isEmpty)
    }
    #expect(try Console.html(FlagsPage.sample).contains("Now on for 20 of 41 people."))
    #expect(try Console.html(Acting.wrongFlags).contains("value=\"half\""))
  }

  @Test("every alert of the contract says what it means and what to do", arguments: AlertWords.kinds)
  func alerts(kind: String) {
    let words = AlertWords(kind)
    #expect(words.title != kind)
    #expect(!words.meaning.isEmpty)
    #expect(!words.advice.isEmpty)
  }

  @Test("an unknown alert is shown as it is; none is said; held ones say why and until when")
  func held() throws {
    #expect(AlertWords.kinds.count == AlertKind.allCases.count)
    #expect(AlertWords("BrandNew").title == "BrandNew")
    #expect(try Console.html(Acting.noAlerts).contains("No alert is open."))
    let html = try Console.html(AlertsPage.sample)
    #expect(html.contains("Alerts may wait until 12:07."))
    #expect(html.contains("Rollcall itself was away from 12:00 to 12:03"))
  }

  @Test("an alert's number stands beside its page, and not when there is none")
  func number() {
    let count = { (open: Int) in
      Shell(
        section: .board, slug: "x", workspace: "X", member: "A", role: .viewer, csrf: "t", openAlerts: open,
        now: PageClock.sampleNow
      ).pages.last?.count
    }
    #expect(count(0) == "")
    #expect(count(12) == "12")
  }

  @Test("each report carries the page's filter, and none is offered while the filter is wrong")
  func reports() throws {
    let times = "from=2026-11-01&to=2026-11-21T12%3A00%3A00Z"
    let (by, of) = ("?responder=1&region=North&\(times)", "?responder=1&\(times)")
    let entries = ReportsPage.sample.reports
    #expect(
      entries.map(\.csv)
        == [
          "reports/gaps.csv" + by, "reports/transitions.csv" + by, "reports/availability.csv" + by,
          "reports/reliability.csv" + by, "reports/suspicious-positions.csv" + by,
          "reports/attendance.csv" + by,
          "reports/crossings.csv" + by, "reports/incidents.csv" + by, "reports/answers.csv" + by,
          "reports/audit.csv" + of,
          "history.csv" + of,
        ].map { "/w/city-rescue/\($0)" })
    // A report that leaves out a part of the filter says so.
    #expect(entries.map(\.note.isEmpty) == entries.map { $0.csv.contains("region=") })
    #expect(entries.first?.page == "/w/city-rescue/reports/gaps" + by)
    #expect(entries.suffix(2).map(\.page) == ["audit", "history"].map { "/w/city-rescue/\($0)\(of)" })
    let wrong = try Console.html(Acting.wrongReports)
    #expect(!wrong.contains(".csv"))
    #expect(wrong.contains("aria-describedby=\"wrong\""))
  }

  @Test("every column of a report is explained, in the file's order")
  func columns() throws {
    let names = { (name: String) in
      try #require(Report.named(name)).manual.flatMap { $0.name.components(separatedBy: ", ") }
    }
    #expect(
      try names("gaps") == [
        "responder_id", "responder", "from", "to", "seconds", "worst", "cause", "evidence", "backfilled_at",
      ])
    for report in Report.all { #expect(try names(report.name) == report.header, "\(report.name)") }
    #expect(try names("transitions") == ["responder_id", "responder", "at", "from", "to", "rule"])
    #expect(
      try names("history") == [
        "id", "responder_id", "responder", "recorded_at", "received_at", "recorded_at_raw", "time_source",
        "lat",
        "lng", "accuracy_m", "speed_mps", "heading_deg", "altitude_m", "source", "battery_level", "is_mock",
        "signal_quality", "visit_id", "queue", "sequence", "flags",
      ])
  }
}
