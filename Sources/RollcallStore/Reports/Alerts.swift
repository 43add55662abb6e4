import GRDB
public import Rollcall

extension Store {
  /// Looks at a workspace's board and opens and closes the alerts that follow from it; returns how many. Blocks.
  ///
  /// Each step is a row, dated when the condition became what it is. An alert whose condition is true before and after
  /// a restart stays the same.
  ///
  /// - Parameters:
  ///   - watch: what the looks before remembered; a new one at the start.
  ///   - network: the name of the network an address belongs to; `nil` = not known. May block.
  public func judgeAlerts(
    of workspace: Workspace.ID, _ watch: inout AlertWatch, network: (String) -> String? = { _ in nil }
  ) throws(StoreError) -> Int {
    let now = clock()
    try announceWoken(of: workspace, since: watch.wokenUntil, at: now)
    watch.wokenUntil = now
    let version = boards.version(of: workspace)
    let surroundings = try alertSurroundings(of: workspace)
    guard watch.isDue(version: version, surroundings, at: now) else { return 0 }
    let since = observingSince
    let board = board(of: workspace)
    let scene = AlertScene(board, at: now)
    let rules = try alertRules(of: workspace, scene, surroundings, at: now)
    let open = try openAlerts(of: workspace)
    let ruled = Set(open.map(\.topic).filter(\.isRuled))
    let verdict = AlertVerdict(rules, open: ruled, observingSince: since)
    let logged = verdict.opens.filter { rules.isLogged($0, opens: true) }
      .union(verdict.closes.filter { rules.isLogged($0, opens: false) })
    var instants = try instants(of: logged, scene, in: workspace, watch: watch, at: now)
    instants.merge(try assigned(verdict.closes, in: workspace), uniquingKeysWith: { $1 })
    let decisions = AlertDecision.all(verdict, rules, instants: instants, watch: watch)
    let mass = MassLook(board, rule: surroundings.massSilence, observingSince: since, at: now)
    let steps = try massSteps(mass, open: open, in: workspace, network: network)
    if !decisions.isEmpty || !steps.isEmpty {
      let isWritten = try write { transaction in
        guard try transaction.heardWithoutBreak(since: since, until: now) else { return false }
        for decision in decisions { try transaction.carryOut(decision, open: open, in: workspace) }
        try transaction.carryOut(steps, open: open, in: workspace)
        return true
      }
      guard isWritten else { return 0 }
    }
    let next = [scene.deadline, mass.nextFall].compactMap(\.self).min()
    watch.note(verdict, version: version, surroundings, at: now, deadline: next)
    return decisions.count + steps.decisions
  }

  /// What stands now, by a workspace's board and its incidents, whether or not it is an alert yet. Blocks.
  public func alertRules(of workspace: Workspace.ID) throws(StoreError) -> AlertRules {
    let now = clock()
    let surroundings = try alertSurroundings(of: workspace)
    return try alertRules(of: workspace, AlertScene(board(of: workspace), at: now), surroundings, at: now)
  }

  private func alertRules(
    of workspace: Workspace.ID, _ scene: AlertScene, _ surroundings: AlertSurroundings, at now: Timestamp
  ) throws(StoreError) -> AlertRules {
    AlertRules(
      scene.people,
      incidents: surroundings.unassigned.isEmpty ? [] : try unassignedIncidents(of: workspace),
      tellsOffline: surroundings.tellsOffline, at: now)
  }

  /// The open alerts of a workspace: critical ones first, then the oldest. Blocks.
  public func openAlerts(of workspace: Workspace.ID) throws(StoreError) -> [Alert] {
    try read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT * FROM alert INDEXED BY alert_open WHERE workspace_id = ? AND closed_at IS NULL
            ORDER BY critical DESC, opened_at, id
            """), arguments: [workspace.rawValue]
      ).compactMap(Alert.init)
    }
  }

  /// The alerts of a workspace that were closed at or after an instant, the newest first. Blocks.
  public func closedAlerts(
    of workspace: Workspace.ID, since instant: Timestamp
  ) throws(StoreError) -> [Alert] {
    try read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql:
            "SELECT * FROM alert WHERE workspace_id = ? AND closed_at >= ? ORDER BY closed_at DESC, id DESC"),
        arguments: [workspace.rawValue, instant.milliseconds]
      ).compactMap(Alert.init)
    }
  }

  /// How many alerts of each kind are open in a workspace. Blocks.
  ///
  /// - Parameter critical: those alone that cannot wait.
  public func openAlertCounts(
    of workspace: Workspace.ID, critical: Bool = false
  ) throws(StoreError) -> [AlertKind: Int] {
    try read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT kind, count(*) FROM alert INDEXED BY alert_open
            WHERE workspace_id = ? AND closed_at IS NULL AND critical >= ? GROUP BY kind
            """), arguments: [workspace.rawValue, critical])
      let counts = rows.compactMap { row in AlertKind(rawValue: row[0]).map { ($0, row[1] as Int) } }
      return Dictionary(counts, uniquingKeysWith: +)
    }
  }
}

extension WriteTransaction {
  /// Whether this server was not away since what was judged. An absence is written before anything else of the
  /// transaction that comes after it: whoever judged without knowing of it would accuse people for our silence.
  fileprivate func heardWithoutBreak(since: Timestamp, until judged: Timestamp) throws -> Bool {
    let last = try Absences.lastEnd(db)
    return now >= judged && (last.map { $0 <= since } ?? true)
  }

  func carryOut(_ decision: AlertDecision, open: [Alert], in workspace: Workspace.ID) throws {
    let topic = decision.topic
    guard decision.opens else {
      for alert in open where alert.topic == topic {
        try db.execute(
          sql: "UPDATE alert SET closed_at = max(opened_at, ?) WHERE id = ? AND closed_at IS NULL",
          arguments: [decision.at.milliseconds, alert.id])
        if db.changesCount > 0 { try announce(alert: alert.id, opens: false, in: workspace) }
      }
      return
    }
    // One trouble begins after the last one of its kind has ended.
    try db.execute(
      sql: """
        INSERT INTO alert (workspace_id, kind, scope, critical, opened_at, detail)
        SELECT :workspace, :kind, :scope, :critical, max(:at, coalesce(max(closed_at), :at)), :detail
        FROM alert WHERE workspace_id = :workspace AND kind = :kind AND scope = :scope
        ON CONFLICT DO NOTHING
        """,
      arguments: [
        "workspace": workspace.rawValue, "kind": topic.kind.rawValue, "scope": topic.scope,
        "critical": topic.isCritical, "at": decision.at.milliseconds, "detail": decision.detail,
      ])
    if db.changesCount > 0 { try announce(alert: db.lastInsertedRowID, opens: true, in: workspace) }
  }
}

extension Alert {
  /// An alert of a workspace, open or closed.
  static func find(_ id: Int64, in workspace: Workspace.ID, _ db: Database) throws -> Alert? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM alert WHERE id = ? AND workspace_id = ?"),
      arguments: [id, workspace.rawValue]
    ).flatMap(Alert.init)
  }

  /// A row; `nil` for a kind that this program does not know.
  init?(_ row: Row) {
    guard let topic = AlertTopic(kind: row["kind"], scope: row["scope"]) else { return nil }
    self.init(
      id: row["id"], topic: topic, openedAt: Timestamp(milliseconds: row["opened_at"]),
      closedAt: (row["closed_at"] as Int64?).map { Timestamp(milliseconds: $0) }, detail: row["detail"])
  }
}
