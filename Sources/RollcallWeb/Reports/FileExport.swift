import HTTPServer
import Rollcall
public import RollcallStore

/// A file that is made while the client takes it, part by part, so that an export of millions of rows holds up neither
/// the log nor the memory; and what it was is told at its end.
final class FileExport: BodySource, @unchecked Sendable {
  // Called by one thread at a time, as `BodySource` promises.

  /// A part: its bytes, how many rows or points it has, and whether it is the last.
  typealias Part = (bytes: [UInt8], rows: Int, isLast: Bool)

  private let nextPart: () throws -> Part
  private let ended: @Sendable (ExportEnd) -> Void
  private var hasBegun = false
  private var isOver = false
  private var rows = 0
  private var printer = FilePrinter()

  /// A file; `ended` is told once, when all of it was handed on, or when the client left after a part.
  init(ended: @escaping @Sendable (ExportEnd) -> Void, nextPart: @escaping () throws -> Part) {
    self.ended = ended
    self.nextPart = nextPart
  }

  deinit { if hasBegun, !isOver { end(isComplete: false) } }

  func next() throws -> [UInt8]? {
    guard !isOver else { return nil }
    let part = try nextPart()
    hasBegun = true
    rows += part.rows
    printer.add(part.bytes)
    if part.isLast {
      isOver = true
      end(isComplete: true)
    }
    return part.bytes
  }

  private func end(isComplete: Bool) {
    ended(ExportEnd(rows: rows, print: printer.print, isComplete: isComplete))
  }
}

/// What a file was when it ended.
public struct ExportEnd: Sendable {
  /// Rows, without the header.
  public let rows: Int
  /// By what it is known again.
  public let print: FilePrint
  /// Whether all of it was handed on.
  public let isComplete: Bool
}
