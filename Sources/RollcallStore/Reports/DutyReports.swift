import GRDB
import Rollcall

/// What the phones of one person reported on duty in a span: fixes and battery, in one walk through the pings.
struct DutyReports {
  private let responder: Responder.ID
  private let span: TimeSpan
  private let first: Timestamp
  private let db: Database
  /// Tracks that were recorded elsewhere: no board ever knew them, and they were in no phone's battery.
  private let imported: Set<Int64>

  /// - Parameter first: nothing before this instant counts.
  init(responder: Responder.ID, span: TimeSpan, first: Timestamp, _ db: Database) throws {
    (self.responder, self.span, self.first, self.db) = (responder, span, first, db)
    let digits = String(repeating: "[0-9a-f]", count: 16)
    imported = Set(
      try Int64.fetchAll(
        db.cachedStatement(sql: "SELECT id FROM queue WHERE responder_id = ? AND name GLOB ?"),
        arguments: [responder.rawValue, "track-\(digits)"]))
  }

  /// Adds the fixes that count, in the order in which they were taken, and the readings of the battery.
  func read(into record: inout DutyRecord) throws {
    // What was taken later than this one may have been known, and whatever is older never counts.
    let newest = try newestBefore() ?? first
    var fixes: [DutyRecord.Fix] = []
    var battery: [DutyRecord.Battery] = []
    try forEach("effective_at <= ?3 ORDER BY effective_at, id", max(first, newest), span.to) { report in
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
    try forEach("effective_at < ?3 ORDER BY effective_at DESC, id DESC", first, span.from) { report in
      // None was taken after the phone looked: from here on they are all older.
      if let best, report.effective <= best { return false }
      if let fix = report.fix, fix.known <= span.from { best = max(best ?? fix.at, fix.at) }
      return true
    }
    return best
  }

  /// The last reading before the span of each queue that told one in it.
  private func readings(before later: [DutyRecord.Battery]) throws -> [DutyRecord.Battery] {
    let queues = Set(later.map(\.queue))
    guard first < span.from, !queues.isEmpty else { return [] }
    var found: [Int64: DutyRecord.Battery] = [:]
    for queue in queues {
      try forEach(
        "effective_at < ?3 AND queue_id = ?4 AND battery_level IS NOT NULL ORDER BY effective_at DESC, id DESC",
        first, span.from, queue: queue
      ) { report in
        found[queue] = report.battery
        return false
      }
    }
    return found.values.sorted { ($0.at, $0.queue) < ($1.at, $1.queue) }
  }

  /// One ping on duty.
  private struct Report {
    let effective: Timestamp
    /// As far as it counts; when it was taken, not when the phone looked into its cache.
    let fix: DutyRecord.Fix?
    let battery: DutyRecord.Battery?
  }

  /// Calls `body` with each ping on duty until it has had enough.
  private func forEach(
    _ condition: String, _ from: Timestamp, _ to: Timestamp, queue: Int64? = nil, _ body: (Report) -> Bool
  ) throws {
    let rows = try RawStatement(
      db,
      """
      SELECT effective_at, received_at, \(Fixes.isFix), fix_age_s, battery_level, queue_id
      FROM ping INDEXED BY ping_responder
      WHERE responder_id = ?1 AND on_duty = 1 AND effective_at >= ?2 AND \(condition)
      """, kept: true)
    defer { rows.reset() }
    rows.bind(1, responder.rawValue)
    rows.bind(2, from.milliseconds)
    rows.bind(3, to.milliseconds)
    if let queue { rows.bind(4, queue) }
    while try rows.step() {
      let queue = rows.integer(5) ?? 0
      if imported.contains(queue) { continue }
      guard body(report(rows, queue)) else { return }
    }
  }

  private func report(_ rows: RawStatement, _ queue: Int64) -> Report {
    let effective = Timestamp(milliseconds: rows.integer(0) ?? 0)
    let known = Timestamp(milliseconds: rows.integer(1) ?? 0)
    let age = Milliseconds.seconds(rows.isNull(3) ? 0 : rows.double(3)) ?? 0
    return Report(
      effective: effective,
      fix: rows.integer(2) == 1 ? DutyRecord.Fix(at: effective.advanced(by: -age), known: known) : nil,
      battery: rows.isNull(4)
        ? nil : DutyRecord.Battery(at: effective, level: rows.double(4), queue: queue))
  }
}
