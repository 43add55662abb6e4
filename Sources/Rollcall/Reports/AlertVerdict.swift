/// The decision about alerts at one instant: which to open, which to close, which must wait.
public struct AlertVerdict: Equatable, Sendable {
  /// Topics to open: true, not open yet, and with nothing to wait for.
  public private(set) var opens: Set<AlertTopic> = []
  /// Topics to close: open, no longer true, and with nothing to wait for.
  public private(set) var closes: Set<AlertTopic> = []
  /// Topics that would open or close, but must wait.
  public private(set) var waits: Set<AlertTopic> = []
  /// The next instant at which time alone may change the decision; `nil` = never.
  public private(set) var nextLook: Timestamp?

  /// Judges `rules`.
  ///
  /// - Parameters:
  ///   - open: the topics with an open alert.
  ///   - observingSince: since when this server has been observing without a break.
  public init(_ rules: AlertRules, open: Set<AlertTopic>, observingSince: Timestamp) {
    let (standing, now) = (rules.standing, rules.now)
    for topic in standing.symmetricDifference(open) {
      let opening = standing.contains(topic)
      let held = rules.heldUntil(topic, observingSince: observingSince)
      let grace = opening ? rules.graceUntil(topic) : nil
      let isCertain = opening && rules.isCertain(topic, observingSince: observingSince)
      if !isCertain, let end = [held, grace].compactMap({ $0 }).max(), now < end {
        waits.insert(topic)
        look(at: min(end, rules.nextDecision(observingSince: observingSince) ?? end))
      } else if opening {
        opens.insert(topic)
      } else {
        closes.insert(topic)
      }
    }
    // The last instant of a flapping span still counts as flapping.
    for spell in rules.flapping.values where now <= spell.to { look(at: spell.to.advanced(by: 1)) }
  }

  private mutating func look(at instant: Timestamp) { nextLook = min(nextLook ?? instant, instant) }
}
