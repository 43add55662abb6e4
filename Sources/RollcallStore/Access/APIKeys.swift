import Foundation
import GRDB
public import Rollcall

/// A script's way in: a key with a role in one workspace.
public struct APIKey: Equatable, Sendable {
  /// Its name, for the audit.
  public var name: String
  /// The workspace.
  public var workspace: Workspace
  /// Its role there.
  public var role: Role
}

extension Store {
  /// Makes a key; the secret is told once.
  ///
  /// - Throws: `notFound`; `invalid` for a bad name or a role beyond the authority's; `conflict` when the workspace has
  ///   or had a key of this name.
  public func issueAPIKey(
    slug: String, name: String, role: Role, by authority: Authority = .commandLine
  ) throws(StoreError) -> Secret {
    guard (1...200).contains(name.utf8.count) else { throw .invalid("a name is 1 to 200 bytes") }
    let secret = Secret.random(prefix: "rck_")
    try write { transaction in
      try authority.require(role)
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      let isTaken = try Bool.fetchOne(
        transaction.db, sql: "SELECT EXISTS (SELECT 1 FROM api_key WHERE workspace_id = ? AND name = ?)",
        arguments: [workspace.id.rawValue, name])
      guard isTaken != true else { throw StoreError.conflict("\(slug) has an API key \(name)") }
      try transaction.db.execute(
        sql: "INSERT INTO api_key (workspace_id, name, role, key_hash, created_at) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          workspace.id.rawValue, name, role.rawValue, Data(secret.hash.bytes), transaction.now.milliseconds,
        ])
      try transaction.audit(
        authority.actor, "api-key.issue", subject: "key \(name)",
        change: AuditChange([:], ["role": role.rawValue]), in: workspace.id)
    }
    return secret
  }

  /// Ends a key at once.
  ///
  /// - Throws: `notFound`; `invalid` when its role reaches beyond the authority's.
  public func revokeAPIKey(
    slug: String, name: String, by authority: Authority = .commandLine
  ) throws(StoreError) {
    try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      let word = try String.fetchOne(
        transaction.db,
        sql: "SELECT role FROM api_key WHERE workspace_id = ? AND name = ? AND revoked_at IS NULL",
        arguments: [workspace.id.rawValue, name])
      guard let role = word.flatMap({ Role(rawValue: $0) }) else {
        throw StoreError.notFound("API key \(name)")
      }
      try authority.require(role)
      try transaction.db.execute(
        sql: "UPDATE api_key SET revoked_at = ? WHERE workspace_id = ? AND name = ?",
        arguments: [transaction.now.milliseconds, workspace.id.rawValue, name])
      try transaction.audit(authority.actor, "api-key.revoke", subject: "key \(name)", in: workspace.id)
    }
  }

  /// The key a secret belongs to, or `nil`.
  public func apiKey(_ secret: String) throws(StoreError) -> APIKey? {
    let row = try read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT workspace.*, api_key.id AS key_id, api_key.name AS key_name, role, last_used_at FROM api_key
          JOIN workspace ON workspace.id = api_key.workspace_id WHERE key_hash = ? AND revoked_at IS NULL
          """, arguments: [Data(SecretHash(of: secret).bytes)])
    }
    guard let row, let role = Role(rawValue: row["role"]) else { return nil }
    noteUse(
      ofKey: row["key_id"], last: (row["last_used_at"] as Int64?).map { Timestamp(milliseconds: $0) })
    return APIKey(name: row["key_name"], workspace: Workspaces.workspace(row), role: role)
  }
}
