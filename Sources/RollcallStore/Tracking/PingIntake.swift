import Columns
import Rollcall
import SQL

/// Processes the pings of one upload: judges their times and doubts, recognises duplicates, stores the rest,
/// and finds the fix that may become the latest.
///
/// A class, because the state it updates is large and must not be copied for each ping.
final class PingIntake {
  /// The kind of request that the pings belong to.
  enum Purpose {
    /// A current upload: a fix may become the latest.
    case present
    /// An upload after the end of its session: history only.
    case late
    /// A track recorded elsewhere: history, on duty where the person was on duty then.
    case track(DutyDuring)

    var isPresent: Bool { if case .present = self { true } else { false } }
  }

  let batch: Batch
  /// The signs of life of another app; judged after the pings.
  let signs: [SignOfLife]
  let now: Timestamp
  let clock: SessionClock
  let queueName: String
  /// Whether this attempt was seen before, so that its telemetry is old.
  let isRepeated: Bool
  let purpose: Purpose
  /// Who sent it.
  let source: ContactSource
  /// How far ahead of the server the phone's clock may be for a fix to become the latest, milliseconds; `nil`
  /// = no limit beyond the usual judgement.
  let furthestAhead: Milliseconds?
  /// The network of the upload; `nil` = not known.
  let network: NetworkOrigin?
  var state: ResponderState
  private(set) var result = UploadResult()
  private(set) var queue = ResponderState.Queue(id: 0, seen: SequenceSet())
  private var touchedRanges: Set<Int64> = []
  private var removedRanges: Set<Int64> = []
  private var candidate: ResponderState.Latest?
  private var newestFix: Timestamp?
  private var proving: [ProvingFix] = []
  private let hasPosition: Bool
  let track: UploadTrack
  /// The person's duty while the pings were taken; looked up on demand.
  private var dutyBefore: DutyDuring?
  private var held = HoldLookup()
  private(set) var knowsAges = true

  init(
    batch: Batch, signs: [SignOfLife] = [], now: Timestamp, clock: SessionClock, queueName: String,
    isRepeated: Bool,
    purpose: Purpose = .present, source: ContactSource = .ourApp, furthestAhead: Milliseconds? = nil,
    network: NetworkOrigin? = nil, state: ResponderState
  ) {
    self.batch = batch
    self.signs = signs
    self.source = source
    self.furthestAhead = furthestAhead
    self.network = network
    self.isRepeated = isRepeated
    self.purpose = purpose
    self.now = now
    self.clock = clock
    self.queueName = queueName
    self.state = state
    track = UploadTrack(of: state.key)
    hasPosition =
      state.latest.map { !$0.position.isNullIsland } ?? false
      || batch.pings.contains { !$0.position.isNullIsland && ($0.accuracy ?? 0) >= 0 }
  }

  /// Finds the queue.
  func prepare(in transaction: WriteTransaction) throws {
    knowsAges = transaction.knowsAges
    queue =
      try state.queues[Array(queueName.utf8)] ?? transaction.tracking.queue(named: queueName, of: state.id)
  }

  /// Processes the ping at `index`.
  func process(_ index: Int, in transaction: WriteTransaction) throws {
    let ping = batch.pings[index]
    let time = clock.judge(recordedAt: ping.recordedAt, receivedAt: now)
    try transaction.requireCertain(time.effective, within: state.retention)
    let hasExpired = now.since(time.effective) > state.retention
    if hasExpired, try !held.contains(time.effective, of: state.id, in: state.workspace, transaction) {
      result.expired += 1
      return markSeen(ping.sequence)
    }
    let wasSeen = ping.sequence.map { queue.seen.contains($0) } ?? false
    var found = try track.pings(
      like: ping, wasSeen: wasSeen, queue: queue.id, newest: state.newestRaw, transaction.db)
    // A place known from a sign of life alone gives way to the fix itself, which says more and is judged.
    let signs = found.filter { $0.flags.contains(.repeated) && $0.isTwin(of: ping, queue: queue.id) }.map(
      \.place)
    if !signs.isEmpty { try track.save(in: transaction) }
    for sign in signs { try transaction.tracking.removeSign(sign, of: state.key) }
    found.removeAll { signs.contains($0.place) }
    if let twin = found.first(where: { $0.isTwin(of: ping, queue: queue.id) }) {
      result.duplicates += 1
      // A ping sent off duty never counts, however often it is repeated; nor does one stored only because of
      // a hold.
      if twin.isOnDuty, !hasExpired {
        consider(
          ping, index, FixTime(effective: twin.effective, source: twin.source, flags: twin.flags), id: twin.id
        )
      }
      return markSeen(ping.sequence)
    }
    let doubts = try doubts(of: ping, time, wasSeen: wasSeen, in: transaction)
    let flags = doubts.flags
    let variant = found.filter { $0.queue == queue.id && $0.sequence == ping.sequence }.map(\.variant).max()
    let judged = FixTime(effective: time.effective, source: time.source, flags: flags)
    let isOnDuty = try isOnDuty(at: time.effective, in: transaction)
    let id = try insert(ping, judged, variant: variant.map { $0 + 1 } ?? 0, isOnDuty: isOnDuty)
    try transaction.tracking.save(doubts, of: id, at: time.effective, in: &state)
    result.stored += 1
    if time.source != .server { result.delays.append(now.since(time.effective)) }
    if let raw = ping.recordedAt { state.newestRaw = max(state.newestRaw ?? raw, raw) }
    markSeen(ping.sequence)
    if isOnDuty, let fix = ProvingFix(ping, judged) { proving.append(fix) }
    // A ping stored because of a hold is evidence: it neither becomes the latest nor counts as fresh.
    if !hasExpired { consider(ping, index, judged, id: id) }
  }

  /// Adds a ping to what is stored at the end; returns its id.
  func insert(_ ping: Ping, _ time: FixTime, variant: Int64, isOnDuty: Bool) throws -> Int64 {
    let id = try state.nextPingID()
    track.add(
      PingRow(ping, time, id: id, receivedAt: now, queue: queue.id, variant: variant, isOnDuty: isOnDuty))
    return id
  }

  /// All doubts about the ping; those from the network only for present positions.
  private func doubts(
    of ping: Ping, _ time: FixTime, wasSeen: Bool, in transaction: WriteTransaction
  ) throws -> [Doubt] {
    var doubts = ping.doubts
    if time.flags.contains(.clockSkew) || isAhead(ping.recordedAt), let raw = ping.recordedAt {
      // Behind by a steady lag, or too far ahead to be credible.
      let reference = time.source == .corrected ? time.effective : now
      doubts.append(.clockSkew(seconds: Double(raw.since(reference)) / 1_000))
    }
    if wasSeen, let sequence = ping.sequence { doubts.append(.sequenceConflict(sequence)) }
    if purpose.isPresent, let network {
      let taken = ping.taken(effective: time.effective)
      doubts += network.doubts(of: ping.position, age: now.since(taken))
    }
    doubts += try transaction.tracking.motionDoubts(of: ping, time, in: &state, track)
    return doubts
  }

  /// Whether the ping may become the latest fix: valid, on duty, and not one of many that only the server
  /// timed.
  private func consider(_ ping: Ping, _ index: Int, _ time: FixTime, id: Int64) {
    guard purpose.isPresent, knowsAges, state.live.duty.isWatched, !time.flags.contains(.invalidFix),
      !isAhead(ping.recordedAt)
    else { return }
    if ping.position.isNullIsland, hasPosition { return }
    if time.source == .server {
      guard index == batch.pings.count - 1, (batch.telemetry.queueDepth ?? 0) == 0 else { return }
    }
    // A cached position is as old as the phone says, whenever it was confirmed.
    let taken = ping.taken(effective: time.effective)
    newestFix = max(newestFix ?? taken, taken)
    state.phone.record(ping, at: time.effective)
    if let shown = candidate ?? state.latest,
      (time.effective, id) < (shown.asOf, shown.pingID)
    {
      return
    }
    candidate = ResponderState.Latest(
      pingID: id, effective: time.effective, position: ping.position, accuracy: ping.accuracy,
      flags: time.flags)
  }

  /// Whether a ping of this time belongs to duty. One taken on duty does, even when the end of the duty
  /// arrived first: phones send that before the waiting pings.
  func isOnDuty(at instant: Timestamp, in transaction: WriteTransaction) throws -> Bool {
    if case .track(let duty) = purpose { return duty.isWatched(at: instant) }
    if state.live.duty.isWatched { return true }
    guard let end = state.dutyAt, instant < end else { return false }
    let duty = try dutyBefore ?? transaction.tracking.duty(of: state.key, during: effectiveTimes)
    dutyBefore = duty
    return duty.isWatched(at: instant)
  }

  private var effectiveTimes: [Timestamp] {
    batch.pings.map { clock.judge(recordedAt: $0.recordedAt, receivedAt: now).effective }
  }

  /// Whether the phone states a time so far in the future that a running clock does not explain it.
  func isAhead(_ raw: Timestamp?) -> Bool {
    guard let furthestAhead, let raw else { return false }
    return raw.since(now) > furthestAhead
  }

  private func markSeen(_ sequence: Int64?) {
    guard let sequence, let change = queue.seen.insert(sequence) else { return }
    touchedRanges.insert(change.range.lowerBound)
    removedRanges.formUnion(change.removed)
  }

  /// Writes the effects of history: which sequences were seen, and that times must be judged anew.
  func finishPast(in transaction: WriteTransaction) throws {
    try saveQueue(in: transaction)
    try track.save(in: transaction)
    try transaction.liveness.noteLate(proving, of: state)
  }

  private func saveQueue(in transaction: WriteTransaction) throws {
    try writeRanges(transaction)
    // A phone has one queue, rarely two; one that names a new queue each time must not fill the memory.
    if state.queues.count >= 8 { state.queues.removeAll() }
    state.queues[Array(queueName.utf8)] = queue
  }

  /// Writes the results: sequences, the latest fix, contact, telemetry and the rule in force.
  func finish(in transaction: WriteTransaction) throws {
    try saveQueue(in: transaction)
    try transaction.liveness.noteCrossings(proving, of: &state)
    if let candidate { state.latest = candidate }
    let saidAt = batch.sentAt.map { clock.judge(recordedAt: $0, receivedAt: now).effective } ?? now
    state.phone.record(batch.telemetry, at: saidAt)
    if !batch.telemetry.isEmpty, !isRepeated { state.queueDepth = batch.telemetry.queueDepth }
    updateBacklog()
    let told = try judgeSigns(in: transaction)
    try track.save(in: transaction)
    state.chooseRule(at: now)
    state.contacted(
      at: now, fix: [newestFix, told.brought].compactMap(\.self).max(), keeping: told.kept, by: source)
  }

  private func updateBacklog() {
    let waiting = (state.queueDepth ?? 0) > 0
    let limit = state.live.force.thresholds?.degraded ?? .max
    let onlyOld = newestFix.map { now.since($0) > limit } ?? false
    state.hasBacklog = waiting || onlyOld
  }

  private func writeRanges(_ transaction: WriteTransaction) throws {
    let statements = try transaction.tracking.uploadStatements()
    for lower in removedRanges {
      statements.dropRange.bind("queue_id", queue.id)
      statements.dropRange.bind("first", lower)
      try statements.dropRange.run()
    }
    for lower in touchedRanges {
      guard let range = queue.seen.range(from: lower) else { continue }
      statements.growRange.bind("queue_id", queue.id)
      statements.growRange.bind("first", range.lowerBound)
      statements.growRange.bind("last", range.upperBound)
      try statements.growRange.run()
    }
  }
}
