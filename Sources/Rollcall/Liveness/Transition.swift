/// A status change: written once, dated when it became true.
public struct Transition: Equatable, Sendable {
  /// When it became true.
  public var at: Timestamp
  /// The status before; `nil` for a person's first.
  public var from: Status?
  /// The status since then.
  public var to: Status
  /// The rule in words, e.g. `responder/on_duty: no contact for 180 s`.
  public var rule: String

  /// A change from its parts.
  public init(at: Timestamp, from: Status?, to: Status, rule: String) {
    self.at = at
    self.from = from
    self.to = to
    self.rule = rule
  }
}
