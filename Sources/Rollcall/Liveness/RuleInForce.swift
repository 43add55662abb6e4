/// The profile's rule that applies to a responder now.
public struct RuleInForce: Equatable, Sendable {
  /// Profile and rule, e.g. `responder/on_duty`.
  public var name: String
  /// How often a ping is due, milliseconds; `nil` = not timed.
  public var interval: Milliseconds?
  /// How long the responder may be quiet; `nil` = not timed.
  public var thresholds: Thresholds?
  /// When another rule may hold because of the time of day; `nil` = only a report can change it.
  public var until: Timestamp?

  /// A rule from its parts.
  public init(
    name: String, interval: Milliseconds? = nil, thresholds: Thresholds? = nil, until: Timestamp? = nil
  ) {
    self.name = name
    self.interval = interval
    self.thresholds = thresholds
    self.until = until
  }
}
