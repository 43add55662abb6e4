import Foundation
public import RollcallStore

/// A file presented for checking, as read: its fingerprint, and its number of rows.
public struct ClaimedFile: Sendable {
  /// Its fingerprint.
  public let fingerprint: FileFingerprint
  /// Rows of CSV after the first, those with line breaks in quotes counted once; meaningless for other files.
  public let rows: Int64

  /// Reads a file, piece by piece. Blocks.
  ///
  /// - Throws: the system's error when it cannot be read.
  public init(path: String) throws {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    var builder = FingerprintBuilder()
    var counter = RowCounter()
    while let part = try file.read(upToCount: 1 << 20), !part.isEmpty {
      let bytes = Array(part)
      builder.add(bytes)
      counter.add(bytes)
    }
    fingerprint = builder.fingerprint
    rows = max(0, counter.rows - 1)
  }
}

/// Counts the rows of CSV.
struct RowCounter {
  /// Complete rows, and a row that has begun.
  var rows: Int64 { ended + (isInside ? 1 : 0) }
  private var ended: Int64 = 0
  private var isInside = false
  private var isQuoted = false

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      isInside = byte != UInt8(ascii: "\n") || isQuoted
      if !isInside { ended += 1 }
    }
  }
}
