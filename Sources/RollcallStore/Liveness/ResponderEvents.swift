import Foundation
import Rollcall

/// Events of a responder. Each event first settles the deadlines that passed before it, and collects the rows
/// to write.
extension ResponderState {
  /// Applies the effects of time before `now`: deadlines, hours of duty, and rules that follow the time of day.
  mutating func settle(until now: Timestamp) {
    while let change = nextChange, change <= now {
      record(live.settle(until: change))
      if change == hours.nextChange { applyHours(at: change) } else { applyRule(at: change) }
    }
    record(live.settle(until: now))
  }

  /// The next change by the time of day: of the rule in force, or of the hours of duty.
  private var nextChange: Timestamp? {
    let rule = live.duty.isWatched ? live.force.until : nil
    return [rule, hours.nextChange].compactMap(\.self).min()
  }

  /// Records a contact at `now`, with the effective times of the newest fix that it brought and of the newest
  /// sign that confirmed the latest position.
  ///
  /// - Parameter source: its source; `nil` = unknown, and the intervals that judge them stay.
  mutating func contacted(
    at now: Timestamp, fix: Timestamp? = nil, keeping kept: Timestamp? = nil, by source: ContactSource? = nil
  ) {
    settle(until: now)
    if let source { listen(to: source, at: now) }
    endSilence(at: now)
    record(live.contacted(at: now, fix: fix, keeping: kept))
  }

  /// Chooses the rule anew by the facts at `now`.
  mutating func chooseRule(at now: Timestamp) {
    settle(until: now)
    applyRule(at: now)
  }

  /// Applies a duty state: watching begins when the server applies it, never at the phone's `at`.
  mutating func apply(_ change: DutyChange, at: Timestamp, now: Timestamp) {
    settle(until: now)
    if !change.state.isWatched { endSilence(at: now) }
    dutyAt = at
    dutyOrder = change.order
    let force = ruleInForce(at: now, duty: change.state)
    record(force, at: now)
    record(live.changed(duty: change.state, rule: force, at: now))
  }

  /// The session ended and there is no other.
  mutating func revoked(at now: Timestamp) {
    settle(until: now)
    record(live.revoked(at: now))
  }

  /// The server itself was away.
  mutating func unobserved(_ absence: Absence) {
    settle(until: absence.span.from)
    applyUnobservedHours(until: absence.span.to)
    record(live.unobserved(absence.added, endOf: absence.whole))
    applyRule(at: absence.span.to)
  }

  /// The server was away for an unknown time.
  mutating func ageUnknown(at now: Timestamp) {
    settle(until: now)
    record(live.ageUnknown(at: now))
  }

  mutating func applyRule(at now: Timestamp) {
    let force = ruleInForce(at: now, duty: live.duty)
    record(force, at: now)
    record(live.changed(rule: force, at: now))
  }

  mutating func ruleInForce(at now: Timestamp, duty: DutyState) -> RuleInForce {
    let local = now.milliseconds / 60_000 + Int64(secondsAhead(at: now) / 60)
    let conditions = ReportingConditions(
      duty: duty, battery: phone.battery.value, speed: phone.speed.value, appState: phone.appState.value,
      powerMode: phone.powerMode.value, minuteOfDay: Int(((local % 1_440) + 1_440) % 1_440))
    rule = book.rule(under: conditions)
    let force = book.inForce(under: conditions, at: now)
    return reporter?.adapted(force, duty: duty, at: now) ?? force
  }

  /// How far clocks of the workspace are ahead of UTC.
  func secondsAhead(at instant: Timestamp) -> Int {
    timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.milliseconds) / 1_000))
  }

  mutating func record(_ rule: RuleInForce, at now: Timestamp) {
    guard rule.name != live.force.name || rule.thresholds != live.force.thresholds else { return }
    if judgedBefore?.change != now { judgedBefore = (now, live.force.thresholds) }
    unwritten.ruleChanges.append((now, rule))
  }

  mutating func record(_ transitions: [Transition]) {
    for transition in transitions { flapping.record(transition) }
    unwritten.transitions += transitions
  }

  /// A contact at `now` ends a silence, if the previous contact is older than the degraded threshold. A rule
  /// that came with the same request did not apply to it.
  mutating func endSilence(at now: Timestamp) {
    var judge = live.force.thresholds
    if let before = judgedBefore, before.change == now { judge = before.thresholds }
    guard let judge, let silence = live.openSilence(at: now, by: judge) else { return }
    unwritten.silences.append((silence, judge))
  }
}

extension Liveness {
  /// The span without contact until `now`, if it is longer than the degraded threshold and the responder is
  /// watched.
  func openSilence(at now: Timestamp, by thresholds: Thresholds) -> TimeSpan? {
    guard duty.isWatched, let contact = lastContact else { return nil }
    let span = TimeSpan(from: max(contact, dutySince), to: now)
    return span.length > thresholds.degraded ? span : nil
  }
}
