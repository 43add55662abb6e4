import HTTPServer
import Rollcall
import RollcallStore

/// A file made part by part while the client downloads it, so that an export of millions of rows neither
/// blocks the log nor fills the memory. Reports its totals at the end.
final class FileExport: BodySource, @unchecked Sendable {
  // Called by one thread at a time, as `BodySource` promises.

  /// A part: its bytes, how many rows or points it has, and whether it is the last.
  typealias Part = (bytes: [UInt8], rows: Int, isLast: Bool)

  private let nextPart: () throws -> Part
  private var progress: ExportProgress
  private var isOver = false

  /// A file; `ended` is called once, when all of it was sent, or when the client left.
  init(ended: @escaping ExportProgress.Ended, nextPart: @escaping () throws -> Part) {
    progress = ExportProgress(ended: ended)
    self.nextPart = nextPart
  }

  deinit { progress.left() }

  func next() throws -> [UInt8]? {
    guard !isOver else { return nil }
    let part = try nextPart()
    progress.add(part.bytes, rows: part.rows)
    isOver = part.isLast
    return part.bytes
  }

  func sent() throws { try progress.sent() }
}
