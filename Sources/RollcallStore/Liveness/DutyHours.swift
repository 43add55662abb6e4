import Rollcall

/// What the duty rule needs to remember of a person.
struct HoursState {
  /// When somebody last switched them off duty by hand, unless it was undone by hand; `nil` = nobody did.
  var offByHand: Timestamp?
  /// The next beginning or end of their hours; `nil` = they have none.
  var nextChange: Timestamp?
  /// When the hours in which they are began; `nil` = they are in none.
  var since: Timestamp?
  /// The end of hours that an assignment or open offer outlasts; `nil` = none.
  var leaves: Timestamp?
}

// What hours of duty do to a person. Beginnings wait for a contact; ends need none.
extension ResponderState {
  /// Their rule; `nil` = the kind of phone decides.
  var dutyRule: DutyRule? { ownDutyRule ?? profile.dutyRule }

  /// The hours in which an instant lies; `nil` = none.
  func hours(at instant: Timestamp) -> TimeSpan? {
    dutyRule?.timetable?.hours(at: instant, offset: secondsAhead)
  }

  /// Whether an assignment or open offer outlasts the hours. A drill does not.
  private var isBusy: Bool { errand.map { !$0.isDrill } ?? false }

  /// Finds the next change of the hours.
  mutating func planHours(after instant: Timestamp) {
    hours.nextChange = dutyRule?.timetable?.nextChange(after: instant, offset: secondsAhead)
    hours.since = self.hours(at: instant)?.from
    if dutyRule?.timetable == nil { hours.leaves = nil }
  }

  /// Applies a change of the hours at its instant.
  mutating func applyHours(at change: Timestamp) {
    if passHours(at: change) {
      endSilence(at: change)
      record(live.changed(duty: .offDuty, rule: offDutyRule(at: change), at: change))
    }
  }

  /// Applies the changes of the hours while this server was away.
  mutating func applyUnobservedHours(until end: Timestamp) {
    while let change = hours.nextChange, change <= end {
      if passHours(at: change) {
        endSilence(at: change)
        record(live.wentOffDuty(unobservedAt: change, rule: offDutyRule(at: change)))
      }
    }
  }

  /// Goes off duty after what has outlasted the hours.
  mutating func leave(at instant: Timestamp) {
    settle(until: instant)
    guard hours.leaves != nil, !isBusy, live.duty.isWatched else { return }
    beginLeaving(at: instant)
    endSilence(at: instant)
    record(live.changed(duty: .offDuty, rule: offDutyRule(at: instant), at: instant))
  }

  /// Notes that somebody switched their duty by hand: it holds until the hours change.
  mutating func switchedByHand(at now: Timestamp) {
    hours.offByHand = live.duty.isWatched ? nil : now
    hours.leaves = nil
  }

  /// Moves past a change of the hours; returns whether they go off duty at it. A switch by hand from before it
  /// holds no longer.
  private mutating func passHours(at change: Timestamp) -> Bool {
    let begins = hours(at: change) != nil
    planHours(after: change)
    dutyAt = max(dutyAt ?? change, change)
    hours.leaves = nil
    guard !begins, live.duty.isWatched else { return false }
    guard !isBusy else {
      hours.leaves = change
      return false
    }
    beginLeaving(at: change)
    return true
  }

  private mutating func beginLeaving(at instant: Timestamp) {
    (dutyOrder, hours.leaves) = (nil, nil)
    dutyAt = max(dutyAt ?? instant, instant)
    unwritten.dutyEnds.append(instant)
  }

  private mutating func offDutyRule(at instant: Timestamp) -> RuleInForce {
    let force = ruleInForce(at: instant, duty: .offDuty)
    record(force, at: instant)
    return force
  }
}
