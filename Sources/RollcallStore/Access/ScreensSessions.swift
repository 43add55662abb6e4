import Foundation
import GRDB
public import Rollcall

/// A browser that shows a workspace's board on a wall.
public struct ScreenSession: Equatable, Sendable {
  /// The screen whose link it opened.
  public var screen: Screen.ID
  /// What the screen is called.
  public var name: String
  /// The workspace.
  public var workspace: Workspace
}

extension Store {
  /// The newest browsers of a screen go on; one that opened its link before them ends.
  static let sessionsPerScreen = 10

  /// Opens a screen's link in a browser.
  ///
  /// - Returns: what goes into the cookie, which workspace, and when it ends; `nil` when the link opens nothing.
  public func openScreen(
    _ link: String
  ) throws(StoreError) -> (cookie: Secret, workspace: Workspace, expiresAt: Timestamp)? {
    let secret = Secret.random()
    return try write { transaction in
      let row = try Row.fetchOne(
        transaction.db,
        sql: """
          SELECT workspace.*, screen.id AS screen_id, expires_at FROM screen
          JOIN workspace ON workspace.id = workspace_id
          WHERE token_hash = ? AND revoked_at IS NULL AND expires_at > ?
          """, arguments: [Data(SecretHash(of: link).bytes), transaction.lapsingTime.milliseconds])
      guard let row else { return nil }
      let id: Int64 = row["screen_id"]
      let workspace = Workspaces.workspace(row)
      let now = transaction.now.milliseconds
      try transaction.db.execute(
        sql:
          "INSERT INTO screen_session (token_hash, screen_id, created_at, last_seen_at) VALUES (?, ?, ?, ?)",
        arguments: [Data(secret.hash.bytes), id, now, now])
      try transaction.db.execute(
        sql: """
          DELETE FROM screen_session WHERE screen_id = :screen AND token_hash NOT IN (
            SELECT token_hash FROM screen_session WHERE screen_id = :screen
            ORDER BY created_at DESC, token_hash = :newest DESC LIMIT :limit)
          """,
        arguments: ["screen": id, "newest": Data(secret.hash.bytes), "limit": Self.sessionsPerScreen])
      try transaction.audit("screen:\(id)", "screen.open", subject: "screen \(id)", in: workspace.id)
      return (secret, workspace, Timestamp(milliseconds: row["expires_at"]))
    }
  }

  /// The screen a cookie belongs to; `nil` when there is none or it is dark. A screen has no idle limit. Blocks.
  public func screenSession(cookie: String) throws(StoreError) -> ScreenSession? {
    let hash = Data(SecretHash(of: cookie).bytes)
    let now = clock()
    let row = try read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT workspace.*, screen.id AS screen_id, screen.name AS screen_name, last_seen_at
          FROM screen_session JOIN screen ON screen.id = screen_id JOIN workspace ON workspace.id = workspace_id
          WHERE screen_session.token_hash = ? AND revoked_at IS NULL AND expires_at > ?
          """, arguments: [hash, lapsingTime.milliseconds])
    }
    guard let row else { return nil }
    if now.since(Timestamp(milliseconds: row["last_seen_at"])) > 60_000 {
      write { transaction in
        try transaction.db.execute(
          sql: "UPDATE screen_session SET last_seen_at = ? WHERE token_hash = ?",
          arguments: [now.milliseconds, hash])
      } done: { _ in
      }
    }
    return ScreenSession(
      screen: Screen.ID(row["screen_id"]), name: row["screen_name"], workspace: Workspaces.workspace(row))
  }
}
