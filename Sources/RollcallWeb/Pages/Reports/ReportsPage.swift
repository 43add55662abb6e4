import Rollcall

/// One column of a report: its name in the header row, and its description.
struct ReportColumn: PagePart {
  var name, meaning: String

  init(_ name: String, _ meaning: String) { (self.name, self.meaning) = (name, meaning) }
}

/// One report available as CSV.
struct ReportEntry: PagePart {
  var title: String
  /// Its id in the page: the word in its address.
  var kind: String
  /// Its page with this filter; empty while the filter is wrong.
  var page: String
  var about: String
  /// The parts of the filter that it ignores; may be empty.
  var note: String
  /// The file, with the filter of the page; empty while the filter is wrong.
  var csv: String
  var columns: [ReportColumn]
}

extension ReportEntry {
  init(_ report: Report, _ slug: String, _ filter: ReportFilter, isWrong: Bool) {
    let told = filter.usable(by: report)
    let without = [
      told.region == filter.region ? nil : "regions", told.profile == filter.profile ? nil : "profiles",
    ].compactMap(\.self).joined(separator: " and ")
    self.init(
      title: report.title, kind: report.name,
      page: isWrong ? "" : told.query.link("/w/\(slug)/\(report.page)"), about: report.about,
      note: without.isEmpty ? "" : Words.Reports.ofAll(without),
      csv: isWrong ? "" : told.query.link("/w/\(slug)/\(report.file)"), columns: report.manual)
  }
}

/// The reports: one filter, one file for each question.
struct ReportsPage: Page {
  static let template = "Reports/ReportsPage"

  var shell: Shell
  var tabs: [Link]
  var path: String
  var form: ReportForm
  /// The reports without filter; empty when there is none.
  var clear: String
  /// The span of the files: `20 Nov 12:04:33 – 12:04:33`.
  var span: String
  var reports: [ReportEntry]

  /// - Parameters:
  ///   - offered: the reports that the reader may have.
  ///   - covered: the span in force, half-open; `nil` when the filter is wrong.
  init(
    shell: Shell, slug: String, filter: ReportFilter, form: ReportForm,
    offered: [Report] = Report.all, covered: Range<Timestamp>?, clock: PageClock
  ) {
    (self.shell, tabs) = (shell, Self.tabs(slug, current: ""))
    (path, self.form) = (Shell.Section.reports.path(slug), form)
    clear = filter.isNarrow ? path : ""
    span = covered.map(clock.span) ?? ""
    reports = offered.map { ReportEntry($0, slug, filter, isWrong: covered == nil) }
  }

  /// The pages about reports, with the current one marked; `nil` = a report itself.
  static func tabs(_ slug: String, current: String?) -> [Link] {
    [
      ("", "Reports"), ("/exports", Words.Lists.exportedFiles), ("/schedules", "Scheduled"),
      ("/statements", Words.Statement.Mail.sent),
    ].map { word, label in
      Link(label: label, href: Shell.Section.reports.path(slug) + word, isCurrent: word == current)
    } + [Link(label: Words.Statement.ofShift, href: "/w/\(slug)/shift/statement")]
  }
}

/// The filter of a report: all of it is in the URL, so that a page, its file and a colleague's link agree.
struct ReportFilter: FieldValues {
  var responder: Int64?
  /// The names of a region and of a profile; empty for all.
  var region = "", profile = ""
  /// The beginning and the end, exclusive: instants or local days; empty for the last 24 hours.
  var from = "", to = ""

  static let fields: [Field<ReportFilter>] = [
    .id("responder", \.responder).shown(.person("Person", all: Words.Lists.allPeople)),
    .text("region", \.region).shown(.choice("Region", all: Words.Lists.allRegions)),
    .text("profile", \.profile).shown(.choice("Profile", all: Words.Lists.allProfiles)),
    .text("from", \.from).shown(.span(.from)), .text("to", \.to).shown(.span(.to)),
  ]

  /// Whether the filter includes a person.
  func includes(_ person: Responder) -> Bool {
    (responder.map { $0 == person.id.rawValue } ?? true) && (region.isEmpty || person.region == region)
      && (profile.isEmpty || person.profile == profile)
  }

  /// The parts of this filter that can narrow a report; the rest is dropped.
  func usable(by report: Report) -> ReportFilter {
    var usable = self
    if !report.isByRegion { usable.region = "" }
    if !report.isByPerson { usable.profile = "" }
    return usable
  }
}

/// The filter line of the reports.
struct ReportForm: PagePart {
  var filters: [FilterPart]
  /// The problem, a sentence; may be empty.
  var error: String

  /// - Parameters:
  ///   - people: id and name of every responder, in the order of the menu.
  ///   - regions, profiles: the choices; `nil` = there are none.
  init(
    _ filter: ReportFilter, people: [(id: Int64, name: String)], regions: [String]?, profiles: [String]?,
    error: String = "", clock: PageClock
  ) {
    var options: FilterOptions = ["responder": people.map { (String($0.id), $0.name) }]
    options["region"] = regions?.map { ($0, $0) }
    options["profile"] = profiles?.map { ($0, $0) }
    filters = filter.controls(options, problem: error.isEmpty ? "" : "wrong", clock: clock)
    self.error = error
  }
}
