/// A half-open stretch of time.
public struct TimeSpan: Hashable, Sendable {
  /// Its first instant.
  public var from: Timestamp
  /// The first instant after it; never before `from`.
  public var to: Timestamp

  /// Creates a span; one that would end before it begins is empty.
  public init(from: Timestamp, to: Timestamp) {
    self.from = from
    self.to = max(from, to)
  }

  /// How long it is, milliseconds.
  public var length: Milliseconds { to.since(from) }

  /// The part that both have in common; `nil` when there is none.
  public func overlap(_ other: TimeSpan) -> TimeSpan? {
    let common = TimeSpan(from: max(from, other.from), to: min(to, other.to))
    return common.length > 0 ? common : nil
  }
}
