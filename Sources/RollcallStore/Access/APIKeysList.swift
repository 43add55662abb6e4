import GRDB
public import Rollcall

/// A key as the admins of its workspace see it.
public struct APIKeyEntry: Equatable, Sendable {
  /// Its name.
  public var name: String
  /// Its role.
  public var role: Role
  /// When it was made.
  public var createdAt: Timestamp
  /// When it was last used, to a minute; `nil` = never.
  public var lastUsed: Timestamp?
}

extension Store {
  /// The keys of a workspace that open it, by name. Blocks.
  public func apiKeys(of workspace: Workspace.ID) throws(StoreError) -> [APIKeyEntry] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM api_key WHERE workspace_id = ? AND revoked_at IS NULL ORDER BY name",
        arguments: [workspace.rawValue]
      ).compactMap { row in
        Role(rawValue: row["role"]).map { role in
          APIKeyEntry(
            name: row["name"], role: role, createdAt: Timestamp(milliseconds: row["created_at"]),
            lastUsed: (row["last_used_at"] as Int64?).map { Timestamp(milliseconds: $0) })
        }
      }
    }
  }

  /// Notes that a key was used, at most once a minute. Does not wait.
  func noteUse(ofKey id: Int64, last: Timestamp?) {
    let now = clock()
    guard last.map({ now.since($0) > 60_000 }) ?? true else { return }
    write { transaction in
      try transaction.db.execute(
        sql: "UPDATE api_key SET last_used_at = ? WHERE id = ?", arguments: [now.milliseconds, id])
    } done: { _ in
    }
  }
}
