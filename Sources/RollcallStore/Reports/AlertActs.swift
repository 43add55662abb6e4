public import Rollcall
import SQL

extension AlertStore {
  /// Records an action on an alert, as of now: one row and one audit entry. Blocks.
  ///
  /// - Parameters:
  ///   - note: the person's note; at most ``AlertAct/noteLimit`` characters.
  ///   - seen: the newest action they had seen; `nil` when not stated.
  /// - Throws: `invalid` for a note that is too long; `notFound` for an alert that the workspace does not
  ///   have; `conflict` when it has closed, when another person has acted meanwhile, or when there is no
  ///   snooze to end.
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
      if deed == .wake, try !transaction.channels.wasAnnounced(alert: alert.id, in: workspace) {
        try transaction.channels.announce(alert: alert.id, opens: true, in: workspace)
      }
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
    case .snooze(let snooze): (.snooze, snooze.length.map { now.advanced(by: $0) })
    case .wake: (.wake, nil)
    }
  }
}
