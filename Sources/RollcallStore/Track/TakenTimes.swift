import Rollcall

/// How many of something were deleted, and their first and last instant.
struct TakenTimes {
  private(set) var count = 0
  private(set) var span: ClosedRange<Timestamp>?

  /// Adds some.
  mutating func add(_ count: Int, _ first: Timestamp, _ last: Timestamp) {
    self.count += count
    span = span.map { min($0.lowerBound, first)...max($0.upperBound, last) } ?? first...max(first, last)
  }
}
