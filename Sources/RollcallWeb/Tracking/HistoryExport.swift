import Crypto
import HTTPServer
import Rollcall
import RollcallStore

/// The history as CSV, read and written page by page while the client takes it: each page is a new snapshot, so
/// that an export of millions of rows holds up neither the log nor the memory.
final class HistoryExport: BodySource, @unchecked Sendable {
  // Called by one thread at a time, as `BodySource` promises.

  private let store: Store
  private let workspace: Workspace
  private let filter: PingFilter
  private let names: [Responder.ID: String]
  private let finished: @Sendable (_ rows: Int, _ sha256: String) -> Void
  private var cursor: HistoryCursor?
  private var isOver = false
  private var rows = 0
  private var hash = SHA256()
  private var zone: Zone
  private static let pageSize = 2_000

  /// An export; `finished` is told when, and only when, all of it was handed on.
  init(
    store: Store, workspace: Workspace, filter: PingFilter, names: [Responder.ID: String],
    finished: @escaping @Sendable (_ rows: Int, _ sha256: String) -> Void
  ) {
    self.store = store
    self.workspace = workspace
    self.filter = filter
    self.names = names
    self.finished = finished
    zone = Zone(workspace.timeZone)
  }

  func next() throws -> [UInt8]? {
    guard !isOver else { return nil }
    var csv = CSVWriter(reserving: 320 * 1_024)
    if cursor == nil { csv.header(HistoryColumns.names) }
    let page = try store.history(of: workspace, filter, after: cursor, limit: Self.pageSize)
    for ping in page { HistoryColumns.write(ping, name: names[ping.responder] ?? "", to: &csv, &zone) }
    rows += page.count
    hash.update(data: csv.bytes)
    if let last = page.last { cursor = HistoryCursor(effective: last.effective, id: last.id) }
    if page.count < Self.pageSize { end() }
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
