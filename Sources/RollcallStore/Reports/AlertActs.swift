public import Rollcall
package import SQL

extension AlertStore {
  /// Records an action on an alert, as of now: one row and one audit entry. Blocks.
  ///
  /// - Parameters:
  ///   - note: the person's note; at most ``AlertAct/noteLimit`` characters.
  ///   - seen: the newest action they had seen; `nil` when not stated.
  /// - Throws: `invalid` for a note that is too long; `notFound` for an alert that the workspace does not
  ///   have; `conflict` when it has closed, when another person has acted meanwhile, or when there is no
  ///   acknowledgement to take back or no snooze to end.
  public func act(
    _ deed: AlertDeed, on alert: Int64, note: String = "", seen: Int64? = nil, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    guard AlertAct.isValid(note: note) else {
      throw .invalid("A note has at most \(AlertAct.noteLimit) characters")
    }
    try write(scope) { transaction in
      guard let alert = try Alert.find(alert, in: workspace, transaction.db) else {
        throw StoreError.notFound("alert \(alert)")
      }
      let care = try transaction.alerts.care(of: alert, in: workspace, at: transaction.now)
      try transaction.alerts.check(deed, on: alert, care, seen: seen)
      try transaction.alerts.add(deed, on: alert, note: note, by: actor, in: workspace)
      // An alert that opened during the snooze is announced now.
      if deed == .wake { transaction.emit(.alertWoken(alert.id, in: workspace)) }
    }
  }
}

extension AlertWrites {
  /// How an alert is being handled at an instant. Notifications ask whether it is snoozed.
  func care(of alert: Alert, in workspace: Workspace.ID, at instant: Timestamp) throws -> AlertCare {
    try AlertActs.care(of: alert, in: workspace, at: instant, db)
  }

  fileprivate func check(_ deed: AlertDeed, on alert: Alert, _ care: AlertCare, seen: Int64?) throws {
    guard alert.closedAt == nil else { throw StoreError.conflict("The alert has closed meanwhile") }
    if let seen, seen != care.newest {
      throw StoreError.conflict("Somebody else has done something about this alert meanwhile")
    }
    if deed == .takeBack, care.acknowledged == nil {
      throw StoreError.conflict("Nobody has acknowledged the alert")
    }
    if deed == .wake, !care.isSnoozed { throw StoreError.conflict("The alert is not snoozed") }
  }

  fileprivate func add(
    _ deed: AlertDeed, on alert: Alert, note: String, by actor: Actor, in workspace: Workspace.ID
  ) throws {
    let (kind, until) = deed.row(at: now)
    let act: Int64 = try transaction.next(.alertAct)
    try db.run(
      """
      INSERT INTO alert_act (workspace_id, id, alert_id, kind, scope, act, at, actor, note, until_at)
      VALUES (\(workspace), \(act), \(alert.id), \(alert.topic.kind), \(alert.topic.scope), \(kind), \(now),
        \(actor.pseudonym), \(note), \(until))
      """)
    // The note may name a person: it can be erased, the audit cannot.
    let end = until.map { " until \($0.rfc3339)" } ?? (kind == .snooze ? " until it closes" : "")
    try transaction.audit(
      actor, "alert.\(kind.rawValue)", subject: "alert \(alert.id)",
      detail: "\(alert.topic.kind.rawValue)\(end), act \(act)", in: workspace)
  }
}

extension AlertDeed {
  /// What is stored of it.
  fileprivate func row(at now: Timestamp) -> (AlertAct.Kind, until: Timestamp?) {
    switch self {
    case .acknowledge: (.acknowledge, nil)
    case .takeBack: (.takeBack, nil)
    case .snooze(let snooze): (.snooze, snooze.length.map { now.advanced(by: $0) })
    case .wake: (.wake, nil)
    }
  }
}

extension AlertStore {
  /// Whether an alert is snoozed at an instant, so that no message may be sent about it. Blocks.
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

  /// The actions on one alert, the oldest first. Blocks.
  public func acts(on alert: Int64, in workspace: Workspace.ID) throws(StoreError) -> [AlertAct] {
    try read { db in
      try db.all(
        "SELECT * FROM alert_act WHERE workspace_id = \(workspace) AND alert_id = \(alert) ORDER BY id")
    }
  }

  /// How each of these alerts is being handled now, by its number; those without any action are missing.
  /// Blocks.
  public func care(of alerts: [Alert], in workspace: Workspace.ID) throws(StoreError) -> [Int64: AlertCare] {
    let now = clock()
    return try read { db in
      guard try db.exists("SELECT 1 FROM alert_act WHERE workspace_id = \(workspace)"),
        let first = alerts.map(\.id).min()
      else { return [:] }
      let touched = Set(
        try db.all(
          """
          SELECT alert_id FROM alert_act INDEXED BY alert_act_alert
          WHERE workspace_id = \(workspace) AND alert_id >= \(first)
          """, as: Int64.self))
      var found: [Int64: AlertCare] = [:]
      // Actions on earlier alerts matter only while this one is open.
      for alert in alerts where alert.closedAt == nil || touched.contains(alert.id) {
        let care = try AlertActs.care(of: alert, in: workspace, at: now, db)
        if care != .none { found[alert.id] = care }
      }
      return found
    }
  }

  /// How many open alerts of each kind are acknowledged. Blocks.
  public func acknowledgedAlertCounts(of workspace: Workspace.ID) throws(StoreError) -> [AlertKind: Int] {
    try read { db in
      let counts = try db.all(
        """
        SELECT kind, count(*) AS count FROM alert INDEXED BY alert_open
        WHERE workspace_id = \(workspace) AND closed_at IS NULL AND 'acknowledge' = (
          SELECT act FROM alert_act WHERE alert_act.workspace_id = \(workspace) AND alert_id = alert.id
            AND act IN ('acknowledge', 'take-back') ORDER BY alert_act.id DESC LIMIT 1) GROUP BY kind
        """
      ) { (try $0["kind"] as AlertKind, try $0["count"] as Int) }
      return Dictionary(counts, uniquingKeysWith: +)
    }
  }
}

/// Rows of `alert_act`.
enum AlertActs {
  /// How an alert is being handled at an instant.
  static func care(
    of alert: Alert, in workspace: Workspace.ID, at instant: Timestamp, _ db: Database
  ) throws -> AlertCare {
    // From other alerts of the topic only a snooze that may last, and its end, count.
    let acts: [AlertAct] = try db.all(
      """
      SELECT * FROM alert_act INDEXED BY alert_act_topic
      WHERE workspace_id = \(workspace) AND kind = \(alert.topic.kind) AND scope = \(alert.topic.scope)
        AND at <= \(instant) AND (alert_id = \(alert.id) OR at > \(instant.advanced(by: -AlertSnooze.longest)))
      ORDER BY id
      """)
    return AlertCare(acts, on: alert.id, at: instant)
  }
}

extension AlertAct: FetchableRecord {
  /// From a row of `alert_act`.
  package init(row: Row) throws {
    self.init(
      id: try row["id"], alert: try row["alert_id"], kind: try row["act"], at: try row["at"],
      actor: try row["actor"], note: try row["note"], until: try row["until_at"])
  }
}
