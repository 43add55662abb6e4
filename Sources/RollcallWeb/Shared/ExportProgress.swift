public import RollcallStore

/// The state of a file that is made while it is downloaded; reported once, at its certain end.
struct ExportProgress {
  /// Is told what the file was; `nil` = nothing was handed on. Of a complete one it waits until that is on disk.
  typealias Ended = @Sendable (ExportEnd?) throws -> Void

  /// Rows, without the header.
  private(set) var rows = 0
  private var builder = FingerprintBuilder()
  private var hasBegun = false
  private var isTold = false
  private let ended: Ended

  /// Of a file of which nothing was handed on.
  init(ended: @escaping Ended) { self.ended = ended }

  /// The next part is handed on.
  mutating func add(_ bytes: [UInt8], rows: Int) {
    hasBegun = true
    self.rows += rows
    builder.add(bytes)
  }

  /// All of it was taken.
  mutating func sent() throws {
    try ended(ExportEnd(rows: rows, fingerprint: builder.fingerprint, isComplete: true))
    isTold = true
  }

  /// The client has left.
  func left() {
    guard !isTold else { return }
    try? ended(hasBegun ? ExportEnd(rows: rows, fingerprint: builder.fingerprint, isComplete: false) : nil)
  }
}

/// A file's totals at its end.
public struct ExportEnd: Sendable {
  /// Rows, without the header.
  public let rows: Int
  /// Its fingerprint.
  public let fingerprint: FileFingerprint
  /// Whether all of it was handed on.
  public let isComplete: Bool
}
