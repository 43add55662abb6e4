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
  /// What it answers.
  public var about: String
  /// The file, with the filter of the page; empty while the filter is wrong.
  public var csv: String
  /// Its columns, in their order.
  public var columns: [ReportColumn]

  /// An example with every kind of content.
  public static let sample = ReportEntry(
    title: "Silences and gaps", kind: "gaps", about: "Who could not be reached, when, and why.",
    csv: "/w/city-rescue/reports/gaps.csv", columns: [.sample])
}

/// The reports: one filter, one file for each question.
public struct ReportsPage: Page {
  /// Its template.
  public static let template = "Reports/ReportsPage"

  /// What surrounds it.
  public var shell: Shell
  /// Where the filter's form leads.
  public var path: String
  /// Responders to choose from.
  public var responders: [Choice]
  /// The beginning, as in the URL.
  public var from: String
  /// The kind of its field: `date` for a day, `text` for an instant.
  public var fromKind: String
  /// The end, as in the URL.
  public var to: String
  /// The kind of its field.
  public var toKind: String
  /// The reports without filter; empty when there is none.
  public var clear: String
  /// What is wrong with the filter; may be empty.
  public var error: String
  /// What the files cover: `20 Nov 12:04:33 – 12:04:33`.
  public var span: String
  /// The reports.
  public var reports: [ReportEntry]

  /// The reports with a filter.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - filter: `responder`, `from` and `to` count here.
  ///   - responders: id and name of every responder, in the order of the menu.
  ///   - kinds: the reports that exist, by the word in their address.
  ///   - error: what is wrong with the filter, a sentence.
  ///   - covered: the span in force, half-open; `nil` when the filter is wrong.
  public init(
    shell: Shell, slug: String, filter: HistoryFilter, responders: [(id: Int64, name: String)],
    kinds: [ReportKind] = ReportKind.allCases, error: String = "", covered: Range<Timestamp>?,
    clock: PageClock
  ) {
    let path = Shell.Section.reports.path(slug)
    var filter = filter.with(cursor: "")
    filter.flag = ""
    self.shell = shell
    self.path = path
    self.responders = Choice.list(
      responders.map { (String($0.id), $0.name) }, chosen: filter.responder.map(String.init) ?? "",
      all: "All responders")
    (from, fromKind) = (filter.from, HistoryPage.fieldKind(filter.from))
    (to, toKind) = (filter.to, HistoryPage.fieldKind(filter.to))
    clear = filter.isNarrow ? path : ""
    self.error = error
    let isWrong = !error.utf8.isEmpty
    span = covered.map { "\(clock.time($0.lowerBound).text) – \(clock.time($0.upperBound).text)" } ?? ""
    reports = kinds.map { kind in
      ReportEntry(
        title: kind.title, kind: kind.rawValue, about: kind.about,
        csv: isWrong ? "" : filter.query.link("/w/\(slug)/\(kind.file)"), columns: kind.columns)
    }
  }

  /// An example with every kind of content.
  public static let sample = ReportsPage(
    shell: .example(.reports, role: .auditor), slug: "city-rescue",
    filter: HistoryFilter([("responder", "1"), ("from", "2026-11-01"), ("to", "2026-11-21T12:00:00Z")]),
    responders: [(1, "Mirela Novak"), (2, "Jonas Weber")],
    covered: BoardPage.sampleNow.advanced(by: -1_800_000_000)..<BoardPage.sampleNow,
    clock: BoardPage.sampleClock)
}
