import Rollcall

extension ResponderState {
  /// The server's clock was set back by `step`, to `now`: instants in the future become recent, so that new
  /// data does not count as older.
  mutating func steppedBack(by step: Milliseconds, to now: Timestamp) {
    settle(until: now.advanced(by: step))
    record(live.steppedBack(by: step, to: now))
    if let shown = latest?.effective { latest?.effective = min(shown, now) }
    if let kept = latest?.confirmedAt { latest?.confirmedAt = min(kept, now) }
    dutyAt = dutyAt.map { min($0, now) }
    hours.offByHand = hours.offByHand.map { min($0, now) }
    hours.leaves = hours.leaves.map { min($0, now) }
    planHours(after: now)
    phone.hold(at: now)
    applyRule(at: now)
  }
}

extension PhoneState {
  /// Limits all instants to `now`.
  fileprivate mutating func hold(at now: Timestamp) {
    battery = battery.held(at: now)
    speed = speed.held(at: now)
    appState = appState.held(at: now)
    powerMode = powerMode.held(at: now)
    permission = permission.held(at: now)
    locationServices = locationServices.held(at: now)
    network = network.held(at: now)
  }
}

extension Reported {
  fileprivate func held(at now: Timestamp) -> Self { Self(value, at: at.map { min($0, now) }) }
}
