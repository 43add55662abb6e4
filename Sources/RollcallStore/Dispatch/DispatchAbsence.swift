import Rollcall
import SQL

extension DispatchWrites {
  /// Ends the offers whose time ran out while this server was away, without counting them against anyone.
  /// Graces continue or begin anew.
  ///
  /// - Parameters:
  ///   - span: the part recorded now.
  ///   - isShort: whether the absence to which it belongs is too short to begin a new watch.
  func dispatchUnobserved(_ span: TimeSpan, isShort: Bool) throws {
    try changeRunning { $0.unobserved(span, isShort: isShort) }
  }

  /// The same for a clock that was set back: deadlines written before mean nothing by the new time.
  func dispatchSteppedBack() throws {
    try changeRunning { $0.steppedBack(at: now) }
  }

  /// Changes the incidents that wait for an answer, for their assignee or for the next look.
  private func changeRunning(_ change: (inout DispatchMachine) -> Void) throws {
    let running = try db.all(
      """
      SELECT workspace_id, incident_id AS id FROM offer WHERE ended_at IS NULL
      UNION SELECT workspace_id, incident_id FROM assignment WHERE ended_at IS NULL AND grace_at IS NOT NULL
      UNION SELECT workspace_id, id FROM incident WHERE wake_at IS NOT NULL
      ORDER BY id
      """
    ) { (id: try $0["id"] as Incident.ID, workspace: try $0["workspace_id"] as Workspace.ID) }
    for (id, workspace) in running {
      let before = try caseInHand(id, in: workspace)
      var machine = DispatchMachine(before.file)
      change(&machine)
      try store(machine, from: before, by: Actor.rollcall)
    }
  }
}
