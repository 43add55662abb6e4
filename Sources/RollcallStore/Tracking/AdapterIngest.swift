import Rollcall
import SQL

extension TrackingStore {
  /// Stores a request of another app: positions, latest, the liveness row, events and counts.
  ///
  /// Many positions are stored in several commits. If one of them fails, the phone sends everything again,
  /// and stored positions are recognised by time and place.
  ///
  /// - Parameter done: called once everything is on disk; `nil` = the device's secret was revoked meanwhile.
  public func ingest(
    _ upload: AdapterUpload, from device: AdapterDevice,
    done: @escaping @Sendable (Result<AdapterResult?, StoreError>) -> Void
  ) {
    ingest(upload.parts[...], after: AdapterResult(), from: device, done: done)
  }

  private func ingest(
    _ parts: ArraySlice<AdapterUpload>, after earlier: AdapterResult, from device: AdapterDevice,
    done: @escaping @Sendable (Result<AdapterResult?, StoreError>) -> Void
  ) {
    guard let part = parts.first else { return done(.success(earlier)) }
    let rows = part.pings.count + part.signs.count + part.events.count + part.notes.count + 4
    write(rows: rows, bytes: part.bytes, tellsChanges: true, isRepeatable: true) {
      transaction -> AdapterResult? in
      try transaction.tracking.ingest(part, from: device)
    } done: { [self] result in
      switch result {
      case .success(let stored?): ingest(parts.dropFirst(), after: earlier + stored, from: device, done: done)
      case .success(nil): done(.success(nil))
      case .failure(let error): done(.failure(error))
      }
    }
  }
}

extension AdapterResult {
  /// The sum of two parts of one request.
  fileprivate static func + (one: AdapterResult, other: AdapterResult) -> AdapterResult {
    var sum = one
    sum.positions.stored += other.positions.stored
    sum.positions.duplicates += other.positions.duplicates
    sum.positions.expired += other.positions.expired
    sum.positions.delays += other.positions.delays
    sum.dropped.merge(other.dropped) { $0 + $1 }
    sum.interval = other.interval ?? one.interval
    return sum
  }
}

extension TrackingWrites {
  fileprivate func ingest(_ upload: AdapterUpload, from device: AdapterDevice) throws -> AdapterResult? {
    guard let known = try adapterRow(device.id, in: device.workspace) else { return nil }
    let device = known.device
    var state = try transaction.liveness.state(of: device.responder, in: device.workspace)
    try transaction.liveness.beginDuty(
      of: &state,
      by: upload.isReport ? .report(since: device.createdAt, isOurApp: false) : .contact)
    if known.isNew { try startDuty(of: &state) }
    // The answer comes after the last part.
    let update =
      upload.isLast ? IntervalUpdate(known, duty: state.live.duty, at: now) : IntervalUpdate(known)
    let reporter = Reporter(device, told: update.told)
    try store(upload.events, upload.notes, from: device, into: &state)
    var result = AdapterResult()
    result.positions = try store(upload, reporter, into: &state)
    for reason in upload.drops { result.dropped[reason, default: 0] += 1 }
    if result.positions.duplicates > 0 { result.dropped["duplicate"] = result.positions.duplicates }
    if result.positions.expired > 0 { result.dropped["too_old"] = result.positions.expired }
    try save(state, with: upload.asRecorded(now), result.positions, device: device.id)
    try record(upload, result, of: known, update)
    result.interval = update.interval
    return result
  }

  /// With duty switched by hand, profiles whose phones do not announce it begin with the first request of
  /// another app, unless their duty was set by other means.
  private func startDuty(of state: inout ResponderState) throws {
    guard state.dutyRule == .manual, state.profile.initialDuty != state.live.duty else { return }
    let isDecided = try db.exists("SELECT 1 FROM duty_change WHERE \(state.key.rows)")
    if !isDecided { try transaction.liveness.apply(duty: state.profile.initialDuty, to: &state) }
  }

  /// Stores the positions, and updates the state by them and by the contact.
  private func store(
    _ upload: AdapterUpload, _ reporter: Reporter, into state: inout ResponderState
  ) throws -> UploadResult {
    // The clock of another app is trusted: a steady delay may as well be a queue, and must not become green.
    let batch = Batch(pings: upload.pings, sentAt: upload.saidAt, telemetry: upload.telemetry)
    guard !upload.pings.isEmpty || !upload.signs.isEmpty else {
      state.phone.record(upload.telemetry, at: min(upload.saidAt ?? now, now))
      state.chooseRule(at: now)
      state.contacted(at: now, by: .device(reporter))
      return UploadResult()
    }
    let intake = PingIntake(
      batch: batch, signs: upload.signs, now: now, clock: SessionClock(),
      queueName: "adapter \(reporter.device.rawValue)",
      isRepeated: false, source: .device(reporter), furthestAhead: 60_000, state: state)
    try intake.prepare(in: transaction)
    for index in batch.pings.indices { try intake.process(index, in: transaction) }
    try intake.finish(in: transaction)
    state = intake.state
    return intake.result
  }

  /// Stores events of the phone. A repeat is recognised by its kind and time.
  private func store(
    _ events: [DeviceEvent], _ notes: [PhoneNote], from device: AdapterDevice,
    into state: inout ResponderState
  ) throws {
    let rows =
      events.map { event in (event.kind.words.type, event.kind.words.value, event.at) }
      + notes.map { ($0.type, $0.value, $0.at) }
    for (type, value, at) in rows {
      _ = try write(
        event: "adapter \(device.id.rawValue) \(type) \(at.milliseconds)", type, value, at: at,
        effective: min(at, now), of: device.responder, in: device.workspace)
    }
    for event in events { state.phone.record(event.kind, at: min(event.at, now)) }
  }
}

extension AdapterUpload {
  /// Whether it brings a ping, a sign of life or an event.
  fileprivate var isReport: Bool { !pings.isEmpty || !signs.isEmpty || !events.isEmpty }

  /// The values to record with the upload. An old report says nothing about the phone's present state.
  fileprivate func asRecorded(_ now: Timestamp) -> Upload {
    let isOld = saidAt.map { now.since($0) > 300_000 } ?? false
    return Upload(
      batch: Batch(pings: [], telemetry: isOld ? Telemetry() : telemetry), rejected: drops.count)
  }
}
