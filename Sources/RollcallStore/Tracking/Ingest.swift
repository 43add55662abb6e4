import Columns
public import Rollcall
import SQL

extension TrackingStore {
  /// Stores an upload: pings, latest, the liveness row, telemetry and the answer, all or none.
  ///
  /// - Parameters:
  ///   - session: the session of the upload.
  ///   - answer: makes the body of the answer, which repeats of the same key get, too. Runs on the writer's
  ///     thread.
  ///   - plainAnswer: makes the body that tells the counts alone: it is not stored, but made again.
  ///   - done: called once the upload is on disk; `keyReused`, or `unavailable` when nothing was stored.
  public func ingest(
    _ upload: Upload, from session: PhoneSession,
    answer: @escaping @Sendable (UploadResult) -> [UInt8],
    plainAnswer: @escaping @Sendable (UploadResult) -> [UInt8] = { _ in [] },
    done: @escaping @Sendable (Result<UploadAnswer, StoreError>) -> Void
  ) {
    write(rows: upload.batch.pings.count + 4, bytes: upload.bytes, tellsChanges: true, isRepeatable: true) {
      transaction -> UploadAnswer? in
      try transaction.tracking.ingest(upload, from: session, answer: answer, plainAnswer: plainAnswer)
    } done: { result in
      // A reused key still counts as a contact, so the transaction commits and the upload is refused here.
      done(result.flatMap { $0.map(Result.success) ?? .failure(.keyReused) })
    }
  }
}

extension TrackingWrites {
  /// Executes an upload; `nil` = its key was used for other pings, and only the contact is stored.
  func ingest(
    _ upload: Upload, from session: PhoneSession, answer: (UploadResult) -> [UInt8],
    plainAnswer: (UploadResult) -> [UInt8] = { _ in [] }
  ) throws -> UploadAnswer? {
    var state = try transaction.liveness.state(of: session.responder, in: session.workspace)
    state.settle(until: now)
    var clock = try sessionClock(of: session)
    let isRepeated = try recordAttempt(upload.batch, session, &clock)
    if let key = upload.idempotency, let known = try findAnswer(to: key, of: session.responder) {
      try transaction.liveness.beginDuty(of: &state, by: .contact)
      state.contacted(at: now, by: .ourApp)
      try save(clock, of: session, in: &state)
      // The attempt counts for the clock once; its telemetry is old.
      try save(state, with: upload.replayed, UploadResult(), session: session.id)
      guard known.fingerprint == key.fingerprint else { return nil }
      return UploadAnswer(body: known.body ?? plainAnswer(known.counts), result: nil)
    }
    try transaction.liveness.beginDuty(
      of: &state, by: upload.batch.pings.isEmpty ? .contact : transaction.liveness.report(from: session))
    var result = try store(
      upload.batch, from: session, clock: clock, isRepeated: isRepeated, network: upload.network, into: &state
    )
    try save(clock, of: session, in: &state)
    try save(state, with: upload, result, session: session.id)
    try count(upload.rejections, of: session)
    result.offers = try transaction.dispatch.deliverOffers(to: session)
    let body = answer(result)
    if let key = upload.idempotency {
      let counts = result.counts
      let answer = RememberedAnswer(
        fingerprint: key.fingerprint, counts: counts, body: body == plainAnswer(counts) ? nil : body)
      try remember(answer, for: key, of: session.responder)
    }
    return UploadAnswer(body: body, result: result)
  }

  /// Updates the estimate of the phone's clock from this attempt; returns whether the attempt was seen
  /// before.
  private func recordAttempt(
    _ batch: Batch, _ session: PhoneSession, _ clock: inout SessionClock
  ) throws -> Bool {
    // The server's own clock may be wrong.
    guard transaction.knowsAges else { return false }
    guard let sentAt = batch.sentAt else {
      let newest = batch.pings.compactMap(\.recordedAt).max()
      if let newest { clock.recordUpload(newest: newest, receivedAt: now) }
      return false
    }
    let isKnown = try isKnownAttempt(at: sentAt, session)
    if !isKnown { clock.recordAttempt(sentAt: sentAt, receivedAt: now) }
    return isKnown
  }

  private func isKnownAttempt(at sentAt: Timestamp, _ session: PhoneSession) throws -> Bool {
    let statements = try uploadStatements()
    statements.attempt.bind("responder_id", session.responder)
    statements.attempt.bind("session_id", session.id)
    statements.attempt.bind("sent_at", sentAt)
    if try statements.attempt.first({ _ in true }) ?? false { return true }
    return try db.track.wasSent(
      at: sentAt, from: session.id.rawValue, of: session.responder, statements.packedAttempts)
  }

  /// Stores the pings in turn, and updates the responder's state.
  private func store(
    _ batch: Batch, from session: PhoneSession, clock: SessionClock, isRepeated: Bool,
    network: NetworkOrigin?, into state: inout ResponderState
  ) throws -> UploadResult {
    let intake = PingIntake(
      batch: batch, now: now, clock: clock, queueName: batch.queueID ?? session.deviceID,
      isRepeated: isRepeated, network: network, state: state)
    try intake.prepare(in: transaction)
    for index in batch.pings.indices { try intake.process(index, in: transaction) }
    try intake.finish(in: transaction)
    state = intake.state
    return intake.result
  }

  /// Saves the state, and writes the upload's own row, with its telemetry and what the board shows after it: from a
  /// session of Rollcall's own app, or from another app.
  func save(
    _ state: ResponderState, with upload: Upload, _ result: UploadResult,
    session: PhoneSession.ID? = nil, device: AdapterDevice.ID? = nil
  ) throws {
    var state = state
    state.uploads += 1
    try transaction.liveness.save(state)
    let shown = try transaction.liveness.state(of: state.id, in: state.workspace)
    var row = UploadRow()
    (row.receivedAt, row.number) = (now.milliseconds, shown.uploads)
    (row.session, row.adapterDevice) = (session?.rawValue, device?.rawValue)
    row.sentAt = upload.batch.sentAt?.milliseconds
    (row.stored, row.duplicates) = (Int64(result.stored), Int64(result.duplicates))
    (row.expired, row.rejected) = (Int64(result.expired), Int64(upload.rejected))
    row.note(upload.batch.telemetry)
    row.latestPing = shown.latest?.pingID
    row.latestEffectiveAt = shown.latest?.effective.milliseconds
    row.confirmedAt = shown.latest?.confirmedAt?.milliseconds
    row.knownBattery = shown.phone.battery.value
    row.lowPower = shown.phone.powerMode.value == .lowPower
    row.backlog = shown.hasBacklog
    try transaction.track.store(row, of: state.key)
  }
}
