import Rollcall

/// The reports that are made again and again.
public struct SchedulesPage: Page {
  /// Its template.
  public static let template = "Reports/SchedulesPage"

  /// What surrounds it.
  public var shell: Shell
  /// The other pages about reports.
  public var tabs: [Link]
  /// What happened.
  public var notice: ActionNotice?
  /// Said where the operator has named no folder.
  public var off: ActionNotice?
  /// The schedules, in the order in which they were made.
  public var schedules: [ScheduleRow]
  /// Whether there are any.
  public var hasSchedules: Bool

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

  /// Its address.
  static func path(_ slug: String) -> String { "\(Shell.Section.reports.path(slug))/schedules" }

  /// A whole number from 0 to 23, of digits alone; `nil` for all else.
  static func hour(_ typed: String?) -> Int? {
    guard let typed, (1...2).contains(typed.utf8.count),
      typed.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let hour = Int(typed),
      hour <= 23
    else { return nil }
    return hour
  }

  /// An example with every kind of content.
  public static let sample = SchedulesPage(
    shell: .example(.reports, title: "Scheduled reports", role: .auditor), slug: "city-rescue",
    keepsReports: false, schedules: [.sample, .well], notice: ActionNotice(.calm, "Saved."))

  /// Without any schedule.
  static let none = SchedulesPage(
    shell: .example(.reports, title: "Scheduled reports", role: .auditor), slug: "city-rescue",
    keepsReports: true, schedules: [])
}

/// A scheduled report in the list.
public struct ScheduleRow: PagePart {
  /// Its name for people.
  public var title: String
  /// Of whom.
  public var filter: String
  /// `Of each week, on its end from 6:00`.
  public var rhythm: String
  /// `On`, `Off` or `Failed`.
  public var state: String
  /// What is wrong, in words; may be empty.
  public var problem: String
  /// The file made last; empty for none.
  public var file: String
  /// When it was made.
  public var made: Moment
  /// Where its forms lead.
  public var path: String
  /// What switching does: `on` or `off`.
  public var next: String
  /// What that is called.
  public var nextLabel: String

  /// The row of a schedule.
  init(_ schedule: ReportSchedule, slug: String, clock: PageClock, name: (Int64) -> String?) {
    let kind = ReportKind(rawValue: schedule.kind)
    title = kind?.title ?? schedule.kind
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

  /// An example with every kind of content.
  public static let sample = ScheduleRow(
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
public struct ScheduleForm: PagePart {
  /// Where it leads.
  public var path: String
  /// Which report.
  public var kind: String
  /// What of the filter it keeps.
  public var kept: [KeptField]
  /// How often.
  public var rhythm: FormSelect
  /// At which hour.
  public var hour: FormField

  /// The form for a report with a filter.
  init(_ kind: ReportKind, _ filter: ReportFilter, slug: String) {
    path = SchedulesPage.path(slug)
    self.kind = kind.rawValue
    let told = filter.usable(by: kind)
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

  /// An example with every kind of content.
  public static let sample = ScheduleForm(.gaps, ReportPage.sampleFilter, slug: "city-rescue")
}

/// A value that a form sends along unseen.
public struct KeptField: PagePart {
  /// Its name.
  public var name: String
  /// Its value.
  public var value: String

  /// An example with every kind of content.
  public static let sample = KeptField(name: "region", value: "North")
}
