import Rollcall
import SQL

extension PrivacyWrites {
  /// Closes the open alerts about a responder who is being erased, as a check of the board does, so that a
  /// channel notified of one learns that it is over. The personal texts in the alerts are removed.
  func endAlerts(of id: Responder.ID, in workspace: Workspace.ID) throws {
    let areTheirs = PersonalData.alertOfTheirs(id, workspace)
    let open = try db.all(
      "SELECT * FROM alert WHERE closed_at IS NULL AND \(areTheirs) ORDER BY id", as: Alert.self)
    for alert in open {
      let end = AlertDecision(topic: alert.topic, opens: false, at: now, detail: "")
      try transaction.alerts.carryOut(end, open: [alert], in: workspace)
    }
    try db.run("UPDATE alert SET detail = '' WHERE \(areTheirs)")
  }
}

extension PrivacyStore {
  /// Deletes alerts of erased people that were kept until channels were notified of their end. Blocks.
  func deleteNotifiedAlerts() throws(StoreError) {
    let told: Query = """
      SELECT alert.workspace_id, alert.id FROM alert JOIN responder
        ON responder.workspace_id = alert.workspace_id AND responder.id = CAST(alert.scope AS INTEGER)
      WHERE alert.kind IN (\(PersonalData.alertKindsOfPeople)) AND alert.closed_at IS NOT NULL
        AND responder.erased_at IS NOT NULL AND NOT \(NoticeRows.isAlertAwaited)
      """
    let isNeeded = try read { try $0.exists(told) }
    guard isNeeded else { return }
    try write { transaction in
      try transaction.channels.forgetInNotices(alerts: told)
      try transaction.db.run("DELETE FROM alert_act WHERE (workspace_id, alert_id) IN (\(told))")
      try transaction.db.run("DELETE FROM alert_person WHERE (workspace_id, alert_id) IN (\(told))")
      try transaction.db.run("DELETE FROM alert WHERE (workspace_id, id) IN (\(told))")
    }
  }
}
