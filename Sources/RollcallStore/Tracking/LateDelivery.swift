public import Rollcall

extension TrackingStore {
  /// Stores what a phone took before a newer login ended its session, as history only. It is not a contact:
  /// its telemetry and clock do not count, none of its fixes becomes the latest, and it receives no offers.
  /// Duplicates are recognised without a queue, because each ping is dated.
  ///
  /// - Parameter done: called once everything is on disk; `nil` = nothing was stored: it is too late, a ping
  ///   is not dated or was not taken before the end, or the person is inactive.
  public func deliver(
    _ batch: Batch, bytes: Int, from session: PhoneSession,
    done: @escaping @Sendable (Result<UploadResult?, StoreError>) -> Void
  ) {
    write(rows: batch.pings.count + 1, bytes: bytes, tellsChanges: true, isRepeatable: true) {
      transaction -> UploadResult? in
      try transaction.tracking.deliver(batch, from: session)
    } done: {
      done($0)
    }
  }
}

extension TrackingWrites {
  fileprivate func deliver(_ batch: Batch, from session: PhoneSession) throws -> UploadResult? {
    try transaction.requireCertainClock()
    var state = try transaction.liveness.state(of: session.responder, in: session.workspace)
    guard let end = session.deliverable(at: now), state.person.isActive else { return nil }
    let clock = try sessionClock(of: session)
    let isBefore = batch.pings.allSatisfy { ping in
      let time = clock.judge(recordedAt: ping.recordedAt, receivedAt: now)
      return time.source != .server && time.effective < end
    }
    guard isBefore else { return nil }
    state.settle(until: now)
    let intake = PingIntake(
      batch: batch, now: now, clock: clock, queueName: batch.queueID ?? session.deviceID,
      isRepeated: true, purpose: .late, state: state)
    try intake.prepare(in: transaction)
    for index in batch.pings.indices { try intake.process(index, in: transaction) }
    try intake.finishPast(in: transaction)
    try transaction.liveness.save(intake.state)
    return intake.result
  }
}
