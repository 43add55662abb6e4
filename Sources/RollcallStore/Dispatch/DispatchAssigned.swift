import Rollcall
import SQL

extension DispatchWrites {
  /// Puts an assignee on mission.
  func assign(_ assignment: Assignment, _ incident: Incident) throws {
    // One incident per assignee: a unique index of the table refuses anything else.
    try db.run(
      """
      INSERT INTO assignment (workspace_id, id, incident_id, responder_id, offer_id, since, by, is_unheard,
        line)
      VALUES (\(incident.workspace), \(try transaction.next(.assignment, as: Int64.self)), \(incident.id), \(assignment.responder),
        \(assignment.offer), \(assignment.since), \(assignment.by), \(assignment.isUnheard),
        \(assignment.line))
      """)
    switch assignment.by {
    case .app: try beginMission(incident.id, of: assignment.responder, in: incident.workspace)
    case .voice:
      // What somebody says leaves their duty alone, until their phone sends a fix.
      try transaction.push.announceChange(
        of: incident.id, to: assignment.responder, offer: assignment.offer, in: incident.workspace)
    }
    try refreshErrand(of: assignment.responder, in: incident.workspace)
  }

  private func beginMission(
    _ incident: Incident.ID, of id: Responder.ID, in workspace: Workspace.ID
  ) throws {
    var state = try transaction.liveness.state(of: id, in: workspace)
    try transaction.liveness.apply(duty: .onMission, order: Incidents.order(incident), to: &state)
    try transaction.liveness.save(state)
  }

  /// Begins the mission of a person who took an incident by voice, with their phone's first fix since then.
  func beginMissionByVoice(of id: Responder.ID, in workspace: Workspace.ID) throws {
    let state = try transaction.liveness.state(of: id, in: workspace)
    guard state.live.duty == .onDuty, let errand = state.errand, errand.isAssigned,
      let fixAt = state.live.newestFix, let since = errand.acceptedAt, fixAt >= since
    else { return }
    try beginMission(errand.incident, of: id, in: workspace)
  }

  /// Releases an assignee of an incident: back on duty, if they are still on this mission.
  func release(
    _ assignment: Assignment, _ end: Assignment.End, _ reason: String, of incident: Incident
  ) throws {
    try db.run(
      """
      UPDATE assignment SET ended_at = \(now), reason = \(reason)
      WHERE workspace_id = \(incident.workspace) AND incident_id = \(incident.id)
        AND responder_id = \(assignment.responder) AND ended_at IS NULL
      """
    )
    try refreshErrand(of: assignment.responder, in: incident.workspace)
    var state = try transaction.liveness.state(of: assignment.responder, in: incident.workspace)
    state.settle(until: now)
    if state.live.duty == .onMission, state.dutyOrder == Incidents.order(incident.id) {
      try transaction.liveness.apply(duty: .onDuty, to: &state)
    }
    state.leave(at: now)
    try transaction.liveness.save(state)
    try wakeWaiting(in: incident.workspace)
  }

  /// Whether another incident is due that is more severe, or as severe and older: then free people are asked
  /// for that one. An incident that has been due for long cannot be served, and delays no other.
  ///
  /// - Parameter severity: that of what is to be asked for. An incident that has an offer and wants extra ones
  ///   counts as high at most.
  func isSomebodyServed(before incident: Incident, as severity: Incident.Severity) throws -> Bool {
    try db.all(
      """
      SELECT severity, opened_at, id, lack FROM incident
      WHERE workspace_id = \(incident.workspace) AND wake_at BETWEEN \(now.milliseconds - 10_000) AND \(now)
        AND lack > 0 AND id <> \(incident.id)
      """
    ) { row in
      let own: Incident.Severity = try row["severity"]
      let other = try row["lack"] == DispatchCase.Lack.extras.rawValue ? min(own, .high) : own
      guard other == severity else { return other > severity }
      let (openedAt, id): (Timestamp, Incident.ID) = (try row["opened_at"], try row["id"])
      return (openedAt, id) < (incident.openedAt, incident.id)
    }.contains(true)
  }

  /// A person may have become available: incidents without a candidate look again.
  func wakeWaiting(in workspace: Workspace.ID) throws {
    let woken = try db.all(
      """
      UPDATE incident SET wake_at = \(now)
      WHERE workspace_id = \(workspace) AND lack > 0
        AND (wake_at IS NULL OR wake_at > \(now)) RETURNING id
      """, as: Incident.ID.self)
    for id in woken { memory.cases[id]?.file.wakeAt = now }
    if !woken.isEmpty { afterCommit { [signal = memory.dispatchSignal] in signal.raise() } }
  }
}
