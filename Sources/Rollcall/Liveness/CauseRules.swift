/// The rules that find a silence's cause, in the order of ``Cause``. They prefer `unknown` to a wrong cause.
///
/// They are asked twice: first with the facts from when the silence began (until it counted as offline), then
/// with later ones. An event an hour into a silence did not begin it, so it counts only when nothing else
/// does.
public enum CauseRules {
  /// A battery at or below this is empty: phones switch themselves off at 1 to 5 %.
  public static let emptyBattery = 0.05
  /// A phone restarted after a battery at or below this had probably run empty.
  public static let lowBattery = 0.10

  /// The cause of a silence, with its evidence by time.
  ///
  /// - Parameter now: the end of a silence that is still open.
  public static func judge(_ quiet: Quiet, by facts: SilenceFacts, at now: Timestamp) -> (Cause, [Evidence]) {
    let inquiry = SilenceAnalysis(quiet, facts: facts, now: now)
    let found = cause(of: inquiry)
    // A silence that was partly our own absence says so, whatever caused the rest.
    let ours = found.cause == .notObserved ? [] : inquiry.ownAbsences
    return (found.cause, byTime(found.evidence + ours))
  }

  private typealias Rule = @Sendable (SilenceAnalysis, SilenceAnalysis.Stage) -> [Evidence]?

  private static let rules: [(cause: Cause, rule: Rule)] = [
    (.sessionRevoked, { $0.sessionEnded(.revoked, $1) }),
    (.sessionExpired, { $0.sessionEnded(.expired, $1) }),
    (.permissionRevoked, { $0.permissionRevoked($1) }),
    (.locationOff, { $0.locationOff($1) }),
    (.batteryEmpty, { inquiry, _ in inquiry.batteryEmpty() }),
    (.powerSaving, { $0.powerSaving($1) }),
    (.noNetwork, { $0.noNetwork($1) }),
    (.appKilled, { $0.appKilled($1) }),
  ]

  private static func cause(of inquiry: SilenceAnalysis) -> (cause: Cause, evidence: [Evidence]) {
    // No one is blamed for a silence that fits into D outside our absence.
    if inquiry.isOurs { return (.notObserved, inquiry.ownAbsences) }
    for stage in [SilenceAnalysis.Stage.onset, .later] {
      for (cause, rule) in rules {
        if let evidence = rule(inquiry, stage) { return (cause, evidence) }
      }
    }
    return (.unknown, inquiry.lastHeard)
  }

  private static func byTime(_ evidence: [Evidence]) -> [Evidence] {
    evidence.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}
