import Crypto
public import Rollcall
import SQL

extension TrackingStore {
  /// How many points are stored at once, so that phones do not wait for the whole of a long track.
  private static let piece = 500

  /// Stores a track recorded elsewhere as a person's history, judged like any fix. It is not a contact, none
  /// of its fixes becomes the latest, and no status changes. Points stored already are recognised by time and
  /// place, so the same file may be imported again. Blocks.
  ///
  /// - Parameters:
  ///   - pings: dated; one without a time is skipped.
  ///   - file: the file they come from: its SHA-256 names their queue, and is part of the audit entry.
  /// - Throws: `notFound` when the workspace has no such responder.
  public func importTrack(
    _ pings: [Ping], from file: [UInt8], of id: Responder.ID, in scope: Scope
  ) throws(StoreError) -> TrackImport {
    let (actor, workspace) = (scope.actor, scope.workspace)
    let digest = SHA256.hash(data: file).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    var result = TrackImport()
    let dated = pings.filter { $0.recordedAt != nil }
    for start in stride(from: 0, to: dated.count, by: Self.piece) {
      let batch = Batch(pings: Array(dated[start..<min(start + Self.piece, dated.count)]))
      let part = try write(scope) { transaction in
        try transaction.tracking.importTrack(
          batch, named: "track-\(digest.prefix(16))", of: id, in: workspace)
      }
      result.stored += part.stored
      result.duplicates += part.duplicates
      result.expired += part.expired
      result.ahead += part.ahead
    }
    let stored = result.stored
    try write(scope) { transaction in
      _ = try Responders.findUnerased(id, in: workspace, transaction.db)
      try transaction.audit(
        actor, "track.import", subject: "responder \(id.rawValue)",
        detail: "\(stored) points stored; SHA-256 of the file \(digest)", in: workspace)
    }
    return result
  }
}

extension TrackingWrites {
  fileprivate func importTrack(
    _ batch: Batch, named queue: String, of id: Responder.ID, in workspace: Workspace.ID
  ) throws -> TrackImport {
    // An erased responder must not get a history again.
    _ = try Responders.findUnerased(id, in: workspace, db)
    var state = try transaction.liveness.state(of: id, in: workspace)
    state.settle(until: now)
    var batch = batch
    let all = batch.pings.count
    batch.pings.removeAll { ($0.recordedAt ?? .distantPast) > now }
    let intake = PingIntake(
      batch: batch, now: now, clock: SessionClock(), queueName: queue, isRepeated: true,
      purpose: .track(try duty(of: state.key, during: batch.pings.compactMap(\.recordedAt))), state: state)
    try intake.prepare(in: transaction)
    for index in batch.pings.indices { try intake.process(index, in: transaction) }
    try intake.finishPast(in: transaction)
    try transaction.liveness.save(intake.state)
    var result = TrackImport()
    (result.stored, result.duplicates) = (intake.result.stored, intake.result.duplicates)
    (result.expired, result.ahead) = (intake.result.expired, all - batch.pings.count)
    return result
  }
}

/// A responder's duty over a stretch of time, from the changes that were applied.
struct DutyDuring {
  /// Each change of whether they were watched, in order; before the first one they were not.
  fileprivate var changes: [(at: Timestamp, isWatched: Bool)] = []

  /// Whether they were watched at an instant.
  func isWatched(at instant: Timestamp) -> Bool {
    changes.last { $0.at <= instant }?.isWatched ?? false
  }
}

extension TrackingWrites {
  /// A responder's duty from the first of these instants to the last.
  func duty(of person: ResponderKey, during times: [Timestamp]) throws -> DutyDuring {
    guard let first = times.min(), let last = times.max() else { return DutyDuring() }
    let changes = try db.all(
      """
      SELECT at, state FROM duty_change WHERE \(person.rows) AND applied = 1 AND at <= \(last)
        AND at >= coalesce(
          (SELECT max(at) FROM duty_change WHERE \(person.rows) AND applied = 1 AND at <= \(first)), \(first))
      ORDER BY at, id
      """
    ) { row in (at: try row["at"] as Timestamp, isWatched: try (row["state"] as DutyState).isWatched) }
    return DutyDuring(changes: changes)
  }
}
