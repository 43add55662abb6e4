extension Liveness {
  /// Notes a contact at `now`, with the effective time of the newest fix that the request brought.
  ///
  /// - Parameter fix: `nil` when the request brought none that may be latest. Off duty it never counts.
  public mutating func contacted(at now: Timestamp, fix: Timestamp? = nil) -> [Transition] {
    var found = settle(until: now)
    lastContact = max(lastContact ?? now, now)
    guard duty.isWatched else { return found }
    if let fix {
      if newestFix == nil { watchedFrom = now }
      newestFix = max(newestFix ?? fix, fix)
    }
    guard let thresholds = force.thresholds else {
      // Revoked, and back.
      if status == .offline { found.append(become(.unknown, at: now, Self.notTimed)) }
      return found
    }
    offlineBy = now.advanced(by: thresholds.offline)
    if let fix, now.since(fix) <= thresholds.degraded {
      degradeBy = watched(newestFix).advanced(by: thresholds.degraded)
      if status != .online { found.append(become(.online, at: now, "\(force.name): a fresh fix")) }
      return found
    }
    // An old fix proves something, too, but takes nothing away from what was granted.
    if fix != nil {
      degradeBy = max(degradeBy ?? now, watched(newestFix).advanced(by: thresholds.degraded))
    }
    if let worse = statusAfterContactAlone(at: now) {
      found.append(become(worse, at: now, "\(force.name): contact without a fresh fix"))
    }
    return found
  }

  /// What a contact without a fresh fix makes of the present status; `nil` = nothing.
  private func statusAfterContactAlone(at now: Timestamp) -> Status? {
    switch status {
    // Without any fix ever there is nothing to be degraded from.
    case .offline: newestFix == nil ? .unknown : .degraded
    case .unknown: newestFix != nil && (degradeBy.map { $0 < now } ?? false) ? .degraded : nil
    case .online, .degraded, .offDuty: nil
    }
  }

  /// Applies a duty state at `now`, with the rule that holds in it. Coming on duty starts without a fresh fix.
  public mutating func changed(duty new: DutyState, rule: RuleInForce, at now: Timestamp) -> [Transition] {
    var found = settle(until: now)
    let wasWatched = duty.isWatched
    duty = new
    guard new.isWatched != wasWatched else { return found + changed(rule: rule, at: now) }
    (dutySince, force) = (now, rule)
    if new.isWatched {
      watch(from: now)
      let why = rule.thresholds == nil ? Self.notTimed : "\(rule.name): on duty, no fresh fix yet"
      found.append(become(.unknown, at: now, why))
    } else {
      (degradeBy, offlineBy) = (nil, nil)
      found.append(become(.offDuty, at: now, "\(rule.name): off duty"))
    }
    return found
  }

  /// Calls the rule in force what it was called when it was chosen: a store keeps its parts.
  public mutating func rename(_ name: String) { force.name = name }

  /// Applies another rule at `now`. It keeps the status; nobody is judged at once by thresholds just set.
  public mutating func changed(rule new: RuleInForce, at now: Timestamp) -> [Transition] {
    var found = settle(until: now)
    let old = force.thresholds
    force = new
    guard duty.isWatched, new.thresholds != old else { return found }
    guard let thresholds = new.thresholds else {
      (degradeBy, offlineBy) = (nil, nil)
      if status != .unknown { found.append(become(.unknown, at: now, Self.notTimed)) }
      return found
    }
    guard let old, let degrade = degradeBy, let offline = offlineBy else {
      degradeBy = now.advanced(by: thresholds.degraded)
      offlineBy = now.advanced(by: thresholds.offline)
      return found
    }
    degradeBy = moved(degrade, old.degraded, thresholds.degraded, watched(newestFix), now)
    offlineBy = moved(offline, old.offline, thresholds.offline, watched(lastContact), now)
    return found
  }

  /// The rule of a status that came with the end of the session.
  public static let revokedRule = "session revoked"

  /// The session was ended and there is no other: the phone cannot be reached, whatever it sent.
  public mutating func revoked(at now: Timestamp) -> [Transition] {
    let found = settle(until: now)
    guard duty.isWatched, status != .offline else { return found }
    return found + [become(.offline, at: now, Self.revokedRule)]
  }

  /// Where a deadline goes when its threshold changes: shorter ones leave a whole new threshold's time, longer ones
  /// count from what was last heard.
  private func moved(
    _ deadline: Timestamp, _ old: Milliseconds, _ new: Milliseconds, _ heard: Timestamp, _ now: Timestamp
  ) -> Timestamp {
    if new < old { return min(deadline, now.advanced(by: new)) }
    return new > old ? max(deadline, heard.advanced(by: new)) : deadline
  }

  /// An instant, but not before watching began.
  private func watched(_ instant: Timestamp?) -> Timestamp { max(instant ?? watchedFrom, watchedFrom) }

  /// Watching begins (again): nobody owes us anything for the time before.
  private mutating func watch(from instant: Timestamp) {
    watchedFrom = instant
    degradeBy = force.thresholds.map { watched(newestFix).advanced(by: $0.degraded) }
    offlineBy = force.thresholds.map { watched(lastContact).advanced(by: $0.offline) }
  }

  private static var notTimed: String { "not timed" }
}

extension Liveness {
  /// We ourselves were away for a span: deadlines before it are settled at their instants; of those within it nobody
  /// is accused. Whoever was online and whose fix is too old now is `unknown`.
  public mutating func unobserved(_ span: TimeSpan) -> [Transition] {
    var found = settle(until: span.from)
    guard duty.isWatched else { return found }
    watch(from: span.to)
    if status == .online, let fix = newestFix, let thresholds = force.thresholds,
      span.to.since(fix) > thresholds.degraded
    {
      found.append(become(.unknown, at: span.to, "not heard since our restart"))
    }
    return found
  }

  /// Our clock was set back: what was noted ahead of it keeps its age.
  ///
  /// - Parameter step: by how much, milliseconds, positive.
  public mutating func steppedBack(by step: Milliseconds, to now: Timestamp) -> [Transition] {
    func earlier(_ instant: Timestamp?) -> Timestamp? { instant.map { $0.advanced(by: -step) } }
    lastContact = earlier(lastContact)
    newestFix = earlier(newestFix)
    watchedFrom = watchedFrom.advanced(by: -step)
    degradeBy = earlier(degradeBy)
    offlineBy = earlier(offlineBy)
    since = min(since, now)
    dutySince = min(dutySince, now)
    return unobserved(TimeSpan(from: now, to: now))
  }
}
