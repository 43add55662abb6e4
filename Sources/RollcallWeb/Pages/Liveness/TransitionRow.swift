public import Rollcall

/// One change of status, as the log has it.
public struct TransitionRow: PageRow {
  /// Its template.
  public static let template = "Liveness/TransitionRow"

  /// The row's name in the page, `t`, the instant and the new status.
  public var key: String
  /// When it became true.
  public var at: Moment
  /// The status before; nothing for a person's first.
  public var from: StatusPill?
  /// The status since then.
  public var to: StatusPill
  /// The rule in words.
  public var rule: String
  /// The rule as the log has it.
  public var sentence: String

  /// The row of a transition.
  public init(_ transition: Transition, clock: PageClock) {
    key = "t\(transition.at.milliseconds)-\(transition.to.rawValue)"
    at = clock.time(transition.at)
    from = transition.from.map { StatusPill($0) }
    to = StatusPill(transition.to)
    rule = Words.rule(transition.rule)
    sentence = transition.rule
  }

  /// An example with every kind of content.
  public static let sample = TransitionRow(
    Transition(
      at: PageClock.sampleNow.advanced(by: -720_000), from: .degraded, to: .offline,
      rule: "responder/on_duty: no contact for 180 s"), clock: PageClock.sample)
}
