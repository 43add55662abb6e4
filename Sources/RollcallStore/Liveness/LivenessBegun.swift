import Rollcall
import SQL

extension LivenessWrites {
  /// Begins a person's log: off duty, with its first row.
  func beginLog(of id: Responder.ID, in workspace: Workspace.ID, profile: Profile) throws {
    let rule = profile.rule(under: ReportingConditions(duty: .offDuty))
    let live = Liveness(createdAt: now, rule: RuleInForce(name: "\(profile.name)/\(rule?.name ?? "")"))
    try db.run(
      """
      INSERT INTO liveness
        (workspace_id, responder_id, duty, duty_since, status, since, reason, watched_from, rule_name)
      VALUES (\(workspace), \(id), \(live.duty), \(now), \(live.status), \(now), \(live.reason), \(now),
        \(rule?.name ?? ""))
      """)
    try write(live.firstTransition, of: id, in: workspace)
    try chooseRule(of: id, in: workspace)
  }

  /// Applies the rule that is now in force, and finds the hours of duty that now hold.
  func chooseRule(of id: Responder.ID, in workspace: Workspace.ID) throws {
    var state = try state(of: id, in: workspace)
    state.chooseRule(at: now)
    state.planHours(after: now)
    try save(state)
    try recordPlan(of: state)
  }
}
