import Foundation
public import Rollcall
import SQL

/// A key with which a script accesses one workspace in a role.
public struct APIKey: Equatable, Sendable {
  /// Its name, for the audit.
  public var name: String
  /// The workspace.
  public var workspace: Workspace
  /// Its role there.
  public var role: Role
}

extension MemberStore {
  /// Issues a key. Its secret is returned only here.
  ///
  /// - Throws: `notFound`; `invalid` for a bad name or a role beyond the authority's; `conflict` when the
  ///   workspace has or had a key of this name.
  public func issueAPIKey(
    slug: String, name: String, role: Role, by authority: Authority = .commandLine
  ) throws(StoreError) -> Secret {
    guard name.hasBytes(NameLimits.name) else {
      throw .invalid("a name is \(NameLimits.words(NameLimits.name))")
    }
    let secret = Secret.random(prefix: "rck_")
    try write { transaction in
      try authority.require(role)
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      let isTaken = try transaction.db.exists(
        "SELECT 1 FROM api_key WHERE workspace_id = \(workspace.id) AND name = \(name)")
      guard !isTaken else { throw StoreError.conflict("\(slug) has an API key \(name)") }
      try transaction.db.run(
        """
        INSERT INTO api_key (workspace_id, id, name, role, key_hash, created_at)
        VALUES (\(workspace.id), \(try transaction.next(.apiKey, as: Int64.self)), \(name), \(role), \(secret.hash), \(transaction.now))
        """)
      try transaction.audit(
        authority.actor, "api-key.issue", subject: "key \(name)",
        change: AuditChange([:], ["role": role.rawValue]), in: workspace.id)
    }
    return secret
  }

  /// Revokes a key at once.
  ///
  /// - Throws: `notFound`; `invalid` when its role reaches beyond the authority's.
  public func revokeAPIKey(
    slug: String, name: String, by authority: Authority = .commandLine
  ) throws(StoreError) {
    try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      let role = try transaction.db.first(
        """
        SELECT role FROM api_key WHERE workspace_id = \(workspace.id) AND name = \(name) AND revoked_at IS NULL
        """, as: Role.self)
      guard let role else { throw StoreError.notFound("API key \(name)") }
      try authority.require(role)
      try transaction.db.run(
        """
        UPDATE api_key SET revoked_at = \(transaction.now)
        WHERE workspace_id = \(workspace.id) AND name = \(name)
        """)
      try transaction.audit(authority.actor, "api-key.revoke", subject: "key \(name)", in: workspace.id)
    }
  }

  /// The key a secret belongs to, or `nil`.
  public func apiKey(_ secret: String) throws(StoreError) -> APIKey? {
    let found = try read { db in
      try db.first(
        """
        SELECT workspace.*, api_key.id AS key_id, api_key.name AS key_name, role, last_used_at FROM api_key
        JOIN workspace ON workspace.id = api_key.workspace_id
        WHERE key_hash = \(SecretHash(of: secret)) AND revoked_at IS NULL
        """
      ) { row in
        let key = try APIKey(name: row["key_name"], workspace: Workspace(row: row), role: row["role"])
        return (key: key, id: try row["key_id"] as Int64, lastUsed: try row["last_used_at"] as Timestamp?)
      }
    }
    guard let found else { return nil }
    recordUse(ofKey: found.id, in: found.key.workspace.id, last: found.lastUsed)
    return found.key
  }
}

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
  func recordUse(ofKey id: Int64, in workspace: Workspace.ID, last: Timestamp?) {
    let now = clock()
    guard last.map({ now.since($0) > 60_000 }) ?? true else { return }
    write(tellsChanges: true) { transaction in
      try transaction.db.run(
        "UPDATE api_key SET last_used_at = \(now) WHERE workspace_id = \(workspace) AND id = \(id)")
    } done: { _ in
    }
  }
}
