import Rollcall
import SQL

extension AlertStore {
  /// Wakes alerts that opened during a snooze and are still open after it, or after the last of several snoozes, has ended.
  /// Blocks.
  ///
  /// - Parameter since: the end of the last look; `nil` = look at all open alerts.
  func wakeSnoozed(of workspace: Workspace.ID, since: Timestamp?, at now: Timestamp) throws(StoreError) {
    let from = since ?? .distantPast
    let woken = try read { db in
      try db.all(
        """
        SELECT alert.id FROM alert INDEXED BY alert_open WHERE workspace_id = \(workspace) AND closed_at IS NULL
          AND EXISTS (SELECT 1 FROM alert_act AS act INDEXED BY alert_act_topic
            WHERE act.workspace_id = \(workspace) AND act.kind = alert.kind AND act.scope = alert.scope
              AND act.until_at > \(from) AND act.until_at <= \(now))
          -- The snooze of the previous alert covers this opening, which may be dated before the snooze.
          AND EXISTS (SELECT 1 FROM alert_act AS act INDEXED BY alert_act_topic
            WHERE act.workspace_id = \(workspace) AND act.kind = alert.kind AND act.scope = alert.scope
              AND act.alert_id < alert.id AND act.until_at > alert.opened_at)
        """, as: Int64.self)
    }
    guard !woken.isEmpty else { return }
    try write { transaction in
      for id in woken { transaction.emit(.alertWoken(id, in: workspace)) }
    }
  }
}
