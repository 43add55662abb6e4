import GRDB
public import Rollcall

extension Store {
  /// Whether an alert is snoozed at an instant: nobody is to be sent a message about it then. Blocks.
  public func isSnoozed(
    _ alert: Alert, in workspace: Workspace.ID, at instant: Timestamp
  ) throws(StoreError) -> Bool {
    try read { try AlertActs.care(of: alert, in: workspace, at: instant, $0).isSnoozed }
  }

  /// One alert, open or closed. Blocks.
  ///
  /// - Throws: `notFound` when the workspace does not have it.
  public func alert(_ id: Int64, in workspace: Workspace.ID) throws(StoreError) -> Alert {
    guard let found = try read({ try Alert.find(id, in: workspace, $0) }) else {
      throw .notFound("alert \(id)")
    }
    return found
  }

  /// What was done about one alert, the oldest first. Blocks.
  public func acts(on alert: Int64, in workspace: Workspace.ID) throws(StoreError) -> [AlertAct] {
    try read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: "SELECT * FROM alert_act WHERE alert_id = ? AND workspace_id = ? ORDER BY id"),
        arguments: [alert, workspace.rawValue]
      ).compactMap(AlertAct.init)
    }
  }

  /// How each of these alerts stands now, by its number; those about which nobody did anything are missing. Blocks.
  public func care(of alerts: [Alert], in workspace: Workspace.ID) throws(StoreError) -> [Int64: AlertCare] {
    let now = clock()
    return try read { db in
      let isTouched = try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM alert_act WHERE workspace_id = ?)"),
        arguments: [workspace.rawValue])
      guard isTouched == true, let first = alerts.map(\.id).min() else { return [:] }
      let touched = try Set(
        Int64.fetchAll(
          db.cachedStatement(
            sql:
              "SELECT alert_id FROM alert_act INDEXED BY alert_act_alert WHERE alert_id >= ? AND workspace_id = ?"
          ),
          arguments: [first, workspace.rawValue]))
      var found: [Int64: AlertCare] = [:]
      // What was done about an earlier one matters only while an alert is open.
      for alert in alerts where alert.closedAt == nil || touched.contains(alert.id) {
        let care = try AlertActs.care(of: alert, in: workspace, at: now, db)
        if care != .none { found[alert.id] = care }
      }
      return found
    }
  }

  /// How many open alerts of each kind somebody sees to. Blocks.
  public func acknowledgedAlertCounts(of workspace: Workspace.ID) throws(StoreError) -> [AlertKind: Int] {
    try read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT kind, count(*) FROM alert INDEXED BY alert_open
            WHERE workspace_id = ? AND closed_at IS NULL AND EXISTS (
              SELECT 1 FROM alert_act WHERE alert_id = alert.id AND act = 'acknowledge') GROUP BY kind
            """), arguments: [workspace.rawValue])
      let counts = rows.compactMap { row in AlertKind(rawValue: row[0]).map { ($0, row[1] as Int) } }
      return Dictionary(counts, uniquingKeysWith: +)
    }
  }
}

/// Rows of `alert_act`.
enum AlertActs {
  /// How an alert stands at an instant.
  static func care(
    of alert: Alert, in workspace: Workspace.ID, at instant: Timestamp, _ db: Database
  ) throws -> AlertCare {
    // Of other alerts of the topic nothing counts but a snooze that may last, and its end.
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT * FROM alert_act INDEXED BY alert_act_topic
          WHERE workspace_id = ? AND kind = ? AND scope = ? AND at <= ? AND (alert_id = ? OR at > ?) ORDER BY id
          """),
      arguments: [
        workspace.rawValue, alert.topic.kind.rawValue, alert.topic.scope, instant.milliseconds, alert.id,
        instant.advanced(by: -AlertSnooze.longest).milliseconds,
      ])
    return AlertCare(rows.compactMap(AlertAct.init), on: alert.id, at: instant)
  }
}

extension AlertAct {
  /// A row; `nil` for an act that this program does not know.
  fileprivate init?(_ row: Row) {
    guard let kind = Kind(rawValue: row["act"]) else { return nil }
    self.init(
      id: row["id"], alert: row["alert_id"], kind: kind, at: Timestamp(milliseconds: row["at"]),
      actor: row["actor"], note: row["note"],
      until: (row["until_at"] as Int64?).map { Timestamp(milliseconds: $0) })
  }
}
