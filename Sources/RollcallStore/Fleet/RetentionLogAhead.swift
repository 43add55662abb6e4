import GRDB
import Rollcall

extension RetentionPreview {
  /// Counts the entries of the log that go, step by step, as a purge takes them.
  mutating func countLog(
    _ held: HeldRows, of workspace: Workspace.ID, _ limits: RetentionLimits, _ db: Database
  ) throws {
    let free = try Int64.fetchAll(
      db, sql: "SELECT id FROM responder WHERE workspace_id = ? ORDER BY id", arguments: [workspace.rawValue]
    ).filter { held.people[$0] == nil }
    let log: WritableKeyPath<PurgeCounts, Int> = \.logRows
    for step in PurgeStep.allCases where step.count == log {
      guard let rows = step.rows else {
        logRows += try step.countAhead(of: workspace, held, limits, most: logLeft, db)
        continue
      }
      let all = TimeSpan(from: .distantPast, to: step.limit(limits))
      logRows += try rows.countAhead(of: free, in: all, limits, most: logLeft, db)
      for (person, time) in held.people {
        for span in time.free(in: all) {
          logRows += try rows.countAhead(of: [person], in: span, limits, most: logLeft, db)
        }
      }
    }
  }

  private var logLeft: Int { max(0, Self.logCountLimit + 1 - logRows) }
}

extension PurgeStep {
  /// How many rows a step that does not go from person to person will take, at most `most`.
  fileprivate func countAhead(
    of workspace: Workspace.ID, _ held: HeldRows, _ limits: RetentionLimits, most: Int, _ db: Database
  ) throws -> Int {
    switch self {
    case .causes, .positions: return 0
    case .incidents: return try Self.incidentsAhead(of: workspace, held, limits, most: most, db)
    default:
      let (table, _, expired) = ofWorkspace
      return try Int.fetchOne(
        db.cachedStatement(
          sql: "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(expired) LIMIT ?3)"),
        arguments: [workspace.rawValue, limits.log.milliseconds, most]) ?? 0
    }
  }

  private static func incidentsAhead(
    of workspace: Workspace.ID, _ held: HeldRows, _ limits: RetentionLimits, most: Int, _ db: Database
  ) throws -> Int {
    let incidents = try Int64.fetchCursor(
      db,
      sql: """
        SELECT id FROM incident WHERE workspace_id = ?1 AND opened_at < ?2 AND closed_at < ?2
          AND \(HeldRows.isFree(incidents: "?3", spans: "?4"))
        """,
      arguments: [workspace.rawValue, limits.log.milliseconds, held.incidents.json, held.spans])
    var rows = 0
    while rows < most, let incident = try incidents.next() { rows += try countRows(of: incident, db) }
    return min(rows, most)
  }

  /// How many rows go with an incident.
  static func countRows(of incident: Int64, _ db: Database) throws -> Int {
    try ([("incident_pick", "incident_id = ?1")] + ofIncident).reduce(0) { sum, part in
      let rows = try Int.fetchOne(
        db.cachedStatement(sql: "SELECT count(*) FROM \(part.0) WHERE \(part.1)"), arguments: [incident])
      return sum + (rows ?? 0)
    }
  }
}
