public import RollcallStore

/// The state of a file that is made while it is downloaded; reported once, at its certain end.
struct ExportProgress {
  /// Gets the file's totals; `nil` = nothing was sent. For a complete file it waits until they are on disk.
  typealias Ended = @Sendable (ExportEnd?) throws -> Void

  /// Rows, without the header.
  private(set) var rows = 0
  private var builder = FingerprintBuilder()
  private var hasBegun = false
  private var isTold = false
  private let ended: Ended

  /// A file of which nothing has been sent.
  init(ended: @escaping Ended) { self.ended = ended }

  /// The next part is handed on.
  mutating func add(_ bytes: [UInt8], rows: Int) {
    hasBegun = true
    self.rows += rows
    builder.add(bytes)
  }

  /// All of it was sent.
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
  /// Whether all of it was sent.
  public let isComplete: Bool
}
