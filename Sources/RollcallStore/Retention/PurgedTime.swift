public import Rollcall
import SQL

/// Which parts of a person's time were purged, and which are kept only because of a hold.
public struct PurgedTime: Equatable, Sendable {
  /// Where positions and device events were purged, ascending.
  public internal(set) var reports: [TimeSpan]
  /// Where status and duty changes, and silences, were purged, ascending.
  public internal(set) var log: [TimeSpan]
  /// Where data is kept on hold, ascending.
  public internal(set) var held: [TimeSpan]
  /// Reports of before have expired.
  public let before: Timestamp
  /// When the person was erased, with everything before; `nil` = they were not.
  public internal(set) var erasedAt: Timestamp?
  /// The last day on which data of theirs was purged, `2026-11-21`; `nil` = never.
  public internal(set) var day: String?
  /// How many of their positions were purged on that day.
  public internal(set) var dayPings = 0
  /// How many were taken ever.
  public internal(set) var pings = 0

  /// - Parameter held: the person's held time.
  init(
    of id: Responder.ID, in workspace: Workspace.ID, _ asked: TimeSpan, _ held: HeldTime,
    _ limits: RetentionLimits, _ db: Database
  ) throws {
    before = limits.reports
    self.held = held.held(in: TimeSpan(from: asked.from, to: min(asked.to, limits.reports)))
    (reports, log) = ([], [])
    if asked.from < max(limits.reports, limits.log) { try find(id, workspace, asked, held, limits, db) }
    erasedAt = try db.first(
      """
      SELECT erased_at FROM responder WHERE workspace_id = \(workspace) AND id = \(id) AND erased_at IS NOT NULL
      """, as: Timestamp.self)
    if let erasedAt, erasedAt > asked.from {
      reports = [TimeSpan(from: asked.from, to: min(erasedAt, asked.to))]
      log = reports
    }
  }

  private mutating func find(
    _ id: Responder.ID, _ workspace: Workspace.ID, _ asked: TimeSpan, _ held: HeldTime,
    _ limits: RetentionLimits, _ db: Database
  ) throws {
    var (firstReport, firstLog): (Timestamp?, Timestamp?)
    try db.each(
      """
      SELECT *, date(day * 86400, 'unixepoch') AS name FROM purge_person
      WHERE workspace_id = \(workspace) AND responder_id = \(id)
      """
    ) { row in
      (day, dayPings, pings) = (try row["name"], try row["day_pings"], try row["pings"])
      (firstReport, firstLog) = (try row["first_report_at"], try row["first_log_at"])
    }
    func gone(_ first: Timestamp?, _ limit: Timestamp) -> [TimeSpan] {
      guard let first, first < limit else { return [] }
      let expired = TimeSpan(from: max(first, asked.from), to: min(limit, asked.to))
      return held.free(in: expired).filter { $0.length > 0 }
    }
    // Data that is already hidden is purged next, so it is shown as purged.
    let hidden = try Self.firstPing(of: id, held, limits.reports, db)
    reports = gone([firstReport, hidden].compactMap(\.self).min(), limits.reports)
    log = gone(firstLog, limits.log)
  }

  /// Whether nothing was purged.
  public var isEmpty: Bool { reports.isEmpty && log.isEmpty }

  private static func firstPing(
    of id: Responder.ID, _ held: HeldTime, _ limit: Timestamp, _ db: Database
  ) throws -> Timestamp? {
    for span in held.free(in: TimeSpan(from: .distantPast, to: limit)) {
      let first = try db.first(
        """
        SELECT min(effective_at) FROM ping WHERE responder_id = \(id) AND effective_at >= \(span.from)
          AND effective_at < \(span.to)
        """, as: Timestamp.self)
      if let first { return first }
    }
    return nil
  }
}

extension RetentionStore {
  /// The purged parts of a person's time in a span. Blocks.
  public func purgedTime(
    of id: Responder.ID, in workspace: Workspace, _ span: TimeSpan
  ) throws(StoreError) -> PurgedTime? {
    let now = clock()
    return try read { db in
      guard try Responders.find(id, in: workspace.id, db) != nil else { return nil }
      let held = try HeldRows(of: workspace.id, responder: id, at: now, db).time(of: id.rawValue)
      return try PurgedTime(
        of: id, in: workspace.id, span, held, RetentionLimits(days: workspace.retentionDays, now: now), db)
    }
  }
}
