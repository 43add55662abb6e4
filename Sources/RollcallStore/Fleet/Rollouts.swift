public import Rollcall
import SQL

/// Rows of `rollout`.
enum Rollouts {
  static func find(_ workspace: Workspace.ID, _ db: Database) throws -> Rollout {
    var percent: [Rollout.Flag: Int] = [:]
    try db.each("SELECT flag, percent FROM rollout WHERE workspace_id = \(workspace)") {
      percent[try $0["flag"]] = try $0["percent"] as Int
    }
    return Rollout(percent: percent)
  }

  /// The switches by name, for the audit.
  static func values(_ rollout: Rollout) -> [String: String] {
    Dictionary(
      Rollout.Flag.allCases.map { ($0.rawValue, "\(rollout.percent[$0, default: 100]) %") },
      uniquingKeysWith: { first, _ in first })
  }
}

extension FleetStore {
  /// The switches of a workspace. Blocks.
  public func rollout(of workspace: Workspace.ID) throws(StoreError) -> Rollout {
    try read { try Rollouts.find(workspace, $0) }
  }

  /// Sets for how many percent of a workspace's people each behaviour is on, and applies it to all of them at
  /// once.
  ///
  /// - Throws: `notFound`.
  public func setRollout(
    _ rollout: Rollout, of workspace: Workspace.ID, by actor: Actor
  ) throws(StoreError) {
    try write { transaction in
      let old = try Rollouts.find(workspace, transaction.db)
      for flag in Rollout.Flag.allCases {
        try transaction.db.run(
          """
          INSERT INTO rollout (workspace_id, flag, percent) VALUES (\(workspace), \(flag),
            \(rollout.percent[flag, default: 100]))
          ON CONFLICT (workspace_id, flag) DO UPDATE SET percent = excluded.percent
          """)
      }
      try transaction.audit(
        actor, "flags.set", subject: "flags",
        change: AuditChange(Rollouts.values(old), Rollouts.values(rollout)), in: workspace)
      try transaction.fleet.reloadEverybody(in: workspace)
    }
  }
}
