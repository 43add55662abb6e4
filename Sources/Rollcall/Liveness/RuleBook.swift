/// Everything that decides which rule holds for one responder: their profile, and the switches of their
/// workspace.
public struct RuleBook: Sendable {
  /// The profile, as edited.
  public let profile: Profile
  /// Whether the rule follows reported values; otherwise the last rule of the profile holds.
  public let isAdaptive: Bool
  /// The profile as imported, when its thresholds apply instead.
  private let original: Profile?

  /// A rule book.
  ///
  /// - Parameter original: the profile as imported.
  public init(profile: Profile, original: Profile, rollout: Rollout = Rollout(), responder: Responder.ID) {
    self.profile = profile
    isAdaptive = rollout.isOn(.adaptiveIntervals, for: responder)
    self.original = rollout.isOn(.serverThresholds, for: responder) ? nil : original
  }

  /// The profile's rule under `conditions`; `nil` only for a profile without rules.
  public func rule(under conditions: ReportingConditions) -> ProfileRule? {
    isAdaptive ? profile.rule(under: conditions) : profile.rules.last
  }

  /// The rule that applies at `now`, and until when at least.
  public func inForce(under conditions: ReportingConditions, at now: Timestamp) -> RuleInForce {
    let rule = rule(under: conditions)
    let timed = original?.rules.first { $0.name == rule?.name } ?? rule
    return RuleInForce(
      name: "\(profile.name)/\(rule?.name ?? "")", interval: rule?.interval.flatMap(Milliseconds.seconds),
      thresholds: timed?.thresholds, until: isAdaptive ? nextTimeOfDay(conditions.minuteOfDay, now) : nil)
  }

  /// When a condition on the time of day may change: at the next such time, but at most an hour from now, because
  /// local time may jump at a full hour.
  private func nextTimeOfDay(_ minute: Int, _ now: Timestamp) -> Timestamp? {
    let times = profile.rules.flatMap { $0.when?.timesOfDay ?? [] }
    let waits = times.map { (time: Int) -> Int in (time - minute + 1_439) % 1_440 + 1 }
    guard let soonest = waits.min() else { return nil }
    let intoMinute = ((now.milliseconds % 60_000) + 60_000) % 60_000
    let thisMinute = now.milliseconds - intoMinute
    let wait = min(soonest, 60 - minute % 60)
    return Timestamp(milliseconds: thisMinute).advanced(by: Int64(wait) * 60_000)
  }
}
