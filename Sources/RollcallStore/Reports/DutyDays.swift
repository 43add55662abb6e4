public import Rollcall
import SQL

/// One person's duty on one day.
public struct DutyDay: Sendable {
  /// The person.
  public let responder: Responder.ID
  /// How they could be reached.
  public let shares: DutyShares
  /// The age of the newest fix; `nil` = the positions have expired.
  public let ages: FixAges?
  /// The battery used; `nil` = the positions have expired.
  public let battery: DutyRecord.BatteryUse?
}

extension ReportStore {
  /// The duty of some people in a span, for those who were on duty in it. Blocks.
  ///
  /// Expired data is left out. A status change whose deadline has passed counts even if it is not written
  /// yet.
  public func dutyDays(
    of people: [Responder.ID], in workspace: Workspace, _ asked: TimeSpan
  ) throws(StoreError) -> [DutyDay] {
    let records = DutyRecords(store, workspace, kept(asked))
    return try read { db in
      try people.compactMap { id in
        guard let record = try records.all(of: id, db) else { return nil }
        let shares = record.shares(in: records.span)
        guard shares.onDuty > 0 else { return nil }
        let hasReports = records.hasReports(of: record)
        return DutyDay(
          responder: id, shares: shares, ages: hasReports ? record.fixAges(in: records.span) : nil,
          battery: hasReports ? record.batteryUse(in: records.span) : nil)
      }
    }
  }

  /// How long each of some people was on duty in a span, milliseconds; those who were not are missing.
  /// Blocks.
  public func dutyLengths(
    of people: [Responder.ID], in workspace: Workspace, _ asked: TimeSpan
  ) throws(StoreError) -> [Responder.ID: Milliseconds] {
    let records = DutyRecords(store, workspace, kept(asked))
    return try read { db in
      var found: [Responder.ID: Milliseconds] = [:]
      for id in people {
        let length = try records.statuses(of: id, db)?.shares(in: records.span).onDuty ?? 0
        if length > 0 { found[id] = length }
      }
      return found
    }
  }
}

/// Reads people's duty records of one span.
private struct DutyRecords {
  let store: Store
  let workspace: Workspace
  let span: TimeSpan
  private let now: Timestamp
  private let vouched: Timestamp
  /// Positions before this instant have expired.
  private let oldest: Timestamp

  init(_ store: Store, _ workspace: Workspace, _ span: TimeSpan) {
    (self.store, self.workspace, self.span) = (store, workspace, span)
    now = store.clock()
    vouched = store.liveness.vouchedUntil
    oldest = now.advanced(by: -Int64(workspace.retentionDays) * 86_400_000)
  }

  /// The statuses of a responder who was on duty in the span; `nil` = they were not.
  func statuses(of id: Responder.ID, _ db: Database) throws -> DutyRecord? {
    // A responder who was never heard can be on duty, too: unknown, here as on the board. A first contact
    // does not change past days.
    guard var live = store.boards.entry(of: id, in: workspace.id)?.live, span.length > 0 else { return nil }
    let person = ResponderKey(id, in: workspace.id)
    var record = DutyRecord(end: min(now, vouched))
    if let since = try WatchedSpans.beginning(of: person, before: span.from, db),
      let status = try status(of: person, at: span.from, db)
    {
      record.statuses = [(since, status)]
    }
    let unwritten = live.settle(until: vouched)
    record.statuses += try Transitions.find(of: person, in: span, unwritten: unwritten, db).map {
      ($0.at, $0.to)
    }
    guard record.statuses.contains(where: { $0.status != .offDuty }) else { return nil }
    record.absences = try Absences.find(in: span, db)
    return record
  }

  /// Whether the positions of this duty are still stored. If some have expired, nothing is known of the
  /// whole.
  func hasReports(of record: DutyRecord) -> Bool {
    record.duty(in: span).first.map { $0.from >= oldest } ?? true
  }

  /// The record with fixes and battery.
  func all(of id: Responder.ID, _ db: Database) throws -> DutyRecord? {
    guard var record = try statuses(of: id, db), let since = record.statuses.first?.at else { return nil }
    let first = max(oldest, max(since, span.from.advanced(by: -Self.lookBack)))
    try DutyReports(responder: id, span: span, first: first, db).read(into: &record)
    return record
  }

  /// How far before the span the last fix or reading of the same shift may lie, milliseconds.
  private static let lookBack: Milliseconds = 86_400_000

  private func status(of person: ResponderKey, at instant: Timestamp, _ db: Database) throws -> Status? {
    try db.first(
      """
      SELECT to_status FROM transition WHERE \(person.rows) AND at < \(instant)
      ORDER BY at DESC, id DESC LIMIT 1
      """)
  }
}
