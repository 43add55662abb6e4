import GRDB
import Rollcall

extension WriteTransaction {
  /// Ends the open alerts about somebody who is being erased, as a look at the board does: a channel that was told of one
  /// hears that it is over. What the alerts say about them goes.
  func endAlerts(of id: Responder.ID, in workspace: Workspace.ID) throws {
    let open = try Row.fetchAll(
      db,
      sql: """
        SELECT * FROM alert WHERE workspace_id = :workspace AND closed_at IS NULL AND \(PersonalData.alertOfTheirs)
        ORDER BY id
        """, arguments: ["workspace": workspace.rawValue, "id": id.rawValue]
    ).compactMap(Alert.init)
    for alert in open {
      let end = AlertDecision(topic: alert.topic, opens: false, at: now, detail: "")
      try carryOut(end, open: [alert], in: workspace)
    }
    try db.execute(
      sql: "UPDATE alert SET detail = '' WHERE \(PersonalData.alertOfTheirs)", arguments: ["id": id.rawValue])
  }
}

extension Store {
  /// Takes the alerts of people who were erased that had stayed until channels were told of their end. Blocks.
  func takeToldAlerts() throws(StoreError) {
    let told = """
      SELECT alert.id FROM alert JOIN responder
        ON responder.workspace_id = alert.workspace_id AND responder.id = CAST(alert.scope AS INTEGER)
      WHERE alert.kind IN (\(PersonalData.alertKindsOfPeople)) AND alert.closed_at IS NOT NULL
        AND responder.erased_at IS NOT NULL AND NOT \(NoticeRows.isAlertAwaited)
      """
    let isNeeded = try read { db in try Bool.fetchOne(db, sql: "SELECT EXISTS (\(told))") ?? false }
    guard isNeeded else { return }
    try write { transaction in
      try transaction.db.execute(
        sql: """
          DELETE FROM alert_act WHERE alert_id IN (\(told));
          DELETE FROM alert_person WHERE alert_id IN (\(told));
          DELETE FROM alert WHERE id IN (\(told))
          """)
    }
  }
}
