public import Rollcall
import SQL

/// A key as the admins of its workspace see it.
public struct APIKeyEntry: Equatable, Sendable {
  /// Its name.
  public var name: String
  /// Its role.
  public var role: Role
  /// When it was made.
  public var createdAt: Timestamp
  /// When it was last used, to the minute; `nil` = never.
  public var lastUsed: Timestamp?
}

extension MemberStore {
  /// The valid keys of a workspace, by name. Blocks.
  public func apiKeys(of workspace: Workspace.ID) throws(StoreError) -> [APIKeyEntry] {
    try read { db in
      try db.all(
        "SELECT * FROM api_key WHERE workspace_id = \(workspace) AND revoked_at IS NULL ORDER BY name"
      ) { row in
        try APIKeyEntry(
          name: row["name"], role: row["role"], createdAt: row["created_at"], lastUsed: row["last_used_at"])
      }
    }
  }

  /// Records that a key was used, at most once a minute. Does not wait.
  func noteUse(ofKey id: Int64, in workspace: Workspace.ID, last: Timestamp?) {
    let now = clock()
    guard last.map({ now.since($0) > 60_000 }) ?? true else { return }
    write(tellsChanges: true) { transaction in
      try transaction.db.run(
        "UPDATE api_key SET last_used_at = \(now) WHERE workspace_id = \(workspace) AND id = \(id)")
    } done: { _ in
    }
  }
}
