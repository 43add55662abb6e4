import Rollcall

/// One column of a report.
struct ReportColumn: PagePart {
  /// Its name in the header row.
  var name: String
  /// What stands in it.
  var meaning: String

  /// A column from its parts.
  init(_ name: String, _ meaning: String) {
    self.name = name
    self.meaning = meaning
  }
}

/// One report that can be had as CSV.
struct ReportEntry: PagePart {
  var title: String
  /// Its id in the page: the word in its address.
  var kind: String
  /// Its page with the filter of this one; empty while the filter is wrong.
  var page: String
  var about: String
  /// What of the filter it leaves out; may be empty.
  var note: String
  /// The file, with the filter of the page; empty while the filter is wrong.
  var csv: String
  /// Its columns, in their order.
  var columns: [ReportColumn]
}

/// The reports: one filter, one file for each question.
struct ReportsPage: Page {
  static let template = "Reports/ReportsPage"

  var shell: Shell
  var tabs: [Link]
  var path: String
  /// The filter line.
  var form: ReportForm
  /// The reports without filter; empty when there is none.
  var clear: String
  /// What the files cover: `20 Nov 12:04:33 – 12:04:33`.
  var span: String
  /// The reports.
  var reports: [ReportEntry]

  /// The reports with a filter.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - offered: the reports that the reader may have.
  ///   - covered: the span in force, half-open; `nil` when the filter is wrong.
  init(
    shell: Shell, slug: String, filter: ReportFilter, form: ReportForm,
    offered: [Report] = Report.all, covered: Range<Timestamp>?, clock: PageClock
  ) {
    let path = Shell.Section.reports.path(slug)
    self.shell = shell
    tabs = Self.tabs(slug, current: "")
    (self.path, self.form) = (path, form)
    clear = filter.isNarrow ? path : ""
    span = covered.map { "\(clock.time($0.lowerBound).text) – \(clock.time($0.upperBound).text)" } ?? ""
    reports = offered.map { Self.entry($0, slug, filter, isWrong: covered == nil) }
  }

  private static func entry(
    _ report: Report, _ slug: String, _ filter: ReportFilter, isWrong: Bool
  ) -> ReportEntry {
    let told = filter.usable(by: report)
    let without = [
      told.region == filter.region ? nil : "regions", told.profile == filter.profile ? nil : "profiles",
    ]
    let words = without.compactMap(\.self).joined(separator: " and ")
    return ReportEntry(
      title: report.title, kind: report.name,
      page: isWrong ? "" : told.query.link("/w/\(slug)/\(report.page)"),
      about: report.about, note: words.isEmpty ? "" : "Of all \(words).",
      csv: isWrong ? "" : told.query.link("/w/\(slug)/\(report.file)"), columns: report.manual)
  }

  /// The pages about reports, of which one is looked at; `nil` = a report itself.
  static func tabs(_ slug: String, current: String?) -> [Link] {
    [("", "Reports"), ("/exports", "Exported files"), ("/schedules", "Scheduled")].map { word, label in
      Link(
        label: label, href: Shell.Section.reports.path(slug) + word, isCurrent: word == current)
    }
  }
}
