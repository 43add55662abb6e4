import Rollcall

/// A table as CSV, read and written page by page: each page is a new snapshot.
enum CSVExport {
  /// Writes the next page of rows; returns how many, and whether it was the last.
  typealias NextPage = (inout CSVWriter, inout Zone) throws -> (rows: Int, isLast: Bool)

  /// The parts of a file with a header.
  static func parts(_ columns: [String], zone: Zone, _ nextPage: @escaping NextPage) -> () throws ->
    FileExport.Part
  {
    // Of the request: the parts are made later, on other threads.
    let style = CSVStyle.current
    var (hasBegun, zone) = (false, zone)
    return {
      var csv = CSVWriter(reserving: 320 * 1_024, separator: style.separator)
      if !hasBegun {
        csv.mark(style.mark)
        csv.header(columns)
      }
      let page = try nextPage(&csv, &zone)
      hasBegun = true
      return (csv.bytes, page.rows, page.isLast)
    }
  }
}
