extension Rows where Name == PingColumn {
  /// The rows with this time by the phone's clock: a repeat of one of them has it, too.
  public func rows(recordedAt time: Int64) -> [Int] {
    (0..<count).filter { integer(.recordedAt, $0) == time }
  }

  /// The rows that no clock but the server's has timed, with this number in this queue.
  public func undated(sequence: Int64, queue: Int64) -> [Int] {
    (0..<count).filter {
      integer(.recordedAt, $0) == nil && integer(.sequence, $0) == sequence && integer(.queue, $0) == queue
    }
  }
}

/// What was taken out of rows.
public struct TakenRows: Equatable, Sendable {
  /// How many.
  public private(set) var count = 0
  /// The first and the last time of them; `nil` = none was taken.
  public private(set) var times: ClosedRange<Int64>?

  /// Nothing.
  public init() {}

  mutating func add(_ time: Int64) {
    count += 1
    times = times.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
  }
}

extension Rows {
  /// The rows whose time is in none of these spans, and what was taken out.
  ///
  /// - Parameter limit: the most rows to take.
  public func without(_ spans: [Range<Int64>], limit: Int = .max) -> (kept: Rows, taken: TakenRows) {
    var (kept, taken): ([Int], TakenRows) = ([], TakenRows())
    for row in 0..<count {
      let time = place(row).time
      if taken.count < limit, spans.contains(where: { $0.contains(time) }) {
        taken.add(time)
      } else {
        kept.append(row)
      }
    }
    return (taken.count == 0 ? self : picked(kept), taken)
  }

  /// Puts one row in place of another.
  ///
  /// - Parameters:
  ///   - row: 0 ..< `count`.
  ///   - other: exactly one row.
  public mutating func replace(_ row: Int, by other: Rows) {
    var all = picked(0..<row)
    all.append(other)
    all.append(picked(row + 1..<count))
    self = all
  }
}
