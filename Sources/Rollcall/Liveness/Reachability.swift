/// What is known of one responder's contact and fixes, and the status that follows from it.
///
/// Two clocks are kept: the last *contact* by the server's clock (can be reached) and the newest *fix* by
/// effective time (where). Only a fresh fix makes green.
public struct Reachability: Equatable, Sendable {
  /// The status at one instant, with its reason.
  public struct Judgement: Equatable, Sendable {
    /// The status.
    public var status: Status
    /// When it became true; `nil` when it always was.
    public var since: Timestamp?
    /// The rule in words, e.g. `responder/on_duty: no fix for 90 s`; `nil` when there never was one.
    public var rule: String?
  }

  /// The duty state in force.
  public var duty: DutyState
  /// When that duty state was applied, by the server's clock.
  public var dutySince: Timestamp
  /// The last contact, by the server's clock.
  public var lastContact: Timestamp?
  /// The effective time of the newest fix.
  public var newestFix: Timestamp?
  /// When the present run of fresh fixes began.
  public var onlineSince: Timestamp?
  /// The profile and its rule in force, e.g. `responder/on_duty`.
  public var ruleName: String
  /// The thresholds of that rule; `nil` = not timed.
  public var thresholds: Thresholds?

  /// What is known, from its parts.
  public init(
    duty: DutyState, dutySince: Timestamp, lastContact: Timestamp? = nil, newestFix: Timestamp? = nil,
    onlineSince: Timestamp? = nil, ruleName: String, thresholds: Thresholds?
  ) {
    self.duty = duty
    self.dutySince = dutySince
    self.lastContact = lastContact
    self.newestFix = newestFix
    self.onlineSince = onlineSince
    self.ruleName = ruleName
    self.thresholds = thresholds
  }

  /// The status at `now`: a function of the two clocks and the thresholds alone.
  public func judged(at now: Timestamp) -> Judgement {
    guard duty.isWatched else {
      return Judgement(status: .offDuty, since: dutySince, rule: "\(ruleName): off duty")
    }
    guard let thresholds else {
      return Judgement(status: .unknown, since: nil, rule: "\(ruleName): not timed")
    }
    guard let fix = newestFix, let contact = lastContact else {
      return Judgement(status: .unknown, since: nil, rule: nil)
    }
    guard let onlineSince else {
      return Judgement(status: .unknown, since: dutySince, rule: "\(ruleName): no fix since on duty")
    }
    let offlineAt = max(contact, dutySince).advanced(by: thresholds.offline)
    if now > offlineAt {
      return Judgement(
        status: .offline, since: offlineAt, rule: "\(ruleName): no contact for \(words(thresholds.offline))")
    }
    let degradedAt = max(fix, dutySince).advanced(by: thresholds.degraded)
    if now > degradedAt {
      return Judgement(
        status: .degraded, since: degradedAt, rule: "\(ruleName): no fix for \(words(thresholds.degraded))")
    }
    return Judgement(status: .online, since: onlineSince, rule: "\(ruleName): a fresh fix")
  }

  /// Notes a contact at `now`, with the effective time of the best fix it brought.
  ///
  /// The newest fix only moves forward. Fixes sent off duty do not count.
  public mutating func contacted(at now: Timestamp, fix: Timestamp?) {
    let wasOnline = judged(at: now).status == .online
    lastContact = max(lastContact ?? now, now)
    guard duty.isWatched, let fix else { return }
    newestFix = max(newestFix ?? fix, fix)
    if let thresholds, now.since(fix) <= thresholds.degraded, !wasOnline { onlineSince = now }
  }

  /// Applies a duty state at `now`. Coming on duty starts without a fresh fix.
  public mutating func changed(duty new: DutyState, at now: Timestamp) {
    if new.isWatched != duty.isWatched {
      dutySince = now
      onlineSince = nil
    }
    duty = new
  }

  private func words(_ duration: Milliseconds) -> String {
    duration % 1_000 == 0 ? "\(duration / 1_000) s" : "\(Double(duration) / 1_000) s"
  }
}
