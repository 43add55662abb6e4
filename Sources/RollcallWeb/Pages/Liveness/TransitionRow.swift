import Rollcall

/// One change of status, as the log has it.
struct TransitionRow: PageRow {
  static let template = "Liveness/TransitionRow"

  /// The row's name in the page, `t`, the instant and the new status.
  var key: String
  /// When it became true.
  var at: Moment
  /// The status before; nothing for a person's first.
  var from: StatusPill?
  /// The status since then.
  var to: StatusPill
  /// The rule in words.
  var rule: String
  /// The rule as the log has it.
  var sentence: String

  /// The row of a transition.
  init(_ transition: Transition, clock: PageClock) {
    key = "t\(transition.at.milliseconds)-\(transition.to.rawValue)"
    at = clock.time(transition.at)
    from = transition.from.map { StatusPill($0) }
    to = StatusPill(transition.to)
    rule = Words.rule(transition.rule)
    sentence = transition.rule
  }
}
