import Rollcall

/// One cell of a report.
struct ReportCell: PagePart {
  /// The column's name and its text; may be empty.
  var name, text: String
  /// The board as known then; empty for rows without a moment, and when the reader may not see it.
  var board = ""
}

/// One row of a report: its cells, in the order of the columns.
struct ReportLine: PagePart {
  var cells: [ReportCell]
}

/// One report: its span, its first rows, its columns' descriptions, and its file.
struct ReportPage: Page {
  static let template = "Reports/ReportPage"

  var shell: Shell
  var tabs: [Link]
  var title, about, path: String
  var form: ReportForm
  /// The report without filter; empty when there is none.
  var clear: String
  /// The span: `20 Nov 12:04:33 – 12:04:33`.
  var span: String
  /// The file with the same filter; empty while the filter is wrong.
  var csv: String
  /// The number of rows, `1,204 rows`, and the part shown; empty when all are.
  var size, shown: String
  /// The columns grouped for people, and one by one, with descriptions.
  var columns, heads: [ReportColumn]
  /// The first rows.
  var lines: [ReportLine]
  var empty: EmptyState?
  /// Says that a part of the span is purged; absent when none is.
  var purged: PurgedNotice?
  /// Makes it again and again; absent while the filter is wrong.
  var schedule: ScheduleForm?

  /// A report with its first rows.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - covered: the span in force, half-open; `nil` when the filter is wrong.
  ///   - preview: the first rows, and how many there are.
  ///   - purged: the purged part of the span; `nil` = none.
  ///   - board: the board of a moment, for the reader; empty when they may not see it.
  init(
    shell: Shell, slug: String, report: Report, filter: ReportFilter, form: ReportForm,
    covered: Range<Timestamp>?, preview: ReportPreview,
    purged: PurgedNotice? = nil, clock: PageClock, board: (Timestamp) -> String = { _ in "" }
  ) {
    let path = "/w/\(slug)/\(report.page)"
    self.shell = shell
    tabs = ReportsPage.tabs(slug, current: nil)
    (title, about, self.path, self.form) = (report.title, report.about, path, form)
    clear = filter.isNarrow ? path : ""
    span = covered.map(clock.span) ?? ""
    csv = covered == nil ? "" : filter.query.link("/w/\(slug)/\(report.file)")
    let (rows, count) = (preview.rows, preview.count)
    let number = Words.grouped(count)
    size = preview.isAll ? "\(number) \(count == 1 ? "row" : "rows")" : Words.Reports.moreThanRows(number)
    shown = preview.isAll && rows.count == count ? "" : Words.Reports.firstShown(rows.count)
    (columns, heads) = (report.manual, report.heads)
    lines = rows.map { row in
      var cells = zip(report.heads, row.texts).map { ReportCell(name: $0.name, text: $1) }
      if let moment = row.moment, !cells.isEmpty { cells[0].board = board(moment) }
      return ReportLine(cells: cells)
    }
    self.purged = purged
    schedule = covered == nil ? nil : ScheduleForm(report, filter, slug: slug)
    empty =
      rows.isEmpty ? Self.emptyState(filter, isWrong: covered == nil, isAll: preview.isAll, path: path) : nil
  }

  private static func emptyState(
    _ filter: ReportFilter, isWrong: Bool, isAll: Bool, path: String
  ) -> EmptyState {
    if isWrong { return .wrongFilter }
    guard isAll else {
      return EmptyState(title: Words.Reports.emptyStart, advice: Words.Reports.emptyStartAdvice)
    }
    guard filter.isNarrow else {
      return EmptyState(title: Words.Reports.nothingLast24Hours, advice: Words.Reports.chooseEarlierDayAbove)
    }
    return EmptyState(
      title: Words.Reports.nothingMatchesFilter, advice: Words.Reports.chooseOtherDaysPeople,
      action: Link(label: Words.Lists.clearFilter, href: path))
  }
}
