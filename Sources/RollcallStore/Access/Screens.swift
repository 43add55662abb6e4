import Foundation
import GRDB
public import Rollcall

/// A link for a screen on a wall, which shows one workspace's board and nothing else.
public struct Screen: Equatable, Sendable {
  /// A screen's id.
  public typealias ID = Identifier<Screen>

  /// Its id.
  public var id: ID
  /// What it is called.
  public var name: String
  /// When it was made.
  public var createdAt: Timestamp
  /// When it goes dark.
  public var expiresAt: Timestamp
  /// When a browser last asked for the board by it; `nil` = never.
  public var lastSeen: Timestamp?
}

extension Store {
  /// The longest life of a screen's link, days.
  public static let longestScreenDays = 90

  /// Makes a link for a screen; its secret is told once.
  ///
  /// - Parameter days: how long it shows the board, 1 to 90.
  /// - Throws: `invalid` for a bad name or number of days.
  public func addScreen(
    name: String, days: Int, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) -> Secret {
    guard (1...200).contains(name.utf8.count) else { throw .invalid("a name is 1 to 200 bytes") }
    guard (1...Self.longestScreenDays).contains(days) else { throw .invalid("1 to 90 days") }
    let secret = Secret.random()
    try write { transaction in
      try transaction.db.execute(
        sql: """
          INSERT INTO screen (workspace_id, name, token_hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [
          workspace.rawValue, name, Data(secret.hash.bytes), transaction.now.milliseconds,
          transaction.now.milliseconds + Milliseconds(days) * 86_400_000,
        ])
      let id = transaction.db.lastInsertedRowID
      try transaction.audit(
        actor, "screen.add", subject: "screen \(id)", change: AuditChange([:], ["days": "\(days)"]),
        in: workspace)
    }
    return secret
  }

  /// The screens of a workspace that still show its board; the newest first. Blocks.
  public func screens(of workspace: Workspace.ID) throws(StoreError) -> [Screen] {
    let now = clock()
    return try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT screen.*, (SELECT max(last_seen_at) FROM screen_session WHERE screen_id = screen.id) AS seen_at
          FROM screen WHERE workspace_id = ? AND revoked_at IS NULL AND expires_at > ? ORDER BY id DESC
          """, arguments: [workspace.rawValue, now.milliseconds]
      ).map { row in
        Screen(
          id: Screen.ID(row["id"]), name: row["name"], createdAt: Timestamp(milliseconds: row["created_at"]),
          expiresAt: Timestamp(milliseconds: row["expires_at"]),
          lastSeen: (row["seen_at"] as Int64?).map { Timestamp(milliseconds: $0) })
      }
    }
  }

  /// What the screens of a workspace are called, of those that are dark too, by id. Blocks.
  public func screenNames(of workspace: Workspace.ID) throws(StoreError) -> [Screen.ID: String] {
    try read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT id, name FROM screen WHERE workspace_id = ?", arguments: [workspace.rawValue])
      return Dictionary(
        rows.map { (Screen.ID($0["id"]), $0["name"] as String) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Makes a screen dark at once.
  ///
  /// - Throws: `notFound`.
  public func revokeScreen(
    _ id: Screen.ID, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { transaction in
      try transaction.db.execute(
        sql: "UPDATE screen SET revoked_at = ? WHERE workspace_id = ? AND id = ? AND revoked_at IS NULL",
        arguments: [transaction.now.milliseconds, workspace.rawValue, id.rawValue])
      guard transaction.db.changesCount > 0 else { throw StoreError.notFound("screen \(id.rawValue)") }
      try transaction.db.execute(
        sql: "DELETE FROM screen_session WHERE screen_id = ?", arguments: [id.rawValue])
      try transaction.audit(actor, "screen.revoke", subject: "screen \(id.rawValue)", in: workspace)
    }
  }
}
