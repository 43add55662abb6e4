public import Rollcall
import SQL

/// A participant's activities, decoded and accepted for storing.
public struct ActivityUpload: Sendable {
  /// What may be stored.
  public var activities: [Activity]
  /// Why members were rejected, and which optional values were not understood: `field: rule` and how often.
  public var rejections: [String: Int]
  /// Bytes of the body, for the bound on waiting work.
  public var bytes: Int

  /// Creates an upload.
  public init(activities: [Activity], rejections: [String: Int] = [:], bytes: Int = 0) {
    (self.activities, self.rejections, self.bytes) = (activities, rejections, bytes)
  }
}

/// The result of storing activities.
public enum ActivityVerdict: Equatable, Sendable {
  /// They are on disk. Only the first three of `counts` and the offers have a meaning: there are no delays.
  case taken(UploadResult)
  /// The workspace has no such event.
  case noEvent
  /// The responder does not take part in it.
  case noParticipant
}

extension EventStore {
  /// Stores a participant's activities, all or none: `start` and `stop` are duty on and off, `location` is a
  /// ping, others are stored as they are. In the order of their times, whatever the order of arrival. Counts
  /// as a contact.
  ///
  /// - Parameter done: called once everything is on disk.
  public func ingest(
    _ upload: ActivityUpload, of event: String, from session: PhoneSession,
    done: @escaping @Sendable (Result<ActivityVerdict, StoreError>) -> Void
  ) {
    write(rows: upload.activities.count * 2 + 2, bytes: upload.bytes, tellsChanges: true) { transaction in
      try transaction.tracking.count(upload.rejections, of: session)
      let verdict = try transaction.events.ingest(upload.activities, of: event, from: session)
      // Only now: a contact without a fix must not precede the one that brings it.
      try transaction.liveness.contact(session)
      return verdict
    } done: {
      done($0)
    }
  }
}

extension EventWrites {
  fileprivate func ingest(
    _ activities: [Activity], of slug: String, from session: PhoneSession
  ) throws -> ActivityVerdict {
    guard let event = try Events.find(slug, in: session.workspace, db) else { return .noEvent }
    guard try Events.isParticipant(session.responder, of: event, db) else { return .noParticipant }
    var intake = ActivityIntake(event: event.id, session: session)
    for activity in activities.inTimeOrder { try intake.process(activity, in: transaction) }
    try intake.finish(in: transaction)
    return .taken(intake.result)
  }

  /// Inserts an activity; `false` = it exists already.
  fileprivate func insert(
    _ activity: Activity, _ time: FixTime, of event: Event.ID, _ session: PhoneSession
  ) throws -> Bool {
    var data: String?
    if case .other(_, let json?) = activity.kind { data = String(decoding: json, as: UTF8.self) }
    let isThere = try db.exists(
      """
      SELECT 1 FROM event_activity WHERE workspace_id = \(session.workspace) AND event_id = \(event)
        AND responder_id = \(session.responder) AND activity_id = \(activity.id)
      """)
    guard !isThere else { return false }
    try db.run(
      """
      INSERT INTO event_activity (workspace_id, id, event_id, responder_id, activity_id, type, data, at_raw,
        effective_at, received_at)
      VALUES (\(session.workspace), \(try transaction.next(.eventActivity, as: Int64.self)), \(event), \(session.responder),
        \(activity.id), \(activity.kind.type), \(data), \(activity.at), \(time.effective), \(now))
      """)
    return true
  }
}

/// Handles the activities of one request in turn. Consecutive positions are one upload.
private struct ActivityIntake {
  let event: Event.ID
  let session: PhoneSession
  private(set) var result = UploadResult()
  private var pings: [Ping] = []
  private var toldOffers = false
  private var held = HoldLookup()

  init(event: Event.ID, session: PhoneSession) { (self.event, self.session) = (event, session) }

  mutating func process(_ activity: Activity, in transaction: WriteTransaction) throws {
    let state = try transaction.liveness.state(of: session.responder, in: session.workspace)
    let clock = try transaction.tracking.sessionClock(of: session)
    let time = clock.judge(recordedAt: activity.at, receivedAt: transaction.now)
    try transaction.requireCertain(time.effective, within: state.retention)
    let hasExpired = transaction.now.since(time.effective) > state.retention
    if hasExpired, try !held.contains(time.effective, of: state.id, in: state.workspace, transaction) {
      result.expired += 1
      return
    }
    guard try transaction.events.insert(activity, time, of: event, session) else {
      result.duplicates += 1
      return
    }
    result.stored += 1
    switch activity.kind {
    case .location(let ping): pings.append(ping)
    // An activity stored because of a hold is evidence: it does not change today's duty.
    case .start where hasExpired, .stop where hasExpired: break
    case .start: try change(to: .onDuty, at: activity.at, in: transaction)
    case .stop: try change(to: .offDuty, at: activity.at, in: transaction)
    case .other: break
    }
  }

  mutating func finish(in transaction: WriteTransaction) throws {
    try sendPings(in: transaction)
    // An upload has reported them already.
    if !toldOffers { result.offers = try transaction.dispatch.deliverOffers(to: session) }
  }

  private mutating func change(
    to duty: DutyState, at: Timestamp, in transaction: WriteTransaction
  ) throws {
    try sendPings(in: transaction)
    try transaction.liveness.change(DutyChange(state: duty, at: at), from: session)
  }

  private mutating func sendPings(in transaction: WriteTransaction) throws {
    guard !pings.isEmpty else { return }
    let answer = try transaction.tracking.ingest(Upload(batch: Batch(pings: pings)), from: session) { _ in []
    }
    let told = Set(result.offers.map(\.offer.id))
    result.offers += (answer?.result?.offers ?? []).filter { !told.contains($0.offer.id) }
    toldOffers = true
    pings = []
  }
}

extension [Activity] {
  /// By their own times; in the order of arrival for equal times.
  fileprivate var inTimeOrder: [Activity] {
    enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }
}
