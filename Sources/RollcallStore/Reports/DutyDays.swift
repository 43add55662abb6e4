import Foundation
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
  /// How much duty their timetable planned, as far as it is past, milliseconds; `nil` = they had none.
  public let planned: Milliseconds?
}

extension ReportStore {
  /// The duty of some people in a span, for those who were on duty in it or should have been. Blocks.
  ///
  /// Expired data is left out. A status change whose deadline has passed counts even if it is not written
  /// yet.
  public func dutyDays(
    of people: [Responder.ID], in workspace: Workspace, _ asked: TimeSpan
  ) throws(StoreError) -> [DutyDay] {
    let records = DutyRecords(store, workspace, kept(asked))
    return try read { db in
      var plans = try records.plans(of: people, db)
      return try people.compactMap { id in
        let planned = try plans.planned(for: id)
        let record = try records.all(of: id, db)
        let shares = record?.shares(in: records.span) ?? DutyShares()
        guard shares.onDuty > 0 || planned ?? 0 > 0 else { return nil }
        let reported = record.flatMap { records.hasReports(of: $0) ? $0 : nil }
        return DutyDay(
          responder: id, shares: shares, ages: reported?.fixAges(in: records.span),
          battery: reported?.batteryUse(in: records.span), planned: planned)
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

  /// What their timetables planned in the span, until now.
  func plans(of people: [Responder.ID], _ db: Database) throws -> DutyPlans {
    let zone = TimeZone(identifier: workspace.timeZone) ?? .gmt
    return try DutyPlans(
      of: people, in: workspace.id, TimeSpan(from: span.from, to: max(span.from, min(span.to, now))),
      offset: { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0.milliseconds) / 1_000)) }, db)
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

/// One responder's fixes and battery readings on duty in a span, in one walk through the pings.
struct DutyReports {
  private let responder: Responder.ID
  private let span: TimeSpan
  private let first: Timestamp
  private let db: Database
  /// Imported tracks, which no board ever showed and which cost no phone's battery.
  private let imported: Set<Int64>

  /// - Parameter first: earlier data does not count.
  init(responder: Responder.ID, span: TimeSpan, first: Timestamp, _ db: Database) throws {
    (self.responder, self.span, self.first, self.db) = (responder, span, first, db)
    imported = try db.track.importedQueues(of: responder)
  }

  /// Adds the valid fixes, in the order in which they were taken, and the battery readings.
  func read(into record: inout DutyRecord) throws {
    // Fixes taken later than this one may have been known earlier; older ones never count.
    let newest = try newestBefore() ?? first
    var fixes: [DutyRecord.Fix] = []
    var battery: [DutyRecord.Battery] = []
    try forEach(.forwards(until: span.to), since: max(first, newest)) { report in
      if let fix = report.fix { fixes.append(fix) }
      if let reading = report.battery, reading.at >= span.from, reading.at < span.to {
        battery.append(reading)
      }
      return true
    }
    record.fixes = fixes.sorted { ($0.at, $0.known) < ($1.at, $1.known) }
    record.battery = try readings(before: battery) + battery
  }

  /// When the newest fix was taken that was known when the span began.
  private func newestBefore() throws -> Timestamp? {
    var best: Timestamp?
    try forEach(.backwards(from: span.from), since: first) { report in
      // A fix cannot be newer than its ping's effective time, so the rest is older.
      if let best, report.effective <= best { return false }
      if let fix = report.fix, fix.known <= span.from { best = max(best ?? fix.at, fix.at) }
      return true
    }
    return best
  }

  /// The last reading before the span of each queue that has one in it.
  private func readings(before later: [DutyRecord.Battery]) throws -> [DutyRecord.Battery] {
    let queues = Set(later.map(\.queue))
    guard first < span.from, !queues.isEmpty else { return [] }
    var found: [Int64: DutyRecord.Battery] = [:]
    for queue in queues {
      try forEach(.batteries(of: queue, from: span.from), since: first) { report in
        found[queue] = report.battery
        return false
      }
    }
    return found.values.sorted { ($0.at, $0.queue) < ($1.at, $1.queue) }
  }

  /// One ping on duty.
  private struct Report {
    let effective: Timestamp
    /// Its fix if that is valid, dated when it was taken, not when it was read from the phone's cache.
    let fix: DutyRecord.Fix?
    let battery: DutyRecord.Battery?

    init(_ report: Track.Report) {
      effective = report.effective
      let age = Milliseconds.seconds(report.age ?? 0) ?? 0
      fix =
        report.isFix
        ? DutyRecord.Fix(at: effective.advanced(by: -age), known: report.received) : nil
      battery = report.battery.map {
        DutyRecord.Battery(at: report.effective, level: $0, queue: report.queue)
      }
    }
  }

  /// Calls `body` with each ping on duty until it returns false.
  private func forEach(_ walk: Track.Walk, since oldest: Timestamp, _ body: (Report) -> Bool) throws {
    try db.track.forEachReport(of: responder, walk, since: oldest) { report in
      imported.contains(report.queue) || body(Report(report))
    }
  }
}
