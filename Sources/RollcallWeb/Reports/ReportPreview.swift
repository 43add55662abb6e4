import Rollcall
import RollcallStore

/// The first rows of a report, as in its file, and about how many there are.
struct ReportPreview {
  /// The first rows, more than are shown: the page sorts and draws them.
  var rows: [Report.Row] = []
  /// How many rows there are, or were found until enough was known.
  var count = 0
  /// Whether these are all.
  var isAll = true
}

extension ReportPreview {
  /// Reads enough of a report for its page, which must not take as long as the file. Blocks.
  init(of report: Report, _ scope: ReportScope) throws(StoreError) {
    let next = report.rows(scope)
    for step in 1...max(1, Self.mostCost / report.stepCost(scope)) {
      do {
        let part = try next()
        count += part.rows.count
        rows += part.rows.prefix(max(0, Self.enough - rows.count))
        isAll = part.isLast
      } catch { throw (error as? StoreError) ?? .unavailable("The report cannot be read.") }
      if isAll || (rows.count >= Self.shown && (count >= Self.enough || step >= Self.enoughSteps)) { return }
    }
  }

  /// How many rows are shown.
  static let shown = 200
  /// How many rows are kept, and counted at least before the rest is left to the file.
  static let enough = 2_000
  /// How many pages are read, once there is enough to show.
  private static let enoughSteps = 5
  /// How many person-days are read to find rows to show: some seconds.
  private static let mostCost = 5_000
}
