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
  /// Schedules the lists that are no reports: positions and the audit.
  var others: ScheduleForm?

  init(
    shell: Shell, slug: String, keepsReports: Bool, schedules: [ScheduleRow], others lists: [Report] = [],
    notice: ActionNotice? = nil
  ) {
    others = lists.first.map {
      ScheduleForm(
        $0, ReportFilter(), slug: slug, lists: lists.map { Choice(value: $0.name, label: $0.title) })
    }
    (self.shell, tabs) = (shell, ReportsPage.tabs(slug, current: "/schedules"))
    (self.notice, self.schedules) = (notice, schedules)
    off = keepsReports ? nil : Self.noFolder
  }

  private static let noFolder = ActionNotice(
    .warning, Words.Schedules.serverKeepsNoReports, detail: Words.Schedules.noFolder)

  static func path(_ slug: String) -> String { "\(Shell.Section.reports.path(slug))/schedules" }
}

/// A scheduled report in the list.
struct ScheduleRow: PagePart {
  var title, filter: String
  /// `Of each week, on its end from 6:00`.
  var rhythm: String
  /// `On`, `Off` or `Failed`, and the problem in words; may be empty.
  var state, problem: String
  /// The file made last; empty for none.
  var file: String
  var made: Moment
  var path: String
  /// The switch's action, `on` or `off`, and its label.
  var next, nextLabel: String

  init(_ schedule: ReportSchedule, slug: String, clock: PageClock, name: (Int64) -> String?) {
    title = Report.named(schedule.kind)?.title ?? schedule.kind
    let asked = ReportFilter(ScheduledReport.pairs(schedule.filter))
    filter = [asked.responder.map { name($0) ?? "Responder \($0)" } ?? "", asked.region, asked.profile].filter
    { !$0.isEmpty }.joined(separator: " · ")
    rhythm = "\(schedule.rhythm.words), from \(Words.twoDigits(Int64(schedule.hour))):00"
    state = !schedule.isOn ? "Off" : schedule.problem.isEmpty ? "On" : Words.Schedules.failedTriedAgain
    (problem, file, made) = (schedule.problem, schedule.file, clock.age(of: schedule.madeAt))
    path = "\(SchedulesPage.path(slug))/\(schedule.id.rawValue)"
    (next, nextLabel) = schedule.isOn ? ("off", Words.Schedules.switchOff) : ("on", Words.Schedules.switchOn)
  }
}

extension ReportSchedule.Rhythm {
  /// `Each week`.
  var words: String {
    switch self {
    case .day: Words.Schedules.eachDay
    case .week: Words.Schedules.eachWeek
    case .month: Words.Schedules.eachMonth
    }
  }
}

/// The form that schedules the report on the screen.
struct ScheduleForm: PagePart {
  var path: String
  var kind: String
  /// The kinds to choose from; empty where it is given.
  var lists: [Choice]
  var kept: [KeptField]
  /// How often, and at which hour.
  var rhythm: FormSelect
  var hour: FormField

  init(_ report: Report, _ filter: ReportFilter, slug: String, lists: [Choice] = []) {
    self.lists = lists
    (path, kind) = (SchedulesPage.path(slug), report.name)
    var told = filter.usable(by: report)
    (told.from, told.to) = ("", "")
    kept = told.pairs.filter { !$0.value.isEmpty }.map { KeptField(name: $0.name, value: $0.value) }
    rhythm = FormSelect(
      "rhythm", Words.Schedules.howOften,
      choices: ReportSchedule.Rhythm.allCases.map { Choice(value: $0.rawValue, label: $0.words) },
      hint: Words.Schedules.rhythmHint)
    hour = FormField(
      "hour", Words.Schedules.fromHour, value: "6", hint: Words.Schedules.hourHint, kind: .number,
      isRequired: true)
  }
}

/// A value that a form sends along unseen.
struct KeptField: PagePart {
  var name, value: String
}
