public import Rollcall

/// One column of a report.
public struct ReportColumn: PagePart {
  /// Its name in the header row.
  public var name: String
  /// What stands in it.
  public var meaning: String

  /// A column from its parts.
  public init(_ name: String, _ meaning: String) {
    self.name = name
    self.meaning = meaning
  }

  /// An example with every kind of content.
  public static let sample = ReportColumn(
    "seconds", "Its length, up to the end of the report when still open.")
}

/// One report that can be had as CSV.
public struct ReportEntry: PagePart {
  /// Its name for people.
  public var title: String
  /// Its id in the page: the word in its address.
  public var kind: String
  /// Its page with the filter of this one; empty while the filter is wrong.
  public var page: String
  /// What it answers.
  public var about: String
  /// What of the filter it leaves out; may be empty.
  public var note: String
  /// The file, with the filter of the page; empty while the filter is wrong.
  public var csv: String
  /// Its columns, in their order.
  public var columns: [ReportColumn]

  /// An example with every kind of content.
  public static let sample = ReportEntry(
    title: "Incidents", kind: "incidents", page: "/w/city-rescue/reports/incidents",
    about: "Every incident opened.", note: "Of all regions and profiles.",
    csv: "/w/city-rescue/reports/incidents.csv", columns: [.sample])
}

/// The reports: one filter, one file for each question.
public struct ReportsPage: Page {
  /// Its template.
  public static let template = "Reports/ReportsPage"

  /// What surrounds it.
  public var shell: Shell
  /// The other pages about reports.
  public var tabs: [Link]
  /// Where the filter's form leads.
  public var path: String
  /// The filter line.
  public var form: ReportForm
  /// The reports without filter; empty when there is none.
  public var clear: String
  /// What the files cover: `20 Nov 12:04:33 – 12:04:33`.
  public var span: String
  /// The reports.
  public var reports: [ReportEntry]

  /// The reports with a filter.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - kinds: the reports to be offered.
  ///   - covered: the span in force, half-open; `nil` when the filter is wrong.
  public init(
    shell: Shell, slug: String, filter: ReportFilter, form: ReportForm,
    kinds: [ReportKind] = ReportKind.allCases, covered: Range<Timestamp>?, clock: PageClock
  ) {
    let path = Shell.Section.reports.path(slug)
    self.shell = shell
    tabs = Self.tabs(slug, current: "")
    (self.path, self.form) = (path, form)
    clear = filter.isNarrow ? path : ""
    span = covered.map { "\(clock.time($0.lowerBound).text) – \(clock.time($0.upperBound).text)" } ?? ""
    reports = kinds.map { Self.entry($0, slug, filter, isWrong: covered == nil) }
  }

  private static func entry(
    _ kind: ReportKind, _ slug: String, _ filter: ReportFilter, isWrong: Bool
  ) -> ReportEntry {
    let told = filter.usable(by: kind)
    let without = [
      told.region == filter.region ? nil : "regions", told.profile == filter.profile ? nil : "profiles",
    ]
    let words = without.compactMap(\.self).joined(separator: " and ")
    return ReportEntry(
      title: kind.title, kind: kind.rawValue, page: isWrong ? "" : told.query.link("/w/\(slug)/\(kind.page)"),
      about: kind.about, note: words.isEmpty ? "" : "Of all \(words).",
      csv: isWrong ? "" : told.query.link("/w/\(slug)/\(kind.file)"), columns: kind.columns)
  }

  /// The pages about reports, of which one is looked at; `nil` = a report itself.
  static func tabs(_ slug: String, current: String?) -> [Link] {
    [("", "Reports"), ("/exports", "Exported files"), ("/schedules", "Scheduled")].map { word, label in
      Link(
        label: label, href: Shell.Section.reports.path(slug) + word, isCurrent: word == current)
    }
  }

  /// An example with every kind of content.
  public static let sample = ReportsPage(
    shell: .example(.reports, role: .auditor), slug: "city-rescue", filter: ReportPage.sampleFilter,
    form: .sample, covered: PageClock.sampleNow.advanced(by: -1_800_000_000)..<PageClock.sampleNow,
    clock: PageClock.sample)
}
