import Rollcall

/// The reports that are made again and again.
struct SchedulesPage: Page {
  static let template = "Reports/SchedulesPage"

  var shell: Shell
  var tabs: [Link]
  var notice: ActionNotice?
  /// Shown when the operator has named no folder.
  var off: ActionNotice?
  /// The schedules, oldest first.
  var schedules: [ScheduleRow]

  init(
    shell: Shell, slug: String, keepsReports: Bool, schedules: [ScheduleRow], notice: ActionNotice? = nil
  ) {
    (self.shell, tabs) = (shell, ReportsPage.tabs(slug, current: "/schedules"))
    (self.notice, self.schedules) = (notice, schedules)
    off = keepsReports ? nil : Self.noFolder
  }

  private static let noFolder = ActionNotice(
    .warning, "This server keeps no reports.",
    detail: "Its operator has to name a folder for them: --reports DIR. Until then nothing is made.")

  static func path(_ slug: String) -> String { "\(Shell.Section.reports.path(slug))/schedules" }
}

/// A scheduled report in the list.
struct ScheduleRow: PagePart {
  /// The report and its filter.
  var title, filter: String
  /// `Of each week, on its end from 6:00`.
  var rhythm: String
  /// `On`, `Off` or `Failed`, and the problem in words; may be empty.
  var state, problem: String
  /// The file made last; empty for none.
  var file: String
  var made: Moment
  /// The target of its forms.
  var path: String
  /// The switch's action, `on` or `off`, and its label.
  var next, nextLabel: String

  init(_ schedule: ReportSchedule, slug: String, clock: PageClock, name: (Int64) -> String?) {
    title = Report.named(schedule.kind)?.title ?? schedule.kind
    let asked = ReportFilter(ScheduledReport.pairs(schedule.filter))
    filter =
      [asked.responder.map { name($0) ?? "Responder \($0)" } ?? "", asked.region, asked.profile]
      .filter { !$0.isEmpty }.joined(separator: " · ")
    rhythm = "\(schedule.rhythm.words), from \(Words.twoDigits(Int64(schedule.hour))):00"
    state = !schedule.isOn ? "Off" : schedule.problem.isEmpty ? "On" : "Failed, tried again"
    (problem, file, made) = (schedule.problem, schedule.file, clock.age(of: schedule.madeAt))
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
  /// The values of the filter that it keeps.
  var kept: [KeptField]
  /// How often, and at which hour.
  var rhythm: FormSelect
  var hour: FormField

  init(_ report: Report, _ filter: ReportFilter, slug: String) {
    (path, kind) = (SchedulesPage.path(slug), report.name)
    var told = filter.usable(by: report)
    (told.from, told.to) = ("", "")
    kept = told.pairs.filter { !$0.value.isEmpty }.map { KeptField(name: $0.name, value: $0.value) }
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
  var name, value: String
}
