import Rollcall

/// The reports that are made again and again.
struct SchedulesPage: Page {
  static let template = "Reports/SchedulesPage"

  var shell: Shell
  var tabs: [Link]
  var notice: ActionNotice?
  /// Said where the operator has named no folder.
  var off: ActionNotice?
  /// The schedules, in the order in which they were made.
  var schedules: [ScheduleRow]
  var hasSchedules: Bool

  /// The page.
  init(
    shell: Shell, slug: String, keepsReports: Bool, schedules: [ScheduleRow], notice: ActionNotice? = nil
  ) {
    self.shell = shell
    tabs = ReportsPage.tabs(slug, current: "/schedules")
    self.notice = notice
    off =
      keepsReports
      ? nil
      : ActionNotice(
        .warning, "This server keeps no reports.",
        detail: "Its operator has to name a folder for them: --reports DIR. Until then nothing is made.")
    self.schedules = schedules
    hasSchedules = !schedules.isEmpty
  }

  static func path(_ slug: String) -> String { "\(Shell.Section.reports.path(slug))/schedules" }

  /// A whole number from 0 to 23, of digits alone; `nil` for all else.
  static func hour(_ typed: String?) -> Int? {
    guard let typed, (1...2).contains(typed.utf8.count),
      typed.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let hour = Int(typed),
      hour <= 23
    else { return nil }
    return hour
  }
}

/// A scheduled report in the list.
struct ScheduleRow: PagePart {
  var title: String
  /// Of whom.
  var filter: String
  /// `Of each week, on its end from 6:00`.
  var rhythm: String
  /// `On`, `Off` or `Failed`.
  var state: String
  /// What is wrong, in words; may be empty.
  var problem: String
  /// The file made last; empty for none.
  var file: String
  var made: Moment
  /// Where its forms lead.
  var path: String
  /// What switching does: `on` or `off`.
  var next: String
  /// What that is called.
  var nextLabel: String

  /// The row of a schedule.
  init(_ schedule: ReportSchedule, slug: String, clock: PageClock, name: (Int64) -> String?) {
    title = Report.named(schedule.kind)?.title ?? schedule.kind
    let asked = ReportFilter(ScheduledReport.pairs(schedule.filter))
    filter =
      [asked.responder.map { name($0) ?? "Responder \($0)" } ?? "", asked.region, asked.profile]
      .filter { !$0.isEmpty }.joined(separator: " · ")
    rhythm = "\(schedule.rhythm.words), from \(Words.twoDigits(Int64(schedule.hour))):00"
    state = !schedule.isOn ? "Off" : schedule.problem.isEmpty ? "On" : "Failed, tried again"
    problem = schedule.problem
    file = schedule.file
    made = clock.age(of: schedule.madeAt)
    path = "\(SchedulesPage.path(slug))/\(schedule.id.rawValue)"
    (next, nextLabel) = schedule.isOn ? ("off", "Switch off") : ("on", "Switch on")
  }
}

extension ReportSchedule.Rhythm {
  /// `Each week`.
  var words: String {
    switch self {
    case .day: "Each day"
    case .week: "Each week, on Monday"
    case .month: "Each month, on the first"
    }
  }
}

/// The form that schedules the report on the screen.
struct ScheduleForm: PagePart {
  var path: String
  /// Which report.
  var kind: String
  /// What of the filter it keeps.
  var kept: [KeptField]
  /// How often.
  var rhythm: FormSelect
  /// At which hour.
  var hour: FormField

  /// The form for a report with a filter.
  init(_ report: Report, _ filter: ReportFilter, slug: String) {
    path = SchedulesPage.path(slug)
    kind = report.name
    let told = filter.usable(by: report)
    kept = [
      KeptField(name: "responder", value: told.responder.map(String.init) ?? ""),
      KeptField(name: "region", value: told.region), KeptField(name: "profile", value: told.profile),
    ].filter { !$0.value.isEmpty }
    rhythm = FormSelect(
      "rhythm", "How often",
      choices: ReportSchedule.Rhythm.allCases.map { Choice(value: $0.rawValue, label: $0.words) },
      hint: "Of the day, week or month that has just ended, and of the people who are filtered above.")
    hour = FormField(
      "hour", "From this hour on", value: "6", hint: "0 to 23, by the workspace's clocks.", kind: .number,
      isRequired: true)
  }
}

/// A value that a form sends along unseen.
struct KeptField: PagePart {
  var name: String
  /// Its value.
  var value: String
}
