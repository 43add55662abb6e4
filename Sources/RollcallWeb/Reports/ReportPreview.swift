import Rollcall
import RollcallStore
import RollcallWire

/// The first rows of a report, exactly as its file has them, and about how many there are.
struct ReportPreview {
  /// The cells of the first rows.
  private(set) var rows: [[String]] = []
  /// How many rows there are, or were found until enough was known.
  private(set) var count = 0
  /// Whether these are all.
  private(set) var isAll = true

  /// Of no report.
  init() {}

  /// Reads a report until enough is known of it: a page must not take as long as the file. Blocks.
  init(of report: Report) throws(StoreError) {
    let nextPage = report.pages()
    var zone = Zone(report.workspace.timeZone)
    for step in 1...max(1, Self.mostCost / report.pageCost) {
      var csv = CSVWriter()
      do {
        let page = try nextPage(&csv, &zone)
        count += page.rows
        let wanted = Self.shown - rows.count
        if wanted > 0 { rows += try CSVReader.records(of: csv.bytes).prefix(wanted).map(\.fields) }
        isAll = page.isLast
      } catch { throw (error as? StoreError) ?? .unavailable("The report cannot be read.") }
      if isAll || (rows.count == Self.shown && (count >= Self.enough || step >= Self.enoughSteps)) { return }
    }
  }

  /// How many rows are shown.
  static let shown = 50
  /// How many are counted at least before the rest is left to the file.
  private static let enough = 2_000
  /// How many pages are read, once there is enough to show.
  private static let enoughSteps = 5
  /// How many days of one person are read to find something to show: some seconds.
  private static let mostCost = 5_000
}
