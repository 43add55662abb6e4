import Rollcall

/// One cell of a report.
struct ReportCell: PagePart {
  /// The column's title and its text; may be empty.
  var name, text: String
  /// Whether it is aligned as a number.
  var isNumber = false
  /// The same of an instant; absent for other values.
  var moment: Moment?
  /// The board as known then; empty for rows without a moment, and when the reader may not see it.
  var board = ""
}

/// One row of a report: its cells, in the order of the columns.
struct ReportLine: PagePart {
  var cells: [ReportCell]
}

/// The head of a column: its title, what it means, and the page sorted by it.
struct ReportHead: PagePart {
  var label, meaning, href: String
  /// `ascending` or `descending` when the page is sorted by it, else empty.
  var sorted, arrow: String
  var isNumber: Bool
}

/// How a report is looked at: not part of what it covers.
struct ReportView: FieldValues {
  /// The column by which it is sorted, after `-` descending; empty = as in the file.
  var sort = ""
  /// The columns that are shown, `all`, or empty = those that people need.
  var columns = ""

  static let fields: [Field<ReportView>] = [
    .text("sort", \.sort), .text("columns", \.columns),
    // Each ticked box of the form; links have them as one.
    Field(
      name: "column", read: { $0.columns += ($0.columns.utf8.isEmpty ? "" : ",") + $1 }, text: { _ in "" }),
  ]

  /// The name of the column by which it is sorted.
  var column: String { sort.hasPrefix("-") ? String(sort.dropFirst()) : sort }
  var descends: Bool { sort.hasPrefix("-") }

  /// A link to a report of this filter, looked at in this way.
  func link(_ filter: ReportFilter, _ path: String) -> String {
    var query = filter.query
    for (name, value) in pairs { query.add(name, value) }
    return query.link(path)
  }
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
  /// The span: `20 Nov 2026 12:04:33 – 21 Nov 2026 12:04:33`.
  var span: String
  /// The file with the same filter; empty while the filter is wrong.
  var csv: String
  /// The number of rows, `1,204 rows`, and the part shown; empty when all are.
  var size, shown: String
  /// The same for spreadsheets that want semicolons; empty while the filter is wrong.
  var semicolons: String
  /// The columns with descriptions, grouped.
  var columns: [ReportColumn]
  /// The columns that are shown.
  var heads: [ReportHead]
  /// The first rows.
  var lines: [ReportLine]
  /// The sums of all rows; absent while not all were read.
  var total: ReportLine?
  /// The same report with other columns, or in the order of its file.
  var views: [Link]
  /// The columns to choose from, those that are shown ticked; and the filter, sent along.
  var boxes: [Choice]
  var kept: [HiddenField]
  /// That the order is that of the first rows; may be empty.
  var order: String
  var plots: [ReportPlot]
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
    covered: Range<Timestamp>?, preview: ReportPreview, view: ReportView = ReportView(),
    purged: PurgedNotice? = nil, clock: PageClock, board: (Timestamp) -> String = { _ in "" }
  ) {
    let path = "/w/\(slug)/\(report.page)"
    self.shell = shell
    tabs = ReportsPage.tabs(slug, current: nil)
    (title, about, self.path, self.form) = (report.title, report.about, path, form)
    clear = filter.isNarrow ? path : ""
    span = covered.map(clock.span) ?? ""
    csv = covered == nil ? "" : filter.query.link("/w/\(slug)/\(report.file)")
    semicolons = covered == nil ? "" : Self.semicolons(filter, "/w/\(slug)/\(report.file)")
    let face = ReportFace(report, asked: view.columns, rows: preview.rows, clock: clock)
    let place = report.header.firstIndex(of: view.column)
    let ordered =
      place.map { ReportFace.sorted(preview.rows, by: $0, descends: view.descends) } ?? preview.rows
    let (rows, count) = (Array(ordered.prefix(ReportPreview.shown)), preview.count)
    let number = Words.grouped(count)
    size = preview.isAll ? "\(number) \(count == 1 ? "row" : "rows")" : Words.Reports.moreThanRows(number)
    shown = preview.isAll && rows.count == count ? "" : Words.Reports.firstShown(rows.count)
    columns = report.manual
    heads = face.columns.map { Self.head($0, view, filter, path) }
    lines = rows.map { row in
      var cells = face.columns.map { column in
        ReportCell(
          name: column.title, text: face.text(row.cells[column.index], column.kind),
          isNumber: column.kind.isNumber, moment: face.moment(row.cells[column.index]))
      }
      if let moment = row.moment, !cells.isEmpty { cells[0].board = board(moment) }
      return ReportLine(cells: cells)
    }
    total = preview.isAll && count > 1 ? Self.total(face, preview.rows) : nil
    views = Self.views(view, filter, path)
    let isShown = Set(face.columns.map(\.name))
    boxes = ReportFace(report, asked: "all", rows: [], clock: clock).columns.map {
      Choice(value: $0.name, label: $0.title, isSelected: isShown.contains($0.name))
    }
    kept = (filter.pairs + [("sort", view.sort)]).filter { !$0.1.utf8.isEmpty }.map {
      HiddenField(name: $0.0, value: $0.1)
    }
    order = place != nil && !preview.isAll ? Words.ReportColumns.sortedFirst(preview.rows.count) : ""
    plots = preview.isAll ? ReportPlot.all(of: report, preview.rows, clock: clock) : []
    self.purged = purged
    schedule = covered == nil ? nil : ScheduleForm(report, filter, slug: slug)
    empty =
      rows.isEmpty ? Self.emptyState(filter, isWrong: covered == nil, isAll: preview.isAll, path: path) : nil
  }

  private static func semicolons(_ filter: ReportFilter, _ file: String) -> String {
    var query = filter.query
    query.add(CSVStyle.parameter, CSVStyle.semicolon)
    return query.link(file)
  }

  private static func head(
    _ column: ReportFace.Column, _ view: ReportView, _ filter: ReportFilter, _ path: String
  ) -> ReportHead {
    let isSorted = view.column == column.name
    // Numbers are first looked at from the largest.
    let descends = isSorted ? !view.descends : column.kind.isNumber
    let next = view.with(\.sort, (descends ? "-" : "") + column.name)
    return ReportHead(
      label: column.title, meaning: column.meaning, href: next.link(filter, path),
      sorted: isSorted ? view.descends ? "descending" : "ascending" : "",
      arrow: isSorted ? view.descends ? "↓" : "↑" : "", isNumber: column.kind.isNumber)
  }

  private static func total(_ face: ReportFace, _ rows: [Report.Row]) -> ReportLine? {
    var cells = face.columns.map {
      ReportCell(name: $0.title, text: face.total($0, rows), isNumber: $0.kind.isNumber)
    }
    guard cells.contains(where: { !$0.text.utf8.isEmpty }), !cells.isEmpty else { return nil }
    if cells[0].text.utf8.isEmpty { cells[0].text = Words.ReportColumns.total }
    return ReportLine(cells: cells)
  }

  private static func views(_ view: ReportView, _ filter: ReportFilter, _ path: String) -> [Link] {
    let columns =
      view.columns.utf8.isEmpty
      ? Link(label: Words.ReportColumns.all, href: view.with(\.columns, "all").link(filter, path))
      : Link(label: Words.ReportColumns.usual, href: view.with(\.columns, "").link(filter, path))
    guard !view.sort.utf8.isEmpty else { return [columns] }
    return [
      columns, Link(label: Words.ReportColumns.unsorted, href: view.with(\.sort, "").link(filter, path)),
    ]
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
