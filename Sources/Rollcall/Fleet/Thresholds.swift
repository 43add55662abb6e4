/// How long a responder may be quiet before their status changes.
public struct Thresholds: Equatable, Sendable {
  /// D: without a fresh fix for longer, degraded.
  public var degraded: Milliseconds
  /// O: without contact for longer, offline.
  public var offline: Milliseconds

  /// Thresholds from their parts.
  public init(degraded: Milliseconds, offline: Milliseconds) {
    self.degraded = degraded
    self.offline = offline
  }
}
