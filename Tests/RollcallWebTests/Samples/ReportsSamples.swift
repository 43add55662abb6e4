import Rollcall
import RollcallStore

@testable import RollcallWeb

extension AlertSeenTo: Sampled {
  static let sample = AlertSeenTo(
    who: "ana@example.org", since: PageClock.sampleNow.advanced(by: -60_000), note: "I call Mirela.",
    clock: PageClock.sample)
}

extension AlertSnoozed: Sampled {
  static let sample = AlertSnoozed(
    who: "ana@example.org", until: PageClock.sampleNow.advanced(by: 1_700_000), note: "The mast is repaired.",
    clock: PageClock.sample)
}

extension AlertForms: Sampled {
  static let sample = AlertForms(path: "/w/city-rescue/alerts/12", care: .none)
}

extension OpenAlert: Sampled {
  static let sample = OpenAlert(
    id: 12, page: "/w/city-rescue/alerts/12", kind: "NoOnlineResponders", isCritical: true, scope: "North",
    href: "/w/city-rescue/board?region=North", since: PageClock.sampleNow.advanced(by: -393_000),
    detail: "0 of 5 on duty: 2 offline, 1 degraded, 2 off duty", seenTo: .sample, forms: .sample,
    clock: PageClock.sample)

  /// An example of one about many people.
  static let massSample = OpenAlert(
    id: 14, page: "/w/city-rescue/alerts/14", kind: "MassSilence", isCritical: true, scope: "Region Center",
    href: "/w/city-rescue/board?region=Center", since: PageClock.sampleNow.advanced(by: -300_000),
    detail:
      "Region Center: 14 of 22 fell silent; Network Demo Mobile (AS64496), Slovenia: 13 of 15 fell silent "
      + "between 11:58:04 and 11:59:50, 9 of 14 still silent",
    people: "Mirela Novak, Omar Haddad and 7 more", forms: .sample, clock: PageClock.sample)

  /// An example of one that is snoozed.
  static let snoozedSample = OpenAlert(
    id: 11, page: "/w/city-rescue/alerts/11", kind: "ResponderOffline", isCritical: false,
    scope: "Mirela Novak",
    href: "/w/city-rescue/responders/1", since: PageClock.sampleNow.advanced(by: -5_393_000),
    detail: "has no incident", snoozed: .sample,
    forms: AlertForms(
      path: "/w/city-rescue/alerts/11",
      care: AlertCare(
        [
          AlertAct(
            id: 4, alert: 11, kind: .snooze, at: PageClock.sampleNow, actor: "member:1",
            until: PageClock.sampleNow.advanced(by: 1_700_000))
        ], on: 11, at: PageClock.sampleNow)), clock: PageClock.sample)
}

extension AlertPage: Sampled {
  static let sample = AlertPage(
    shell: .example(.alerts, title: "Alert 12"), slug: "city-rescue",
    Subject(
      alert: Alert(
        id: 12, topic: .noOnlineResponders(region: "North"),
        openedAt: PageClock.sampleNow.advanced(by: -393_000), detail: ""),
      scope: "North", href: "/w/city-rescue/board?region=North",
      detail: "0 of 5 on duty: 2 offline, 1 degraded, 2 off duty"), seenTo: .sample, snoozed: .sample,
    forms: AlertForms(
      path: "/w/city-rescue/alerts/12", care: .none, typed: ("", "")), people: [.sample], acts: sampleActs,
    clock: PageClock.sample)

  /// Examples of what is done, the newest first.
  static let sampleActs = [
    LogRow(
      id: 2, at: PageClock.sampleNow.advanced(by: -30_000), who: "ana@example.org",
      what: "Snoozed it until 13:04:33", words: "The mast is repaired.", clock: PageClock.sample),
    LogRow(
      id: 1, at: PageClock.sampleNow.advanced(by: -60_000), who: "ana@example.org", what: "Acknowledged",
      words: "I call Mirela.", clock: PageClock.sample),
  ]
}

extension AlertPersonRow: Sampled {
  static let sample = AlertPersonRow(
    id: Responder.ID(1), name: "Mirela Novak", href: "/w/city-rescue/responders/1",
    fell: PageClock.sampleNow.advanced(by: -400_000), back: PageClock.sampleNow.advanced(by: -20_000),
    clock: PageClock.sample)
}

extension AlertsPage: Sampled {
  static let sample = AlertsPage(
    shell: .example(.alerts), slug: "city-rescue",
    open: [
      .sample,
      OpenAlert(
        id: 13, page: "/w/city-rescue/alerts/13", kind: "HighOfflineRate", isCritical: false,
        scope: "City Rescue", href: "/w/city-rescue/board?status=offline",
        since: PageClock.sampleNow.advanced(by: -131_000), detail: "7 of 38 are offline, 18 %",
        clock: PageClock.sample),
      OpenAlert(
        id: 10, page: "/w/city-rescue/alerts/10", kind: "ResponderFlapping", isCritical: false,
        scope: "أحمد بن عبد الرحمن", href: "/w/city-rescue/responders/5",
        since: PageClock.sampleNow.advanced(by: -5_400_000), detail: "6 changes in 15 min",
        clock: PageClock.sample),
      .massSample, .snoozedSample,
    ],
    closed: [.sample],
    hold: Hold(
      away: (PageClock.sampleNow.advanced(by: -240_000), PageClock.sampleNow.advanced(by: -60_000)),
      until: PageClock.sampleNow.advanced(by: 120_000)),
    board: "/w/city-rescue/board", clock: PageClock.sample)
}

extension ClosedAlertRow: Sampled {
  static let sample = ClosedAlertRow(
    id: 8, page: "/w/city-rescue/alerts/8", kind: "ResponderFlapping", scope: "Omar Haddad",
    href: "/w/city-rescue/responders/8",
    opened: PageClock.sampleNow.advanced(by: -90_000_000),
    closed: PageClock.sampleNow.advanced(by: -87_600_000), clock: PageClock.sample)
}

extension ExportRow: Sampled {
  static let sample = example(
    4_209, secondsAgo: 1_833, who: "dora@example.org", kind: "history",
    filter: "?responder=1&from=2026-11-20",
    rows: 8_421, bytes: 1_310_720, sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    isWhole: false)

  static func example(
    _ number: Int64, secondsAgo: Int64, who: String, kind: String, filter: String, rows: Int, bytes: Int,
    sha256: String, isWhole: Bool = true
  ) -> ExportRow {
    ExportRow(
      key: "e\(number)", at: PageClock.sample.time(PageClock.sampleNow.advanced(by: -secondsAgo * 1_000)),
      who: who, what: Report.named(kind)?.title ?? AuditWords.action("export.\(kind)"), kind: kind,
      filter: filter, rows: Words.grouped(rows), brokenOff: !isWhole, unproven: !isWhole,
      bytes: Words.grouped(bytes), sha256: sha256, number: Words.grouped(number),
      entryHref: "/w/city-rescue/audit#a\(number)")
  }
}

extension ExportsPage: Sampled {
  static let sample = ExportsPage(
    head: ListHead(
      ExportLine.listing, .example(.reports, title: "Exported files", role: .auditor),
      at: "/w/city-rescue/reports/exports", ExportFilter(), .rows(5, next: "4100"),
      tabs: ReportsPage.tabs("city-rescue", current: "/exports"), clock: PageClock.sample),
    sha256: "",
    columns: ExportFilter().heads(
      ExportFilter.Sort.allCases.map { ($0.label, $0) }, by: \.order, falling: ExportFilter.Sort.falling,
      numbers: ExportFilter.Sort.numbers, at: "/w/city-rescue/reports/exports"),
    files: Rows([.sample] + others))

  static let others: [ExportRow] = [
    ("gaps", "last 24 h", 12, "dora@example.org"), ("board", "everybody", 2_000, "API key nightly"),
    ("responder", "responder 9", 51_007, "Command line"), ("visits", "day 2026-11-20", 0, "ليلى حداد"),
  ].enumerated().map { index, file in
    .example(
      4_180 - Int64(index), secondsAgo: Int64(index + 1) * 40_611, who: file.3, kind: file.0, filter: file.1,
      rows: file.2, bytes: file.2 * 181 + 70, sha256: String(repeating: "5e2\(index)", count: 16))
  }
}

extension ReportForm: Sampled {
  static let sample = ReportForm(
    ReportPage.sampleFilter, people: [(1, "Mirela Novak"), (2, "Jonas Weber")],
    regions: ["Harbour", "North"],
    profiles: ["driver", "responder"], error: Words.Spans.wrongOrder, clock: .sample)
}

extension ReportCell: Sampled {
  static let sample = ReportCell(
    name: "No.", text: "214", board: "/w/city-rescue/board?at=2026-11-20T02%3A15%3A00.000Z")
}

extension ReportLine: Sampled {
  static let sample = ReportLine(cells: [.sample])
}

extension ReportPage: Sampled {
  static let sampleFilter = ReportFilter([
    ("responder", "1"), ("region", "North"), ("from", "2026-11-01"), ("to", "2026-11-21T12:00:00Z"),
  ])

  static let sample = example(Report.ofDays[0])

  /// The example of one kind.
  static func example(_ report: Report, rows: Int = 4) -> ReportPage {
    let names = [
      "Mirela Novak", "Jonas Weber", "ليلى حداد", "A. N. Other of the Northern Harbour Pilots' Reserve",
    ]
    let lines = (0..<rows).map { row -> Report.Row in
      let start = PageClock.sampleNow.advanced(by: -Int64(row) * 3_600_000)
      let cells = report.header.map { column -> Cell in
        switch column {
        case "day": .text("2026-11-2\(row % 2)")
        case "responder": .text(names[row % names.count])
        case "region": .text("North")
        case "cause": .text(["no_network", "battery_empty", "unknown"][row % 3])
        case "from" where report.name == "gaps": .instant(start)
        case "to" where report.name == "gaps": .instant(start.advanced(by: 1_000_000))
        case "opened_at": .instant(start)
        case "evidence":
          .dated([(at: start, text: "low power mode switched on"), (at: start, text: "no network")])
        case let name where name.hasSuffix("_share"): .number(0.937)
        case let name where name.hasSuffix("_s") || name == "seconds": .number(28_800.5 - Double(row) * 611)
        default: .integer(Int64(row))
        }
      }
      return Report.Row(cells: cells, moment: report.header.contains("opened_at") ? start : nil)
    }
    return ReportPage(
      shell: .example(.reports, title: report.title, role: .auditor), slug: "city-rescue", report: report,
      filter: sampleFilter,
      form: ReportForm(
        sampleFilter, people: [(1, "Mirela Novak"), (2, "Jonas Weber")], regions: ["Harbour", "North"],
        profiles: ["driver", "responder"], clock: .sample),
      covered: PageClock.sampleNow.advanced(by: -1_800_000_000)..<PageClock.sampleNow,
      preview: ReportPreview(rows: lines, count: rows, isAll: true),
      purged: rows == 0 ? nil : .sample,
      clock: PageClock.sample
    ) { "/w/city-rescue/board?at=\(LocalTime.iso($0))" }
  }
}

extension ReportColumn: Sampled {
  static let sample = ReportColumn(
    "seconds", "Its length, up to the end of the report when still open.")
}

extension ReportEntry: Sampled {
  static let sample = ReportEntry(
    title: "Incidents", kind: "incidents", page: "/w/city-rescue/reports/incidents",
    about: "Every incident opened.", note: "Of all regions and profiles.",
    csv: "/w/city-rescue/reports/incidents.csv", columns: [.sample])
}

extension ReportsPage: Sampled {
  static let sample = ReportsPage(
    shell: .example(.reports, role: .auditor), slug: "city-rescue", filter: ReportPage.sampleFilter,
    form: .sample, covered: PageClock.sampleNow.advanced(by: -1_800_000_000)..<PageClock.sampleNow,
    clock: PageClock.sample)
}

extension SchedulesPage: Sampled {
  static let sample = SchedulesPage(
    shell: .example(.reports, title: "Scheduled reports", role: .auditor), slug: "city-rescue",
    keepsReports: false, schedules: [.sample, .well], notice: ActionNotice(.calm, "Saved."))

  /// Without any schedule.
  static let none = SchedulesPage(
    shell: .example(.reports, title: "Scheduled reports", role: .auditor), slug: "city-rescue",
    keepsReports: true, schedules: [])
}

extension ScheduleRow: Sampled {
  static let sample = ScheduleRow(
    ReportSchedule(
      id: ReportSchedule.ID(3), kind: "gaps", filter: "?region=North&responder=1", rhythm: .week, hour: 6,
      doneTo: 20_000, problem: "No space left on device", retryAt: PageClock.sampleNow,
      file: "gaps-2026-11-09-2026-11-16-3.csv", madeAt: PageClock.sampleNow.advanced(by: -600_000_000)),
    slug: "city-rescue", clock: PageClock.sample
  ) { _ in "Mirela Novak" }

  static let well = ScheduleRow(
    ReportSchedule(
      id: ReportSchedule.ID(4), kind: "availability", filter: "", rhythm: .month, hour: 0, isOn: false,
      doneTo: 20_000), slug: "city-rescue", clock: PageClock.sample
  ) { _ in nil }
}

extension ScheduleForm: Sampled {
  static let sample = ScheduleForm(Report.ofLog[0], ReportPage.sampleFilter, slug: "city-rescue")
}

extension KeptField: Sampled {
  static let sample = KeptField(name: "region", value: "North")
}
