import Rollcall
import RollcallWire

extension RollcallDevice {
  /// Logs in with a code from ``DeviceSession/requestCode(phone:)``. The same responder's queue on this phone
  /// is sent now; another responder's queue is kept for them.
  ///
  /// - Throws: `Refusal` (a wrong code: 401), `Unreachable`, `DeviceStoreError`.
  public func logIn(phone: String, code: String, device: DeviceDescription = DeviceDescription()) async throws
  {
    try await use(session.logIn(phone: phone, code: code, device: device).value, afterLogin: true)
    log.record(.loggedIn, at: clock.now())
  }

  /// Logs in with a token that an operator has issued for this phone.
  ///
  /// - Throws: `Refusal`, `Unreachable`, `DeviceStoreError`.
  public func adopt(token: String) async throws {
    try await use(session.adopt(token: token).value, afterLogin: true)
    log.record(.loggedIn, at: clock.now())
  }

  /// Sends the queue, then ends the session and the duty. What could not be sent is kept for the next login.
  ///
  /// - Throws: `Unreachable` when the server cannot be told, because it would go on watching.
  public func logOut() async throws {
    _ = await sender.syncNow()
    guard await !sender.isShut() else { throw Unreachable(attempts: 1, reason: Sender.shut) }
    _ = try await session.logOut().value
    try queue?.save(nil, telling: [], at: clock.now())
    (queue, owner, duty, tagged) = (nil, nil, DutyRecord(.offDuty), nil)
    told = SentConditions()
    await sender.use(nil)
    continuation.yield(.changed)
  }

  /// Switches to this responder's queue.
  func use(_ owner: SessionOwner, afterLogin: Bool = false) async throws {
    let queue = try store.queue(of: owner.responder)
    if self.owner?.id != owner.id {
      (filter, inbox, tagged) = (FixFilter(), OfferInbox(), try queue.config())
      (told, lastFixAt) = (try queue.told(), nil)
      // Reports that the platform made before anyone was logged in.
      try queue.append(environment.known.map { .event($0) }, at: clock.now())
    }
    (self.queue, self.owner) = (queue, owner)
    if afterLogin {
      hasToldEnd = false
      var addresses = push
      addresses.loggedIn()
      try save(addresses)
    }
    try await recallDuty(of: owner, in: queue, afterLogin: afterLogin)
    isConfigStale = true
    await sender.use(queue)
    await applyConfig()
    // A ping may be due at once.
    timer?.cancel()
    continuation.yield(.changed)
  }

  /// Restores the duty saved on this phone. The responder may have changed it on another phone; then the
  /// server's state counts, unless the queue here holds unsent changes.
  private func recallDuty(of owner: SessionOwner, in queue: DeviceQueue, afterLogin: Bool) async throws {
    let kept = try queue.duty()
    let before = kept ?? DutyRecord(Profile(name: owner.profile, rules: []).initialDuty)
    duty = before
    guard afterLogin || kept == nil else { return }
    if let told = await dutyAtTheServer(), duty == before, self.owner?.id == owner.id,
      try kept == nil || !queue.hasUntoldDuty(), !before.covers(told)
    {
      duty = told
      if let mission = before.mission, mission.offer != told.mission?.offer {
        continuation.yield(.missionOver(mission))
      }
    }
    try queue.save(duty, telling: [], at: clock.now())
  }

  /// The duty that the server knows, after a login on another phone; `nil` = not available.
  private func dutyAtTheServer() async -> DutyRecord? {
    guard case .done(let me) = await sender.ask({ await $0.me() }), let duty = me.duty,
      let state = DutyState(rawValue: duty.state)
    else { return nil }
    let told = DutyRecord(state, order: duty.order)
    // A driver's own order has no assignment.
    guard state == .onMission, case .done(let assigned?) = await sender.ask({ await $0.assignment() })
    else { return told }
    return DutyRecord(assigned: assigned) ?? told
  }
}
