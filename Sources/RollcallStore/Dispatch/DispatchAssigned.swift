import GRDB
import Rollcall

extension WriteTransaction {
  /// The incident is somebody's: they are on mission.
  func assign(_ assignment: Assignment, _ incident: Incident) throws {
    // One assignee an incident, one incident an assignee: the table's unique indexes refuse anything else.
    try db.execute(
      sql: """
        INSERT INTO assignment (workspace_id, incident_id, responder_id, offer_id, since) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        incident.workspace.rawValue, incident.id.rawValue, assignment.responder.rawValue,
        assignment.offer.rawValue, assignment.since.milliseconds,
      ])
    var state = try state(of: assignment.responder)
    try apply(duty: .onMission, order: Incidents.order(incident.id), to: &state)
    try save(state)
    try refreshErrand(of: assignment.responder)
  }

  /// Frees whoever has an incident: back on duty, if they are still on this mission.
  func release(
    _ assignment: Assignment, _ end: Assignment.End, _ reason: String, of incident: Incident
  ) throws {
    try db.execute(
      sql: "UPDATE assignment SET ended_at = ?, reason = ? WHERE offer_id = ? AND ended_at IS NULL",
      arguments: [now.milliseconds, reason, assignment.offer.rawValue])
    try refreshErrand(of: assignment.responder)
    var state = try state(of: assignment.responder)
    state.settle(until: now)
    if state.live.duty == .onMission, state.dutyOrder == Incidents.order(incident.id) {
      try apply(duty: .onDuty, to: &state)
    }
    try save(state)
    try wakeWaiting(in: incident.workspace)
  }

  /// Whether another incident is due that is more severe, or as severe and older: whoever is free is asked for that one.
  /// One that has been due for long cannot be served, and holds no other up.
  func isSomebodyServed(before incident: Incident) throws -> Bool {
    let due = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT severity, opened_at, id FROM incident
          WHERE workspace_id = ? AND wake_at BETWEEN ? AND ? AND state IN ('offering', 'unassigned')
            AND mode = 'automatic' AND id <> ?
          """),
      arguments: [
        incident.workspace.rawValue, now.milliseconds - 10_000, now.milliseconds, incident.id.rawValue,
      ])
    return due.contains { row in
      let severity = Incident.Severity(rawValue: row["severity"]) ?? .normal
      guard severity == incident.details.severity else { return severity > incident.details.severity }
      let (openedAt, id): (Int64, Int64) = (row["opened_at"], row["id"])
      return (openedAt, id) < (incident.openedAt.milliseconds, incident.id.rawValue)
    }
  }

  /// Somebody may have become available: incidents that nobody could be asked for look again.
  func wakeWaiting(in workspace: Workspace.ID) throws {
    try db.cachedStatement(
      sql: """
        UPDATE incident SET wake_at = ?1
        WHERE workspace_id = ?2 AND state = 'unassigned' AND mode = 'automatic' AND (wake_at IS NULL OR wake_at > ?1)
        """
    ).execute(arguments: [now.milliseconds, workspace.rawValue])
    if db.changesCount > 0 { afterCommit { [signal = memory.dispatchSignal] in signal.raise() } }
  }
}
