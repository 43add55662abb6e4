import Rollcall

extension WriteTransaction {
  /// Writes what a responder's events brought: transitions, silences that ended, changes of rule.
  func write(_ found: ResponderState.Unwritten, of state: ResponderState) throws {
    let statements = try uploadStatements()
    for transition in found.transitions {
      try write(transition, of: state.id, in: state.workspace)
    }
    for (span, thresholds) in found.silences {
      var row = RowWriter(statements.silence)
      row.put(state.workspace.rawValue, state.id.rawValue, span.from, span.to)
      row.put(thresholds.degraded, thresholds.offline)
      try statements.silence.run()
    }
    for (at, rule) in found.ruleChanges {
      var row = RowWriter(statements.ruleChange)
      row.put(
        state.id.rawValue, at, rule.name, rule.interval, rule.thresholds?.degraded, rule.thresholds?.offline)
      try statements.ruleChange.run()
    }
  }

  /// Writes one change of status; it is counted once it is on disk.
  func write(_ transition: Transition, of id: Responder.ID, in workspace: Workspace.ID) throws {
    let statement = try uploadStatements().transition
    var row = RowWriter(statement)
    row.put(workspace.rawValue, id.rawValue, transition.at, transition.from?.rawValue)
    row.put(transition.to.rawValue, transition.rule)
    try statement.run()
    if let from = transition.from { memory.transitions.append((workspace, from, transition.to)) }
  }
}
