import Rollcall
import SQL

/// The steps of a purge, in this order: conclusions are saved before the evidence for them is deleted.
enum PurgeStep: Int, CaseIterable {
  case causes, positions, doubts
  case pings, uploads, deviceEvents, activities, crossings, transitions, dutyChanges, ruleChanges
  case denials, rejections, doubtReviews
  case silences, notices, statementMails, alertActs, alertPeople, alerts, incidents, visitChecks, visits

  /// Deletes at most `limit` rows; when there are no more, the pass moves on. Returns how many rows it wrote.
  func run(upTo limit: Int, of pass: inout PurgePass, _ transaction: WriteTransaction) throws -> Int {
    if let expiring { return try delete(expiring, limit, &pass, transaction) }
    return switch self {
    case .causes: try sealCauses(limit, &pass, transaction)
    case .positions: try forgetPositions(limit, &pass, transaction)
    case .incidents: try deleteIncident(limit, &pass, transaction)
    default: try deleteOfWorkspace(limit, &pass, transaction)
    }
  }

  /// The counter of this step.
  var count: WritableKeyPath<PurgeCounts, Int> {
    switch self {
    case .pings: \.pings
    case .uploads: \.uploads
    case .deviceEvents: \.deviceEvents
    default: \.logRows
    }
  }

  /// Whether it deletes positions and the like, rather than the log.
  var isReport: Bool {
    [.doubts, .pings, .uploads, .deviceEvents, .activities, .crossings].contains(self)
  }

  /// The instant before which rows of this step have expired.
  func limit(_ limits: RetentionLimits) -> Timestamp { isReport ? limits.reports : limits.log }

  /// Deletes what has expired of the present person.
  private func delete(
    _ expiring: any Expiring, _ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction
  ) throws -> Int {
    guard let next = try pass.nextPart(of: self, transaction.db) else { return 0 }
    let person = ResponderKey(Responder.ID(next.person), in: pass.workspace.id)
    let part = try expiring.delete(of: person, next.span, pass.limits, upTo: limit, transaction)
    pass.taken[keyPath: count] += part.taken.count
    try transaction.retention.record(part.taken, of: person, by: self, &pass)
    if let reached = part.reached { pass.reached = reached }
    return part.rows
  }

  /// Which rows of a workspace to delete, and their key in it.
  func ofWorkspace(_ id: Workspace.ID, before log: Timestamp) -> (table: Query, key: Query, expired: Query) {
    // What belongs to an alert is deleted before it.
    let over: Query =
      "SELECT id FROM alert WHERE workspace_id = \(id) AND opened_at < \(log) AND closed_at < \(log)"
    return switch self {
    case .notices: ("notice", "id", "created_at < \(log) AND state <> 'waiting'")
    case .statementMails: ("statement_mail", "id", "created_at < \(log) AND state <> 'waiting'")
    case .alertActs: ("alert_act", "id", "alert_id IN (\(over))")
    case .alertPeople:
      ("alert_person", "alert_id, responder_id", Self.massPeople(of: over))
    default: ("alert", "id", "opened_at < \(log) AND closed_at < \(log)")
    }
  }

  private func deleteOfWorkspace(
    _ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction
  ) throws -> Int {
    let (table, key, expired) = ofWorkspace(pass.workspace.id, before: pass.limits.log)
    let its: Query = "workspace_id = \(pass.workspace.id)"
    var going: Query = "FROM \(table) WHERE \(its) AND \(expired)"
    if self == .alerts {
      // The same in both statements.
      going += " ORDER BY opened_at, id LIMIT \(limit)"
      try transaction.channels.forgetInNotices(alerts: "SELECT workspace_id, id \(going)")
    } else {
      going += " LIMIT \(limit)"
    }
    if self == .notices {
      // Alerts whose figures a mass silence refers to stay as long as it does.
      try transaction.db.run(
        """
        UPDATE notice SET sum_id = NULL WHERE \(its) AND sum_id IN
          (SELECT id FROM notice WHERE \(its) AND \(expired) LIMIT \(limit))
        """)
    }
    let taken = try transaction.db.run(
      "DELETE FROM \(table) WHERE \(its) AND (\(key)) IN (SELECT \(key) \(going))")
    pass.taken[keyPath: count] += taken
    if taken < limit { pass.goOn() }
    return taken
  }

  /// Deletes a closed incident with everything about it, the incident itself last.
  private func deleteIncident(
    _ limit: Int, _ pass: inout PurgePass, _ transaction: WriteTransaction
  ) throws -> Int {
    let (db, log) = (transaction.db, pass.limits.log)
    let found: (incident: Int64, openedAt: Timestamp)? = try db.first(
      """
      SELECT id, opened_at FROM incident WHERE workspace_id = \(pass.workspace.id) AND opened_at < \(log)
        AND closed_at < \(log) AND opened_at >= \(pass.reached) AND \(pass.held.isFree) ORDER BY opened_at LIMIT 1
      """
    ) { row in (try row["id"], try row["opened_at"]) }
    guard let found else {
      pass.goOn()
      return 0
    }
    pass.reached = found.openedAt
    // A few dozen at most, without an id of their own.
    let its: Query = "workspace_id = \(pass.workspace.id)"
    var taken = try db.run("DELETE FROM incident_pick WHERE \(its) AND incident_id = \(found.incident)")
    for (table, belongs) in Self.ofIncident(found.incident, in: pass.workspace.id) where taken < limit {
      taken += try db.run(
        """
        DELETE FROM \(table) WHERE \(its) AND id IN
          (SELECT id FROM \(table) WHERE \(belongs) LIMIT \(limit - taken))
        """)
    }
    pass.taken[keyPath: count] += taken
    return taken
  }

  /// The rows deleted with an incident, in an order in which that is possible.
  static func ofIncident(_ id: Int64, in workspace: Workspace.ID) -> [(table: Query, belongs: Query)] {
    let its: Query = "workspace_id = \(workspace) AND incident_id = \(id)"
    return [
      ("assignment", its), ("drill_person", its), ("offer", its), ("incident_step", its),
      ("incident", "workspace_id = \(workspace) AND id = \(id)"),
    ]
  }
}

extension Collection<Int64> {
  /// As an array of JSON.
  var json: String { "[" + map(String.init).joined(separator: ",") + "]" }
}
