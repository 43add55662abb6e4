/// One responder's status: the state machine that decides who is shown as reachable.
///
/// Two clocks are kept: the last *contact* by the server's clock (can be reached) and the newest *fix* by effective
/// time (where). Only a fresh fix makes green. Every change is dated when it became true: each event first settles
/// the deadlines that passed before it, so the log is a function of the events, however often anybody looks.
public struct Liveness: Equatable, Sendable {
  /// The duty state in force.
  public internal(set) var duty: DutyState
  /// When the responder was last put on or off duty, by the server's clock.
  public internal(set) var dutySince: Timestamp
  /// The rule in force.
  public internal(set) var force: RuleInForce
  /// The status, as far as it is settled.
  public internal(set) var status: Status
  /// When the status became true.
  public internal(set) var since: Timestamp
  /// Why, in words: the rule of the last transition.
  public internal(set) var reason: String
  /// When watching began: coming on duty, the end of an absence of ours, or the first fix ever.
  public internal(set) var watchedFrom: Timestamp
  /// The last contact, by the server's clock.
  public internal(set) var lastContact: Timestamp?
  /// The effective time of the newest fix that counts.
  public internal(set) var newestFix: Timestamp?
  /// When the newest fix is too old; `nil` = not timed or not watched.
  public internal(set) var degradeBy: Timestamp?
  /// When the last contact is too long ago; `nil` = not timed or not watched.
  public internal(set) var offlineBy: Timestamp?

  /// Somebody who was never on duty.
  public init(createdAt now: Timestamp, rule: RuleInForce) {
    (duty, dutySince, force) = (.offDuty, now, rule)
    (status, since, reason, watchedFrom) = (.offDuty, now, "\(rule.name): off duty", now)
  }

  /// What a store remembers.
  public init(
    duty: DutyState, dutySince: Timestamp, force: RuleInForce, status: Status, since: Timestamp,
    reason: String,
    watchedFrom: Timestamp, lastContact: Timestamp?, newestFix: Timestamp?, degradeBy: Timestamp?,
    offlineBy: Timestamp?
  ) {
    (self.duty, self.dutySince, self.force) = (duty, dutySince, force)
    (self.status, self.since, self.reason, self.watchedFrom) = (status, since, reason, watchedFrom)
    (self.lastContact, self.newestFix) = (lastContact, newestFix)
    (self.degradeBy, self.offlineBy) = (degradeBy, offlineBy)
  }

  /// The row that begins everybody's log.
  public var firstTransition: Transition { Transition(at: since, from: nil, to: status, rule: reason) }

  /// From when on the status is believed again after an absence of ours that ended at `end`: once the offline
  /// threshold has passed. `nil` = it is believed at once, because a fix was taken since. One taken before proves
  /// nothing, whenever it came.
  public func held(after end: Timestamp) -> Timestamp? {
    guard let offline = force.thresholds?.offline, newestFix.map({ $0 < end }) ?? true else { return nil }
    return end.advanced(by: offline)
  }

  /// When the status will change if nothing is heard; `nil` = never.
  public var deadline: Timestamp? { due?.at }

  /// Applies the deadlines that passed before `now`, each at its own instant.
  public mutating func settle(until now: Timestamp) -> [Transition] {
    var found: [Transition] = []
    guard let thresholds = force.thresholds else { return found }
    while let next = due, next.at < now {
      found.append(become(next.to, at: next.at, reason(of: next.to, by: thresholds)))
    }
    return found
  }

  /// What it is at `now`, if nothing was heard that is not noted.
  public func settled(at now: Timestamp) -> Liveness {
    guard let deadline, deadline < now else { return self }
    var copy = self
    _ = copy.settle(until: now)
    return copy
  }

  /// The next row of the table that time alone will make true.
  private var due: (at: Timestamp, to: Status)? {
    guard duty.isWatched, newestFix != nil, force.thresholds != nil, let degradeBy, let offlineBy else {
      return nil
    }
    switch status {
    case .online: return (max(degradeBy, since), .degraded)
    case .unknown where isHeardSinceWatched: return (max(degradeBy, since), .degraded)
    case .unknown, .degraded: return (max(offlineBy, since), .offline)
    case .offline, .offDuty: return nil
    }
  }

  /// Why time alone makes it so, in words.
  private func reason(of next: Status, by thresholds: Thresholds) -> String {
    next == .offline
      ? "\(force.name): no contact for \(Self.words(thresholds.offline))"
      : "\(force.name): no fix for \(Self.words(thresholds.degraded))"
  }

  /// Whether there was a contact since watching began.
  var isHeardSinceWatched: Bool { lastContact.map { $0 >= watchedFrom } ?? false }

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
