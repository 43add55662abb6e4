extension Liveness {
  /// Records a contact at `now`, with the request's data.
  ///
  /// - Parameters:
  ///   - fix: the effective time of its newest fix; `nil` when it brought none that may be the latest. Off
  ///     duty it never counts.
  ///   - kept: the effective time of the newest sign that confirmed the latest position; `nil` = none did.
  public mutating func contacted(
    at now: Timestamp, fix: Timestamp? = nil, keeping kept: Timestamp? = nil
  ) -> [Transition] {
    var found = settle(until: now)
    lastContact = max(lastContact ?? now, now)
    guard duty.isWatched else { return found }
    if let newest = [fix, kept].compactMap(\.self).max() {
      if newestFix == nil { beginWatch(at: now) }
      newestFix = max(newestFix ?? newest, newest)
    }
    guard let thresholds = force.thresholds else {
      // Revoked, and back.
      if status == .offline { found.append(become(.unknown, at: now, Self.notTimed)) }
      return found
    }
    offlineBy = now.advanced(by: thresholds.offline)
    let isFresh = { (instant: Timestamp?) in instant.map { now.since($0) < thresholds.degraded } ?? false }
    if let newestFix, isFresh(fix) || isFresh(kept) {
      degradeBy = newestFix.advanced(by: thresholds.degraded)
      let why = isFresh(fix) ? "a fresh fix" : "at rest, place confirmed"
      if status != .online { found.append(become(.online, at: now, "\(force.name): \(why)")) }
    } else if let worse = statusAfterContactAlone(at: now) {
      found.append(become(worse, at: now, "\(force.name): contact without a fresh fix"))
    }
    return found
  }

  /// The new status after a contact without a fresh fix; `nil` = unchanged.
  private func statusAfterContactAlone(at now: Timestamp) -> Status? {
    switch status {
    // A person without any fix has nothing to be degraded from.
    case .offline: newestFix == nil ? .unknown : .degraded
    case .unknown: newestFix != nil && (waitBy.map { $0 < now } ?? false) ? .degraded : nil
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
      beginWatch(at: now)
      let why = rule.thresholds == nil ? Self.notTimed : "\(rule.name): on duty, no fresh fix yet"
      found.append(become(.unknown, at: now, why))
    } else {
      forgetDeadlines()
      found.append(become(.offDuty, at: now, "\(rule.name): off duty"))
    }
    return found
  }

  /// Goes off duty at an instant inside our absence: no deadline between its begin and that instant counts.
  public mutating func wentOffDuty(unobservedAt instant: Timestamp, rule: RuleInForce) -> [Transition] {
    guard duty.isWatched else { return [] }
    (duty, dutySince, force) = (.offDuty, instant, rule)
    forgetDeadlines()
    return [become(.offDuty, at: instant, "\(rule.name): off duty")]
  }

  /// Restores the other values that a store keeps.
  public mutating func restore(restartedAt: Timestamp?, waitBy: Timestamp?) {
    (self.restartedAt, self.waitBy) = (restartedAt, waitBy)
  }

  /// Gives the rule in force the name it had when it was chosen: a store keeps only its parts.
  public mutating func rename(_ name: String) { force.name = name }

  /// Applies another rule at `now`. It keeps the status: new thresholds never judge at once.
  public mutating func changed(rule new: RuleInForce, at now: Timestamp) -> [Transition] {
    var found = settle(until: now)
    let old = force.thresholds
    force = new
    guard duty.isWatched, new.thresholds != old else { return found }
    guard let thresholds = new.thresholds else {
      forgetDeadlines()
      if status != .unknown { found.append(become(.unknown, at: now, Self.notTimed)) }
      return found
    }
    guard let old, let wait = waitBy, let offline = offlineBy else {
      beginWatch(at: now)
      return found
    }
    degradeBy = degradeBy.map {
      moved($0, old.degraded, thresholds.degraded, newestFix ?? watchedFrom, now)
    }
    waitBy = moved(wait, old.degraded, thresholds.degraded, expectedFrom, now)
    offlineBy = moved(offline, old.offline, thresholds.offline, lastHeard, now)
    return found
  }

  /// The rule of a status that came with the end of the session.
  public static let revokedRule = "session revoked"

  /// The session ended and there is no other: the phone cannot be reached, whatever it sends.
  public mutating func revoked(at now: Timestamp) -> [Transition] {
    let found = settle(until: now)
    guard duty.isWatched, status != .offline else { return found }
    return found + [become(.offline, at: now, Self.revokedRule)]
  }

  /// The new deadline when its threshold changes: a shorter threshold allows its whole time anew, a longer
  /// one counts from the last contact.
  private func moved(
    _ deadline: Timestamp, _ old: Milliseconds, _ new: Milliseconds, _ heard: Timestamp, _ now: Timestamp
  ) -> Timestamp {
    if new < old { return min(deadline, now.advanced(by: new)) }
    return new > old ? max(deadline, heard.advanced(by: new)) : deadline
  }

  /// The last contact, but not before watching began.
  private var lastHeard: Timestamp { max(lastContact ?? watchedFrom, watchedFrom) }

  /// Watching begins (again): silence before it does not count.
  private mutating func beginWatch(at instant: Timestamp) {
    watchedFrom = instant
    waitBy = force.thresholds.map { expectedFrom.advanced(by: $0.degraded) }
    offlineBy = force.thresholds.map { lastHeard.advanced(by: $0.offline) }
  }

  private mutating func forgetDeadlines() { (degradeBy, waitBy, offlineBy) = (nil, nil, nil) }

  private static var notTimed: String { "not timed" }
}

extension Liveness {
  /// An absence of ours of at least this length begins a new watch, milliseconds.
  public static let longAbsence: Milliseconds = 30_000

  /// We were away for a span. Deadlines before it are settled at their instants; those within it count
  /// against no one. A person who was online and whose green ended in it is `unknown`.
  ///
  /// After a long span, everyone heard since watching began is watched anew. Otherwise the deadline of the
  /// last contact moves by its length. The deadline of the newest fix never does.
  ///
  /// - Parameters:
  ///   - span: the part not recorded before.
  ///   - whole: the absence of which it is the last part: spans that touch are one. `nil` = it is all of it.
  public mutating func unobserved(_ span: TimeSpan, endOf whole: TimeSpan? = nil) -> [Transition] {
    let found = settle(until: span.from)
    restartedAt = span.to
    guard duty.isWatched else { return found }
    let length = (whole ?? span).length
    let hasBegunAnew = whole.map { $0.from < span.from && watchedFrom == span.from } ?? false
    let wasHeard = lastContact.map { $0 >= watchedFrom } ?? false
    if length >= Self.longAbsence, wasHeard || hasBegunAnew {
      beginWatch(at: span.to)
    } else {
      waitBy = force.thresholds.map { span.to.advanced(by: $0.degraded) }
      offlineBy = offlineBy?.advanced(by: span.length)
    }
    guard status == .online, let degradeBy, degradeBy < span.to else { return found }
    return found + [become(.unknown, at: span.to, Self.restartRule)]
  }

  /// The state to show for a past instant inside our absence: no status was known then.
  public func covered(by absence: TimeSpan) -> Liveness {
    guard duty.isWatched else { return self }
    var copy = self
    (copy.status, copy.since, copy.reason) = (.unknown, absence.from, "not observed")
    return copy
  }

  /// Our clock was set back: instants recorded ahead of it keep their age.
  ///
  /// - Parameter step: by how much, milliseconds, positive.
  public mutating func steppedBack(by step: Milliseconds, to now: Timestamp) -> [Transition] {
    func earlier(_ instant: Timestamp?) -> Timestamp? { instant.map { $0.advanced(by: -step) } }
    lastContact = earlier(lastContact)
    newestFix = earlier(newestFix)
    watchedFrom = watchedFrom.advanced(by: -step)
    degradeBy = earlier(degradeBy)
    waitBy = earlier(waitBy)
    offlineBy = earlier(offlineBy)
    since = min(since, now)
    dutySince = min(dutySince, now)
    return unobserved(TimeSpan(from: now, to: now))
  }
}
