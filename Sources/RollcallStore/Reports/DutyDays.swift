import GRDB
public import Rollcall

/// One person on one day: how their duty went.
public struct DutyDay: Sendable {
  /// Who.
  public let responder: Responder.ID
  /// How they could be reached.
  public let shares: DutyShares
  /// How old the newest fix was.
  public let ages: FixAges
  /// What it cost the battery.
  public let battery: DutyRecord.BatteryUse
}

extension Store {
  /// How the duty of some people went in a span, of those who were on duty in it. Blocks.
  ///
  /// What has expired is not told; a status that time has made true and nobody has written is.
  public func dutyDays(
    of people: [Responder.ID], in workspace: Workspace, _ asked: TimeSpan
  ) throws(StoreError) -> [DutyDay] {
    let records = DutyRecords(self, workspace, kept(asked))
    return try read { db in
      try people.compactMap { id in
        guard let record = try records.all(of: id, db) else { return nil }
        let shares = record.shares(in: records.span)
        guard shares.onDuty > 0 else { return nil }
        return DutyDay(
          responder: id, shares: shares, ages: record.fixAges(in: records.span),
          battery: record.batteryUse(in: records.span))
      }
    }
  }

  /// How long each of some people was on duty in a span, milliseconds; those who were not are missing. Blocks.
  public func dutyLengths(
    of people: [Responder.ID], in workspace: Workspace, _ asked: TimeSpan
  ) throws(StoreError) -> [Responder.ID: Milliseconds] {
    let records = DutyRecords(self, workspace, kept(asked))
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

/// Reads the records of people's duty in one span.
private struct DutyRecords {
  let store: Store
  let workspace: Workspace
  let span: TimeSpan
  private let now: Timestamp
  private let vouched: Timestamp
  /// What was taken before has expired.
  private let oldest: Timestamp

  init(_ store: Store, _ workspace: Workspace, _ span: TimeSpan) {
    (self.store, self.workspace, self.span) = (store, workspace, span)
    now = store.clock()
    vouched = store.vouchedUntil
    oldest = now.advanced(by: -Int64(workspace.retentionDays) * 86_400_000)
  }

  /// The statuses of somebody who was on duty in the span; `nil` = they were not.
  func statuses(of id: Responder.ID, _ db: Database) throws -> DutyRecord? {
    // Who was never heard was not reached and not missed: the lanes do not show them either.
    guard var live = store.boards.entry(of: id, in: workspace.id)?.live, live.lastContact != nil,
      span.length > 0
    else { return nil }
    var record = DutyRecord(end: min(now, vouched))
    if let since = try WatchedSpans.beginning(of: id, before: span.from, db),
      let status = try status(of: id, at: span.from, db)
    {
      record.statuses = [(since, status)]
    }
    let unwritten = live.settle(until: vouched)
    record.statuses += try Transitions.find(of: id, in: span, unwritten: unwritten, db).map { ($0.at, $0.to) }
    guard record.statuses.contains(where: { $0.status != .offDuty }) else { return nil }
    record.absences = try Absences.find(in: span, db)
    return record
  }

  /// The same with fixes and battery.
  func all(of id: Responder.ID, _ db: Database) throws -> DutyRecord? {
    guard var record = try statuses(of: id, db), let since = record.statuses.first?.at else { return nil }
    let first = max(oldest, max(since, span.from.advanced(by: -Self.lookBack)))
    record.fixes = try fixes(of: id, since: first, db)
    record.battery = try battery(of: id, since: first, db)
    return record
  }

  /// How far before the span the last fix or reading of the same shift may lie, milliseconds.
  private static let lookBack: Milliseconds = 86_400_000

  private func status(of id: Responder.ID, at instant: Timestamp, _ db: Database) throws -> Status? {
    try String.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT to_status FROM transition WHERE responder_id = ? AND at < ? ORDER BY at DESC, id DESC LIMIT 1
          """), arguments: [id.rawValue, instant.milliseconds]
    ).flatMap(Status.init(rawValue:))
  }

  /// The fixes that count of the span, and before it from the newest on that was known when it began.
  private func fixes(of id: Responder.ID, since first: Timestamp, _ db: Database) throws -> [DutyRecord.Fix] {
    let newest = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT effective_at FROM ping INDEXED BY ping_responder
          WHERE responder_id = ? AND effective_at < ? AND effective_at >= ? AND received_at <= ? AND \(Fixes.counts)
          ORDER BY effective_at DESC LIMIT 1
          """),
      arguments: [
        id.rawValue, span.from.milliseconds, first.milliseconds, span.from.milliseconds,
      ])
    let start = newest.map { Timestamp(milliseconds: $0) } ?? max(oldest, span.from)
    var found: [DutyRecord.Fix] = []
    try Fixes.forEach(of: id, in: TimeSpan(from: start, to: span.to), db) { effective, received in
      found.append(DutyRecord.Fix(at: effective, known: received))
    }
    return found
  }

  /// What the battery held in the span, and the last reading before it.
  private func battery(
    of id: Responder.ID, since first: Timestamp, _ db: Database
  ) throws -> [DutyRecord.Battery] {
    let rows = try RawStatement(
      db,
      """
      SELECT effective_at, battery_level FROM ping INDEXED BY ping_responder
      WHERE responder_id = ?1 AND effective_at < ?3 AND on_duty = 1 AND battery_level IS NOT NULL
        AND effective_at >= coalesce(
          (SELECT effective_at FROM ping INDEXED BY ping_responder WHERE responder_id = ?1 AND on_duty = 1
            AND effective_at < ?2 AND effective_at >= ?4 AND battery_level IS NOT NULL
            ORDER BY effective_at DESC LIMIT 1), ?2)
      ORDER BY effective_at, id
      """, kept: true)
    rows.bind(1, id.rawValue)
    rows.bind(2, max(first, span.from).milliseconds)
    rows.bind(3, span.to.milliseconds)
    rows.bind(4, first.milliseconds)
    var found: [DutyRecord.Battery] = []
    while try rows.step() {
      found.append(
        DutyRecord.Battery(at: Timestamp(milliseconds: rows.integer(0) ?? 0), level: rows.double(1)))
    }
    return found
  }
}
