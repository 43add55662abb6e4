import Rollcall
import SQL

extension NoticeStore {
  /// Tells channels of alerts that opened while their trouble was snoozed, and that are still open when the snooze, or
  /// the last of several, has ended by itself. Blocks.
  ///
  /// - Parameter since: until when this was done before; `nil` = never, and all that are open are looked at.
  func announceWoken(of workspace: Workspace.ID, since: Timestamp?, at now: Timestamp) throws(StoreError) {
    let from = since ?? .distantPast
    let woken = try read { db in
      try db.all(
        """
        SELECT alert.id FROM alert INDEXED BY alert_open WHERE workspace_id = \(workspace) AND closed_at IS NULL
          AND EXISTS (SELECT 1 FROM alert_act AS act INDEXED BY alert_act_topic
            WHERE act.workspace_id = \(workspace) AND act.kind = alert.kind AND act.scope = alert.scope
              AND act.until_at > \(from) AND act.until_at <= \(now))
          -- Whoever snoozed the one before snoozed its opening, too, which may be dated before they did.
          AND EXISTS (SELECT 1 FROM alert_act AS act INDEXED BY alert_act_topic
            WHERE act.workspace_id = \(workspace) AND act.kind = alert.kind AND act.scope = alert.scope
              AND act.alert_id < alert.id AND act.until_at > alert.opened_at)
          AND NOT EXISTS (SELECT 1 FROM notice INDEXED BY notice_alert
            WHERE notice.workspace_id = \(workspace) AND notice.alert_id = alert.id AND notice.kind = 'opened')
        """, as: Int64.self)
    }
    guard !woken.isEmpty else { return }
    try write { transaction in
      for id in woken { try transaction.channels.announce(alert: id, opens: true, in: workspace) }
    }
  }
}

extension NoticeWrites {
  /// Whether some channel was told that an alert has opened.
  func wasAnnounced(alert id: Int64, in workspace: Workspace.ID) throws -> Bool {
    try db.exists(
      "SELECT 1 FROM notice WHERE workspace_id = \(workspace) AND alert_id = \(id) AND kind = 'opened'")
  }
}
