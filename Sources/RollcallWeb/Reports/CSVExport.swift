import Crypto
import HTTPServer
import Rollcall

/// A table as CSV, read and written page by page while the client takes it: each page is a new snapshot, so that an
/// export of millions of rows holds up neither the log nor the memory.
final class CSVExport: BodySource, @unchecked Sendable {
  // Called by one thread at a time, as `BodySource` promises.

  /// Writes the next page of rows; returns how many, and whether it was the last.
  typealias NextPage = (inout CSVWriter, inout Zone) throws -> (rows: Int, isLast: Bool)

  private let columns: [String]
  private let nextPage: NextPage
  private let finished: @Sendable (_ rows: Int, _ sha256: String) -> Void
  private var hasBegun = false
  private var isOver = false
  private var rows = 0
  private var hash = SHA256()
  private var zone: Zone

  /// An export; `finished` is told when, and only when, all of it was handed on.
  init(
    columns: [String], zone: Zone, finished: @escaping @Sendable (_ rows: Int, _ sha256: String) -> Void,
    nextPage: @escaping NextPage
  ) {
    self.columns = columns
    self.zone = zone
    self.finished = finished
    self.nextPage = nextPage
  }

  func next() throws -> [UInt8]? {
    guard !isOver else { return nil }
    var csv = CSVWriter(reserving: 320 * 1_024)
    if !hasBegun { csv.header(columns) }
    hasBegun = true
    let page = try nextPage(&csv, &zone)
    rows += page.rows
    hash.update(data: csv.bytes)
    if page.isLast { end() }
    return csv.bytes
  }

  private func end() {
    isOver = true
    let digest = hash.finalize().map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }
    finished(rows, digest.joined())
  }
}
