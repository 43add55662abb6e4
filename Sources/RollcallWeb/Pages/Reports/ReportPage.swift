public import Rollcall

/// One cell of a report.
public struct ReportCell: PagePart {
  /// The name of its column.
  public var name: String
  /// What stands in it; may be empty.
  public var text: String
  /// The board as it was known then; empty where the row is of no moment, and where the reader may not see it.
  public var board = ""

  /// An example with every kind of content.
  public static let sample = ReportCell(
    name: "id", text: "214", board: "/w/city-rescue/board?at=2026-11-20T02%3A15%3A00.000Z")
}

/// One row of a report.
public struct ReportLine: PagePart {
  /// Its cells, in the order of the columns.
  public var cells: [ReportCell]

  /// An example with every kind of content.
  public static let sample = ReportLine(cells: [.sample])
}

/// One report: what it covers, its first rows, what its columns mean, and its file.
public struct ReportPage: Page {
  /// Its template.
  public static let template = "Reports/ReportPage"

  /// What surrounds it.
  public var shell: Shell
  /// The other pages about reports.
  public var tabs: [Link]
  /// Its name for people.
  public var title: String
  /// What it answers.
  public var about: String
  /// Where the filter's form leads.
  public var path: String
  /// The filter line.
  public var form: ReportForm
  /// The report without filter; empty when there is none.
  public var clear: String
  /// What it covers: `20 Nov 12:04:33 – 12:04:33`.
  public var span: String
  /// The file with the same filter; empty while the filter is wrong.
  public var csv: String
  /// How many rows it has: `1,204 rows`.
  public var size: String
  /// Which of them are shown; empty when all are.
  public var shown: String
  /// The columns, in their order.
  public var columns: [ReportColumn]
  /// The columns one by one, each with what stands in it.
  public var heads: [ReportColumn]
  /// The first rows.
  public var lines: [ReportLine]
  /// What is said instead of them.
  public var empty: EmptyState?
  /// That something of the span is gone; absent when nothing is.
  public var purged: PurgedNotice?
  /// Makes it again and again; absent while the filter is wrong.
  public var schedule: ScheduleForm?

  /// A report with its first rows.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - covered: the span in force, half-open; `nil` when the filter is wrong.
  ///   - rows: the cells of the first rows.
  ///   - count: how many rows there are.
  ///   - isAll: whether `count` is exact; else there are more.
  ///   - purged: what is gone of the span; `nil` = nothing.
  ///   - board: the board of a moment, for whoever reads; empty when they may not see it.
  public init(
    shell: Shell, slug: String, kind: ReportKind, filter: ReportFilter, form: ReportForm,
    covered: Range<Timestamp>?, rows: [[String]], count: Int, isAll: Bool,
    purged: PurgedNotice? = nil, clock: PageClock, board: (Timestamp) -> String = { _ in "" }
  ) {
    let path = "/w/\(slug)/\(kind.page)"
    self.shell = shell
    tabs = ReportsPage.tabs(slug, current: nil)
    (title, about, self.path, self.form) = (kind.title, kind.about, path, form)
    clear = filter.isNarrow ? path : ""
    span = covered.map { "\(clock.time($0.lowerBound).text) – \(clock.time($0.upperBound).text)" } ?? ""
    csv = covered == nil ? "" : filter.query.link("/w/\(slug)/\(kind.file)")
    let number = Words.grouped(Int64(count))
    size = isAll ? "\(number) \(count == 1 ? "row" : "rows")" : "more than \(number) rows"
    shown = isAll && rows.count == count ? "" : "the first \(rows.count) are shown"
    columns = kind.columns
    heads = kind.heads
    lines = rows.map { Self.line($0, of: kind, board: board) }
    self.purged = purged
    schedule = covered == nil ? nil : ScheduleForm(kind, filter, slug: slug)
    empty =
      rows.isEmpty ? Self.emptyState(filter, isWrong: covered == nil, isAll: isAll, path: path) : nil
  }

  /// A row; that of an incident leads to the board of the moment at which it was opened.
  private static func line(
    _ row: [String], of kind: ReportKind, board: (Timestamp) -> String
  ) -> ReportLine {
    var cells = zip(kind.header, row).map { ReportCell(name: $0, text: $1) }
    let opened = kind == .incidents ? cells.first { $0.name == "opened_at" }?.text : nil
    if let moment = opened.flatMap({ Timestamp(rfc3339: $0) }) { cells[0].board = board(moment) }
    return ReportLine(cells: cells)
  }

  private static func emptyState(
    _ filter: ReportFilter, isWrong: Bool, isAll: Bool, path: String
  ) -> EmptyState {
    if isWrong {
      return EmptyState(title: "Nothing is shown.", advice: "Correct the filter above, then filter again.")
    }
    guard isAll else {
      return EmptyState(
        title: "Nothing in the first part of it.", advice: "More was not looked through: the file has all.")
    }
    guard filter.isNarrow else {
      return EmptyState(title: "Nothing in the last 24 hours.", advice: "Choose an earlier day above.")
    }
    return EmptyState(
      title: "Nothing matches this filter.", advice: "Choose other days or people.",
      action: Link(label: "Clear the filter", href: path))
  }

  static let sampleFilter = ReportFilter([
    ("responder", "1"), ("region", "North"), ("from", "2026-11-01"), ("to", "2026-11-21T12:00:00Z"),
  ])

  /// An example with every kind of content.
  public static let sample = example(.availability)

  /// The example of one kind.
  static func example(_ kind: ReportKind, rows: Int = 4) -> ReportPage {
    let names = [
      "Mirela Novak", "Jonas Weber", "ليلى حداد", "A. N. Other of the Northern Harbour Pilots' Reserve",
    ]
    let lines = (0..<rows).map { row in
      kind.header.map { column in
        switch column {
        case "day": "2026-11-2\(row % 2)"
        case "responder": names[row % names.count]
        case "region": "North"
        case "opened_at": "2026-11-21T11:5\(row):00.000+01:00"
        case "evidence":
          "2026-11-21T08:12:00.000+01:00 low power mode switched on; 2026-11-21T08:14:00.000+01:00 no network"
        case let name where name.hasSuffix("_s"): "\(28_800 - row * 611).0"
        default: "\(row)"
        }
      }
    }
    return ReportPage(
      shell: .example(.reports, title: kind.title, role: .auditor), slug: "city-rescue", kind: kind,
      filter: sampleFilter,
      form: ReportForm(
        sampleFilter, people: [(1, "Mirela Novak"), (2, "Jonas Weber")], regions: ["Harbour", "North"],
        profiles: ["driver", "responder"]),
      covered: PageClock.sampleNow.advanced(by: -1_800_000_000)..<PageClock.sampleNow, rows: lines,
      count: rows == 0 ? 0 : 1_204, isAll: rows == 0, purged: rows == 0 ? nil : .sample,
      clock: PageClock.sample
    ) { "/w/city-rescue/board?at=\(LocalTime.iso($0))" }
  }
}
