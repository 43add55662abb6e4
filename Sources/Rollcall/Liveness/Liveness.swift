/// One responder's status: the state machine that decides who is shown as reachable.
///
/// Two clocks are kept: the last *contact* by the server's clock (can be reached) and the newest *fix* by
/// effective time (where). Only a fresh fix makes green. Every change is dated when it became true: each
/// event first settles the deadlines that passed before it, so the log depends on the events alone, not on
/// how often it is read.
public struct Liveness: Equatable, Sendable {
  /// The duty state in force.
  public internal(set) var duty: DutyState
  /// When the responder was last put on or off duty, by the server's clock.
  public internal(set) var dutySince: Timestamp
  /// The rule in force.
  public internal(set) var force: RuleInForce
  /// The status, up to the last settled deadline.
  public internal(set) var status: Status
  /// When the status became true.
  public internal(set) var since: Timestamp
  /// Why, in words: the rule of the last transition.
  public internal(set) var reason: String
  /// When watching began: coming on duty, the end of a long absence of ours, or the first fix ever.
  public internal(set) var watchedFrom: Timestamp
  /// When our own last absence ended, however short; `nil` = there was none.
  public internal(set) var restartedAt: Timestamp?
  /// The last contact, by the server's clock.
  public internal(set) var lastContact: Timestamp?
  /// The effective time of the newest fix that counts, or of the last sign that confirmed it.
  public internal(set) var newestFix: Timestamp?
  /// When the newest fix will be too old for green; `nil` = it was never green under a timed rule.
  public internal(set) var degradeBy: Timestamp?
  /// When an unknown person who was heard becomes degraded; `nil` = not timed or not watched.
  public internal(set) var waitBy: Timestamp?
  /// When the last contact will be too old; `nil` = not timed or not watched.
  public internal(set) var offlineBy: Timestamp?

  /// A person who was never on duty.
  public init(createdAt now: Timestamp, rule: RuleInForce) {
    (duty, dutySince, force) = (.offDuty, now, rule)
    (status, since, reason, watchedFrom) = (.offDuty, now, "\(rule.name): off duty", now)
  }

  /// Restores a stored state.
  public init(
    duty: DutyState, dutySince: Timestamp, force: RuleInForce, status: Status, since: Timestamp,
    reason: String,
    watchedFrom: Timestamp, restartedAt: Timestamp? = nil, lastContact: Timestamp?, newestFix: Timestamp?,
    degradeBy: Timestamp?, waitBy: Timestamp? = nil, offlineBy: Timestamp?
  ) {
    (self.duty, self.dutySince, self.force) = (duty, dutySince, force)
    (self.status, self.since, self.reason, self.watchedFrom) = (status, since, reason, watchedFrom)
    (self.restartedAt, self.lastContact, self.newestFix) = (restartedAt, lastContact, newestFix)
    (self.degradeBy, self.waitBy, self.offlineBy) = (degradeBy, waitBy, offlineBy)
  }

  /// The first row of each person's log.
  public var firstTransition: Transition { Transition(at: since, from: nil, to: status, rule: reason) }

  /// From when on the status is trusted again after an absence of ours that ended at `end`: once the offline
  /// threshold has passed. `nil` = it is trusted at once, because a fix was taken since. A fix taken before
  /// proves nothing, even if it arrived later.
  public func held(after end: Timestamp) -> Timestamp? {
    guard let offline = force.thresholds?.offline, newestFix.map({ $0 < end }) ?? true else { return nil }
    return end.advanced(by: offline)
  }

  /// When the status will change if nothing is heard; `nil` = never.
  public var deadline: Timestamp? { due?.at }

  /// Applies the deadlines that passed before `now`, each at its own instant; of several at one instant, only
  /// the last is recorded.
  public mutating func settle(until now: Timestamp) -> [Transition] {
    var found: [Transition] = []
    guard let thresholds = force.thresholds else { return found }
    while let next = due, next.at < now {
      var transition = become(next.to, at: next.at, reason(of: next.to, by: thresholds))
      if let met = found.last, met.at == next.at {
        transition.from = met.from
        found.removeLast()
      }
      found.append(transition)
    }
    return found
  }

  /// The state at `now`, if nothing unrecorded was heard. A deadline at this very instant counts.
  public func settled(at now: Timestamp) -> Liveness {
    guard let deadline, deadline <= now else { return self }
    var copy = self
    _ = copy.settle(until: now.advanced(by: 1))
    return copy
  }

  /// The status at `now`, and since when: as ``settled(at:)``, but most states need no copy for it.
  public func standing(at now: Timestamp) -> (status: Status, since: Timestamp) {
    guard let deadline, deadline <= now else { return (status, since) }
    let settled = settled(at: now)
    return (settled.status, settled.since)
  }

  /// The next deadline, and the status that it brings.
  private var due: (at: Timestamp, to: Status)? {
    guard duty.isWatched, newestFix != nil, force.thresholds != nil, let waitBy, let offlineBy else {
      return nil
    }
    switch status {
    case .online:
      guard let degradeBy else { return nil }
      guard let restart = unprovenRestart else { return (max(degradeBy, since), .degraded) }
      return (max(degradeBy, restart, since), .unknown)
    case .unknown where isHeard && waitBy <= offlineBy: return (max(waitBy, since), .degraded)
    case .unknown, .degraded: return (max(offlineBy, since), .offline)
    case .offline, .offDuty: return nil
    }
  }

  /// When our last absence ended, if no fix was taken since: a green status then dates from before we were
  /// away.
  private var unprovenRestart: Timestamp? {
    guard let restartedAt, let newestFix, newestFix < restartedAt else { return nil }
    return restartedAt
  }

  /// Why time alone makes it so, in words.
  private func reason(of next: Status, by thresholds: Thresholds) -> String {
    switch next {
    case .offline: "\(force.name): no contact for \(Self.words(thresholds.offline))"
    case .unknown: Self.restartRule
    case .degraded, .online, .offDuty: "\(force.name): no fix for \(Self.words(thresholds.degraded))"
    }
  }

  /// The rule for a person who was online before our absence and sent no fresh fix since.
  public static let restartRule = "no fresh fix since our restart"

  /// Whether the status is unknown only because we were away. Then it counts against no one.
  public var isUnknownByRestart: Bool {
    status == .unknown && reason.utf8.elementsEqual(Self.restartRule.utf8)
  }

  /// Since when we expect to hear from them: since watching began, or our last absence ended.
  var expectedFrom: Timestamp { max(watchedFrom, restartedAt ?? watchedFrom) }

  /// Whether there was a contact since then.
  var isHeard: Bool { lastContact.map { $0 >= expectedFrom } ?? false }

  /// Changes the status.
  mutating func become(_ new: Status, at instant: Timestamp, _ why: String) -> Transition {
    let transition = Transition(at: instant, from: status, to: new, rule: why)
    (status, since, reason) = (new, instant, why)
    return transition
  }

  /// Seconds as people write them: `90 s`, `7.5 s`.
  static func words(_ duration: Milliseconds) -> String {
    duration % 1_000 == 0 ? "\(duration / 1_000) s" : "\(Double(duration) / 1_000) s"
  }
}
