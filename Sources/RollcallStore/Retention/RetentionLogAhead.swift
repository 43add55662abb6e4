import Rollcall
import SQL

extension RetentionPreview {
  /// Counts the log entries that would be deleted, step by step, like a purge.
  mutating func countLog(
    _ held: HeldRows, of workspace: Workspace.ID, _ limits: RetentionLimits, _ db: Database
  ) throws {
    let free = try db.all(
      "SELECT id FROM responder WHERE workspace_id = \(workspace) ORDER BY id", as: Int64.self
    ).filter { held.people[$0] == nil }
    let log: WritableKeyPath<PurgeCounts, Int> = \.logRows
    for step in PurgeStep.allCases where step.count == log {
      guard let rows = step.rows else {
        logRows += try step.countAhead(of: workspace, held, limits, most: logLeft, db)
        continue
      }
      let all = TimeSpan(from: .distantPast, to: step.limit(limits))
      logRows += try rows.countAhead(of: free, in: workspace, all, limits, most: logLeft, db)
      for (person, time) in held.people {
        for span in time.free(in: all) {
          logRows += try rows.countAhead(of: [person], in: workspace, span, limits, most: logLeft, db)
        }
      }
    }
  }

  private var logLeft: Int { max(0, Self.logCountLimit + 1 - logRows) }
}

extension PurgeStep {
  /// How many rows a step that does not go from person to person will delete, at most `most`.
  fileprivate func countAhead(
    of workspace: Workspace.ID, _ held: HeldRows, _ limits: RetentionLimits, most: Int, _ db: Database
  ) throws -> Int {
    switch self {
    case .causes, .positions: return 0
    case .incidents: return try Self.incidentsAhead(of: workspace, held, limits, most: most, db)
    default:
      let (table, _, expired) = ofWorkspace(workspace, before: limits.log)
      return try db.first(
        "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE workspace_id = \(workspace) AND \(expired) LIMIT \(most))",
        as: Int.self) ?? 0
    }
  }

  private static func incidentsAhead(
    of workspace: Workspace.ID, _ held: HeldRows, _ limits: RetentionLimits, most: Int, _ db: Database
  ) throws -> Int {
    // Each is at least one row.
    let incidents = try db.all(
      """
      SELECT id FROM incident WHERE workspace_id = \(workspace) AND opened_at < \(limits.log)
        AND closed_at < \(limits.log) AND \(held.isFree) LIMIT \(most)
      """, as: Int64.self)
    var rows = 0
    for incident in incidents where rows < most { rows += try countRows(of: incident, in: workspace, db) }
    return min(rows, most)
  }

  /// How many rows are deleted with an incident.
  static func countRows(of incident: Int64, in workspace: Workspace.ID, _ db: Database) throws -> Int {
    let picks: Query = "workspace_id = \(workspace) AND incident_id = \(incident)"
    return try ([("incident_pick", picks)] + ofIncident(incident, in: workspace)).reduce(0) { sum, part in
      let rows = try db.first("SELECT count(*) FROM \(part.table) WHERE \(part.belongs)", as: Int.self)
      return sum + (rows ?? 0)
    }
  }
}
