public import Rollcall
import SQL

extension NoticeStore {
  /// Which channels are told while no member acknowledges an alert. Blocks.
  public func escalation(of workspace: Workspace.ID) throws(StoreError) -> Escalation {
    try read { try EscalationRows.load(of: workspace, $0) }
  }

  /// Sets which channels are told while no member acknowledges an alert.
  ///
  /// - Throws: `invalid` for too many steps, a wait out of range or a channel that the workspace does not have.
  public func set(_ escalation: Escalation, in scope: Scope) throws(StoreError) {
    guard escalation.steps.count <= Escalation.stepLimit else {
      throw .invalid("An escalation has at most \(Escalation.stepLimit) steps")
    }
    guard escalation.steps.allSatisfy({ Escalation.waits.contains($0.after) }) else {
      throw .invalid("A step waits 1 minute to 24 hours")
    }
    try write(scope) {
      try EscalationWrites(transaction: $0).set(escalation, by: scope.actor, in: scope.workspace)
    }
  }

  /// Which channel is told next, and when, of each open alert that no member has acknowledged or snoozed, by the
  /// alert's id. Blocks.
  public func nextTold(
    in workspace: Workspace.ID
  ) throws(StoreError) -> [Int64: (channel: String, at: Timestamp)] {
    let now = clock()
    return try read { db in
      let channels = try db.all("SELECT id, name FROM channel WHERE workspace_id = \(workspace)") {
        (try $0["id"] as Channel.ID, try $0["name"] as String)
      }
      let names = Dictionary(channels, uniquingKeysWith: { $1 })
      let found = try EscalationRows.next(in: workspace, at: now, db).compactMap { step in
        names[step.channel].map { (step.alert, (channel: $0, at: step.at)) }
      }
      return Dictionary(found, uniquingKeysWith: { $1 })
    }
  }

  /// Tells the next channel of each alert of a workspace that no member acknowledges in time. Blocks.
  public func escalate(in workspace: Workspace.ID) throws(StoreError) {
    let now = clock()
    let isDue = try read { try EscalationRows.next(in: workspace, at: now, $0).contains { $0.at <= now } }
    guard isDue else { return }
    try write { transaction in
      for due in try EscalationRows.next(in: workspace, at: transaction.now, transaction.db)
      where due.at <= transaction.now {
        try transaction.channels.queueNotice(
          .escalated, alert: due.alert, to: due.channel, in: workspace)
      }
    }
  }
}

/// Rows of `escalation` and `escalation_step`. How far an alert has come follows from its messages.
private enum EscalationRows {
  static func load(of workspace: Workspace.ID, _ db: Database) throws -> Escalation {
    let steps = try db.all(
      """
      SELECT channel_id, after_ms FROM escalation_step WHERE workspace_id = \(workspace) ORDER BY place
      """
    ) { Escalation.Step(try $0["channel_id"], after: try $0["after_ms"]) }
    let isOnlyCritical = try db.first(
      "SELECT only_critical FROM escalation WHERE workspace_id = \(workspace)", as: Bool.self)
    return Escalation(steps: steps, isOnlyCritical: isOnlyCritical ?? true)
  }

  /// The steps whose channels can be told.
  private static func live(in workspace: Workspace.ID, _ db: Database) throws -> Escalation {
    var escalation = try load(of: workspace, db)
    guard !escalation.steps.isEmpty else { return escalation }
    let channels = Set(
      try db.all(
        "SELECT id FROM channel WHERE workspace_id = \(workspace) AND is_on = 1 AND removed_at IS NULL",
        as: Channel.ID.self))
    escalation.steps.removeAll { !channels.contains($0.channel) }
    return escalation
  }

  /// The next step of each open alert that no member has acknowledged or snoozed. After an acknowledgement that was
  /// taken back the steps begin anew.
  static func next(
    in workspace: Workspace.ID, at now: Timestamp, _ db: Database
  ) throws -> [(alert: Int64, channel: Channel.ID, at: Timestamp)] {
    let escalation = try live(in: workspace, db)
    guard !escalation.steps.isEmpty else { return [] }
    let open = try db.all(
      """
      WITH back AS (
        SELECT alert_id, max(at) AS at FROM alert_act INDEXED BY alert_act_alert
        WHERE workspace_id = \(workspace) AND act = 'take-back' GROUP BY alert_id)
      SELECT alert.*, back.at AS back_at, told.count AS told, told.last AS told_at
      FROM alert INDEXED BY alert_open
      LEFT JOIN back ON back.alert_id = alert.id
      LEFT JOIN (SELECT notice.alert_id, count(*) AS count, max(created_at) AS last FROM notice
        LEFT JOIN back ON back.alert_id = notice.alert_id
        WHERE workspace_id = \(workspace) AND notice.alert_id IS NOT NULL AND kind = 'escalated'
          AND (back.at IS NULL OR created_at > back.at) GROUP BY notice.alert_id) AS told
        ON told.alert_id = alert.id
      WHERE alert.workspace_id = \(workspace) AND alert.closed_at IS NULL
        AND alert.critical >= \(escalation.isOnlyCritical)
      """
    ) { row in
      (
        alert: try Alert(row: row), told: try row["told"] as Int? ?? 0,
        last: try row["told_at"] as Timestamp? ?? row["back_at"] as Timestamp? ?? row["opened_at"]
      )
    }
    return try open.compactMap { entry in
      guard let step = escalation.next(told: entry.told, last: entry.last) else { return nil }
      let care = try AlertActs.care(of: entry.alert, in: workspace, at: now, db)
      return care.acknowledged == nil && !care.isSnoozed ? (entry.alert.id, step.channel, step.at) : nil
    }
  }
}

/// The steps of an escalation, as they are written.
private struct EscalationWrites: TransactionPart {
  let transaction: WriteTransaction

  func set(_ escalation: Escalation, by actor: Actor, in workspace: Workspace.ID) throws {
    let old = try EscalationRows.load(of: workspace, db)
    for step in escalation.steps {
      do { _ = try ChannelRows.require(step.channel, in: workspace, db) } catch StoreError.notFound {
        throw StoreError.invalid("There is no channel \(step.channel.rawValue)")
      }
    }
    try db.run(
      """
      INSERT INTO escalation (workspace_id, only_critical) VALUES (\(workspace), \(escalation.isOnlyCritical))
      ON CONFLICT (workspace_id) DO UPDATE SET only_critical = excluded.only_critical
      """)
    try db.run("DELETE FROM escalation_step WHERE workspace_id = \(workspace)")
    for (place, step) in escalation.steps.enumerated() {
      try db.run(
        """
        INSERT INTO escalation_step (workspace_id, place, channel_id, after_ms)
        VALUES (\(workspace), \(place), \(step.channel), \(step.after))
        """)
    }
    try transaction.audit(
      actor, "escalation.set", subject: "escalation",
      change: AuditChange(Self.values(old), Self.values(escalation)), in: workspace)
  }

  private static func values(_ escalation: Escalation) -> [String: String] {
    let steps = escalation.steps.map { "channel \($0.channel.rawValue) after \($0.after / 1_000) s" }
    return [
      "only_critical": "\(escalation.isOnlyCritical)",
      "steps": steps.isEmpty ? "none" : steps.joined(separator: ", "),
    ]
  }
}
