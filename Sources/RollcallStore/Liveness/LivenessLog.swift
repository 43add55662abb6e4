import Rollcall
import SQL

extension LivenessWrites {
  /// Writes the results of a responder's events: transitions, silences that ended, changes of rule, ends of hours.
  func write(_ found: ResponderState.Unwritten, of state: ResponderState) throws {
    for transition in found.transitions {
      try write(transition, of: state.id, in: state.workspace)
    }
    for (span, thresholds) in found.silences {
      try db.run(
        """
        INSERT INTO silence (workspace_id, id, responder_id, from_at, to_at, degraded_ms, offline_ms)
        VALUES (\(state.workspace), \(try transaction.next(.silence, as: Int64.self)), \(state.id), \(span.from), \(span.to),
          \(thresholds.degraded), \(thresholds.offline))
        ON CONFLICT (workspace_id, responder_id, from_at) DO NOTHING
        """)
    }
    for end in found.dutyEnds {
      try db.run(
        """
        INSERT INTO duty_change (workspace_id, id, responder_id, state, at, received_at, applied)
        VALUES (\(state.workspace), \(try transaction.next(.dutyChange, as: Int64.self)), \(state.id),
          \(DutyState.offDuty), \(end), \(now), 1)
        """)
    }
    for (at, rule) in found.ruleChanges {
      try db.run(
        """
        INSERT INTO rule_change (workspace_id, responder_id, at, rule, interval_ms, degraded_ms, offline_ms)
        VALUES (\(state.workspace), \(state.id), \(at), \(rule.name), \(rule.interval),
          \(rule.thresholds?.degraded), \(rule.thresholds?.offline))
        ON CONFLICT (workspace_id, responder_id, at) DO UPDATE SET rule = excluded.rule,
          interval_ms = excluded.interval_ms, degraded_ms = excluded.degraded_ms, offline_ms = excluded.offline_ms
        """)
    }
  }

  /// Writes one status change; it is counted once it is on disk.
  func write(_ transition: Transition, of id: Responder.ID, in workspace: Workspace.ID) throws {
    try db.run(
      """
      INSERT INTO transition (workspace_id, id, responder_id, at, from_status, to_status, rule)
      VALUES (\(workspace), \(try transaction.next(.transition, as: Int64.self)), \(id), \(transition.at), \(transition.from),
        \(transition.to), \(transition.rule))
      """)
    if let from = transition.from { memory.transitions.append((workspace, from, transition.to)) }
  }
}
