import GRDB
public import Rollcall

/// Rows of `rollout`.
enum Rollouts {
  static func find(_ workspace: Workspace.ID, _ db: Database) throws -> Rollout {
    let rows = try Row.fetchAll(
      db, sql: "SELECT flag, percent FROM rollout WHERE workspace_id = ?", arguments: [workspace.rawValue])
    var percent: [Rollout.Flag: Int] = [:]
    for row in rows { if let flag = Rollout.Flag(rawValue: row["flag"]) { percent[flag] = row["percent"] } }
    return Rollout(percent: percent)
  }

  /// The switches by name, for the audit.
  static func values(_ rollout: Rollout) -> [String: String] {
    Dictionary(
      Rollout.Flag.allCases.map { ($0.rawValue, "\(rollout.percent[$0, default: 100]) %") },
      uniquingKeysWith: { first, _ in first })
  }
}

extension Store {
  /// The switches of a workspace. Blocks.
  public func rollout(of workspace: Workspace.ID) throws(StoreError) -> Rollout {
    try read { try Rollouts.find(workspace, $0) }
  }

  /// Sets for how many percent of a workspace's people each behaviour is on, and applies it to everybody at once.
  ///
  /// - Throws: `notFound`.
  public func setRollout(
    _ rollout: Rollout, of workspace: Workspace.ID, by actor: String
  ) throws(StoreError) {
    try write { transaction in
      let old = try Rollouts.find(workspace, transaction.db)
      for flag in Rollout.Flag.allCases {
        try transaction.db.execute(
          sql: """
            INSERT INTO rollout (workspace_id, flag, percent) VALUES (?, ?, ?)
            ON CONFLICT (workspace_id, flag) DO UPDATE SET percent = excluded.percent
            """, arguments: [workspace.rawValue, flag.rawValue, rollout.percent[flag, default: 100]])
      }
      try transaction.audit(
        actor, "flags.set", subject: "flags",
        change: AuditChange(Rollouts.values(old), Rollouts.values(rollout)), in: workspace)
      try transaction.reloadEverybody(in: workspace)
    }
  }
}
