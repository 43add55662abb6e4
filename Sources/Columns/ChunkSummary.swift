/// What is kept beside a chunk, so that it is found, counted and passed over without decoding it.
public struct ChunkSummary: Equatable, Sendable {
  /// The place of its first row.
  public let first: RowPlace
  /// The place of its last row.
  public let last: RowPlace
  /// How many rows it has.
  public let count: Int

  /// Of rows in order; `nil` = there are none.
  public init?<Name>(_ rows: Rows<Name>) {
    guard let ends = rows.ends else { return nil }
    (first, last, count) = (ends.lowerBound, ends.upperBound, rows.count)
  }
}

/// The same of positions, beyond their places.
public struct PingSummary: Equatable, Sendable {
  /// The first and the last time by the phone's clock; `nil` = no row has one.
  public private(set) var recorded: ClosedRange<Int64>?
  /// The first and the last number of rows that only the server's clock has timed; `nil` = there are none.
  public private(set) var undated: ClosedRange<Int64>?
  /// The flags that some row has.
  public private(set) var flags: Int64 = 0
  /// The highest id.
  public private(set) var newestID = Int64.min

  /// Of any rows.
  public init(_ rows: Rows<PingColumn>) {
    for row in 0..<rows.count {
      flags |= rows.integer(.flags, row) ?? 0
      newestID = max(newestID, rows.integer(.id, row) ?? .min)
      if let time = rows.integer(.recordedAt, row) {
        recorded = recorded.widened(to: time)
      } else if let sequence = rows.integer(.sequence, row) {
        undated = undated.widened(to: sequence)
      }
    }
  }
}

/// The same of uploads, beyond their places.
public struct UploadSummary: Equatable, Sendable {
  /// The first and the last time at which the phone says that it sent one; `nil` = no row has one.
  public private(set) var sent: ClosedRange<Int64>?

  /// Of any rows.
  public init(_ rows: Rows<UploadColumn>) {
    for row in 0..<rows.count {
      if let time = rows.integer(.sentAt, row) { sent = sent.widened(to: time) }
    }
  }
}

extension ClosedRange<Int64>? {
  /// The range with one more number.
  fileprivate func widened(to number: Int64) -> ClosedRange<Int64> {
    map { Swift.min($0.lowerBound, number)...Swift.max($0.upperBound, number) } ?? number...number
  }
}
