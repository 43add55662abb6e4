public import Rollcall

/// A place in the history: after the ping with this effective time and id.
public struct HistoryCursor: Equatable, Sendable {
  /// Effective time of the last ping seen.
  public var effective: Timestamp
  /// Its id.
  public var id: Int64

  /// A cursor from its parts.
  public init(effective: Timestamp, id: Int64) {
    self.effective = effective
    self.id = id
  }
}
