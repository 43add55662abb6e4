public import Rollcall
package import SQL

extension AlertStore {
  /// Checks a workspace's board, and opens and closes the alerts that follow from it. Returns how many.
  /// Blocks.
  ///
  /// Each step is a row, dated when the condition became what it is. An alert whose condition is true before
  /// and after a restart stays the same.
  ///
  /// - Parameters:
  ///   - watch: the memory of earlier checks; a new one at the start.
  ///   - network: the name of an address's network; `nil` = not known. May block.
  public func judgeAlerts(
    of workspace: Workspace.ID, _ watch: inout AlertWatch, network: (String) -> String? = { _ in nil }
  ) throws(StoreError) -> Int {
    let now = clock()
    try wakeSnoozed(of: workspace, since: watch.wokenUntil, at: now)
    watch.wokenUntil = now
    let version = store.boards.version(of: workspace)
    let surroundings = try alertSurroundings(of: workspace)
    guard watch.isDue(version: version, surroundings, at: now) else { return 0 }
    let since = store.liveness.observingSince
    let board = store.liveness.board(of: workspace)
    let scene = AlertScene(board, observingSince: since, at: now)
    let rules = try alertRules(of: workspace, scene, surroundings, at: now)
    let open = try openAlerts(of: workspace)
    let ruled = Set(open.map(\.topic).filter(\.isRuled))
    let verdict = AlertVerdict(rules, open: ruled, observingSince: since)
    let logged = verdict.opens.filter { rules.isLogged($0, opens: true) }
      .union(verdict.closes.filter { rules.isLogged($0, opens: false) })
    var instants = try instants(of: logged, scene, in: workspace, watch: watch, at: now)
    instants.merge(try served(verdict.closes, in: workspace), uniquingKeysWith: { $1 })
    let decisions = AlertDecision.all(verdict, rules, instants: instants, watch: watch)
    let mass = MassLook(board, rule: surroundings.massSilence, observingSince: since, at: now)
    let steps = try massSteps(mass, open: open, in: workspace, network: network)
    let corrections = open.compactMap { alert in rules.corrected(alert).map { (alert.id, $0) } }
    if !decisions.isEmpty || !steps.isEmpty || !corrections.isEmpty {
      let isWritten = try write { transaction in
        guard try transaction.alerts.heardWithoutBreak(since: since, until: now) else { return false }
        for decision in decisions { try transaction.alerts.carryOut(decision, open: open, in: workspace) }
        try transaction.alerts.carryOut(steps, open: open, in: workspace)
        for (id, detail) in corrections {
          try transaction.db.run(
            "UPDATE alert SET detail = \(detail) WHERE workspace_id = \(workspace) AND id = \(id) AND closed_at IS NULL"
          )
        }
        return true
      }
      guard isWritten else { return 0 }
    }
    let next = [scene.deadline, mass.nextFall].compactMap(\.self).min()
    watch.record(verdict, version: version, surroundings, at: now, deadline: next)
    return decisions.count + steps.decisions
  }

  /// The conditions of a workspace's alerts now, whether or not alerts are open. Blocks.
  public func alertRules(of workspace: Workspace.ID) throws(StoreError) -> AlertRules {
    let now = clock()
    let surroundings = try alertSurroundings(of: workspace)
    return try alertRules(
      of: workspace,
      AlertScene(
        store.liveness.board(of: workspace), observingSince: store.liveness.observingSince, at: now),
      surroundings, at: now)
  }

  private func alertRules(
    of workspace: Workspace.ID, _ scene: AlertScene, _ surroundings: AlertSurroundings, at now: Timestamp
  ) throws(StoreError) -> AlertRules {
    AlertRules(
      scene.people,
      incidents: surroundings.incidents.isEmpty ? [] : try incidentsAtFault(of: workspace),
      tellsOffline: surroundings.tellsOffline, at: now)
  }

  /// The open alerts of a workspace: critical ones first, then the oldest. Blocks.
  public func openAlerts(of workspace: Workspace.ID) throws(StoreError) -> [Alert] {
    try read { db in
      try db.all(
        """
        SELECT * FROM alert INDEXED BY alert_open WHERE workspace_id = \(workspace) AND closed_at IS NULL
        ORDER BY critical DESC, opened_at, id
        """)
    }
  }

  /// The alerts of a workspace that were closed at or after an instant, the newest first. Blocks.
  ///
  /// - Parameter end: only those opened before it; `nil` for all.
  public func closedAlerts(
    of workspace: Workspace.ID, since instant: Timestamp, openedBefore end: Timestamp? = nil
  ) throws(StoreError) -> [Alert] {
    try read { db in
      try db.all(
        """
        SELECT * FROM alert WHERE workspace_id = \(workspace) AND closed_at >= \(instant)
          AND (\(end) IS NULL OR opened_at < \(end))
        ORDER BY closed_at DESC, id DESC
        """)
    }
  }

  /// How many alerts of each kind are open in a workspace. Blocks.
  ///
  /// - Parameter critical: count only urgent ones.
  public func openAlertCounts(
    of workspace: Workspace.ID, critical: Bool = false
  ) throws(StoreError) -> [AlertKind: Int] {
    try read { db in
      let counts = try db.all(
        """
        SELECT kind, count(*) AS count FROM alert INDEXED BY alert_open
        WHERE workspace_id = \(workspace) AND closed_at IS NULL AND critical >= \(critical) GROUP BY kind
        """
      ) { (try $0["kind"] as AlertKind, try $0["count"] as Int) }
      return Dictionary(counts, uniquingKeysWith: +)
    }
  }
}

extension AlertWrites {
  /// Whether this server was not down since the judged state. A downtime is written before anything else of
  /// the transaction that follows it; judging without knowing of it would blame people for the server's own
  /// silence.
  fileprivate func heardWithoutBreak(since: Timestamp, until judged: Timestamp) throws -> Bool {
    let last = try Absences.lastEnd(db)
    return now >= judged && (last.map { $0 <= since } ?? true)
  }

  func carryOut(_ decision: AlertDecision, open: [Alert], in workspace: Workspace.ID) throws {
    let topic = decision.topic
    guard decision.opens else {
      for alert in open where alert.topic == topic {
        let closed = try db.run(
          """
          UPDATE alert SET closed_at = max(opened_at, \(decision.at))
          WHERE workspace_id = \(workspace) AND id = \(alert.id) AND closed_at IS NULL
          """)
        if closed > 0 { transaction.emit(.alertClosed(alert.id, in: workspace)) }
      }
      return
    }
    let theirs: Query = "workspace_id = \(workspace) AND kind = \(topic.kind) AND scope = \(topic.scope)"
    guard try !db.exists("SELECT 1 FROM alert WHERE \(theirs) AND closed_at IS NULL") else { return }
    let id: Int64 = try transaction.next(.alert)
    // One alert of a kind begins only after the last one has ended.
    try db.run(
      """
      INSERT INTO alert (workspace_id, id, kind, scope, critical, opened_at, detail)
      SELECT \(workspace), \(id), \(topic.kind), \(topic.scope), \(topic.isCritical),
        max(\(decision.at), coalesce(max(closed_at), \(decision.at))), \(decision.detail)
      FROM alert WHERE \(theirs)
      """)
    transaction.emit(.alertOpened(id, in: workspace))
  }
}

extension Alert {
  /// An alert of a workspace, open or closed.
  static func find(_ id: Int64, in workspace: Workspace.ID, _ db: Database) throws -> Alert? {
    try db.first("SELECT * FROM alert WHERE workspace_id = \(workspace) AND id = \(id)")
  }
}

extension Alert: FetchableRecord {
  /// From a row of `alert`.
  package init(row: Row) throws {
    let kind: String = try row["kind"]
    guard let topic = AlertTopic(kind: kind, scope: try row["scope"]) else {
      throw StoreError.unavailable("a stored alert is about nothing known: \(kind)")
    }
    self.init(
      id: try row["id"], topic: topic, openedAt: try row["opened_at"], closedAt: try row["closed_at"],
      detail: try row["detail"])
  }
}

extension AlertStore {
  /// Opens and closes a workspace's alerts about the machine, from the last recorded figures. Returns how
  /// many. Blocks.
  public func judgeMachine(of workspace: Workspace.ID, _ watch: MachineWatch) throws(StoreError) -> Int {
    let open = try openAlerts(of: workspace)
    let troubles = open.compactMap { alert in
      if case .machine(let trouble) = alert.topic { trouble } else { nil as MachineFault? }
    }
    let decisions = watch.decisions(open: Set(troubles))
    guard !decisions.isEmpty else { return 0 }
    try write { transaction in
      for decision in decisions { try transaction.alerts.carryOut(decision, open: open, in: workspace) }
    }
    return decisions.count
  }
}
