import Rollcall
import SQL

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
    let names = "track-" + String(repeating: "[0-9a-f]", count: 16)
    imported = Set(
      try db.all("SELECT id FROM queue WHERE responder_id = \(responder) AND name GLOB \(names)"))
  }

  /// Adds the valid fixes, in the order in which they were taken, and the battery readings.
  func read(into record: inout DutyRecord) throws {
    // Fixes taken later than this one may have been known earlier; older ones never count.
    let newest = try newestBefore() ?? first
    var fixes: [DutyRecord.Fix] = []
    var battery: [DutyRecord.Battery] = []
    try forEach("effective_at <= \(span.to) ORDER BY effective_at, id", from: max(first, newest)) { report in
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
    try forEach("effective_at < \(span.from) ORDER BY effective_at DESC, id DESC", from: first) { report in
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
      try forEach(
        """
        effective_at < \(span.from) AND queue_id = \(queue) AND battery_level IS NOT NULL
        ORDER BY effective_at DESC, id DESC
        """, from: first
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
    /// Its fix if that is valid, dated when it was taken, not when it was read from the phone's cache.
    let fix: DutyRecord.Fix?
    let battery: DutyRecord.Battery?

    init(_ row: Row, _ queue: Int64) throws {
      effective = try row["effective_at"]
      let age = Milliseconds.seconds(try row["fix_age_s"] ?? 0) ?? 0
      fix =
        try row["is_fix"]
        ? DutyRecord.Fix(at: effective.advanced(by: -age), known: try row["received_at"]) : nil
      let level: Double? = try row["battery_level"]
      battery = level.map { [effective] in DutyRecord.Battery(at: effective, level: $0, queue: queue) }
    }
  }

  /// Ends a walk.
  private struct Enough: Error {}

  /// Calls `body` with each ping on duty until it returns false.
  private func forEach(_ condition: Query, from: Timestamp, _ body: (Report) -> Bool) throws {
    do {
      try db.each(
        """
        SELECT queue_id, effective_at, fix_age_s, \(Fixes.isFix) AS is_fix, received_at, battery_level
        FROM ping INDEXED BY ping_responder
        WHERE responder_id = \(responder) AND on_duty = 1 AND effective_at >= \(from) AND \(condition)
        """
      ) { row in
        let queue: Int64 = try row["queue_id"]
        if imported.contains(queue) { return }
        guard body(try Report(row, queue)) else { throw Enough() }
      }
    } catch is Enough {}
  }
}
