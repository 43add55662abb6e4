import Foundation
public import Rollcall
import SQL

/// A browser that shows a workspace's board on a wall screen.
public struct ScreenSession: Equatable, Sendable {
  /// The screen whose link it opened.
  public var screen: Screen.ID
  /// The screen's name.
  public var name: String
  /// The workspace.
  public var workspace: Workspace
}

extension MemberStore {
  /// How many browsers may use one screen; a further one ends the oldest.
  static let sessionsPerScreen = 10

  /// Opens a screen's link in a browser.
  ///
  /// - Returns: the cookie, the workspace, and the expiry; `nil` when the link is not valid.
  public func openScreen(
    _ link: String
  ) throws(StoreError) -> (cookie: Secret, workspace: Workspace, expiresAt: Timestamp)? {
    let secret = Secret.random()
    return try write { transaction in
      let found = try transaction.db.first(
        """
        SELECT workspace.*, screen.id AS screen_id, expires_at FROM screen
        JOIN workspace ON workspace.id = workspace_id
        WHERE token_hash = \(SecretHash(of: link)) AND revoked_at IS NULL AND expires_at > \(transaction.lapsingTime)
        """
      ) { row in
        (
          workspace: try Workspace(row: row), id: try row["screen_id"] as Screen.ID,
          expiresAt: try row["expires_at"] as Timestamp
        )
      }
      guard let (workspace, id, expiresAt) = found else { return nil }
      let now = transaction.now
      try transaction.db.run(
        """
        INSERT INTO screen_session (token_hash, workspace_id, screen_id, created_at, last_seen_at)
        VALUES (\(secret.hash), \(workspace.id), \(id), \(now), \(now))
        """)
      try transaction.db.run(
        """
        DELETE FROM screen_session
        WHERE workspace_id = \(workspace.id) AND screen_id = \(id) AND token_hash NOT IN (
          SELECT token_hash FROM screen_session WHERE workspace_id = \(workspace.id) AND screen_id = \(id)
          ORDER BY created_at DESC, token_hash = \(secret.hash) DESC LIMIT \(Self.sessionsPerScreen))
        """)
      try transaction.audit(.screen(id), "screen.open", subject: "screen \(id.rawValue)", in: workspace.id)
      return (secret, workspace, expiresAt)
    }
  }

  /// The screen of a cookie; `nil` when there is none or it has ended. A screen has no idle limit. Blocks.
  public func screenSession(cookie: String) throws(StoreError) -> ScreenSession? {
    let hash = SecretHash(of: cookie)
    let now = clock()
    let found = try read { db in
      try db.first(
        """
        SELECT workspace.*, screen.id AS screen_id, screen.name AS screen_name, last_seen_at
        FROM screen_session
          JOIN screen ON screen.workspace_id = screen_session.workspace_id AND screen.id = screen_id
          JOIN workspace ON workspace.id = screen.workspace_id
        WHERE screen_session.token_hash = \(hash) AND revoked_at IS NULL AND expires_at > \(store.lapsingTime)
        """
      ) { row in
        let session = try ScreenSession(
          screen: row["screen_id"], name: row["screen_name"], workspace: Workspace(row: row))
        return (session, try row["last_seen_at"] as Timestamp)
      }
    }
    guard let (session, lastSeen) = found else { return nil }
    if now.since(lastSeen) > 60_000 {
      write(tellsChanges: true) { transaction in
        try transaction.db.run("UPDATE screen_session SET last_seen_at = \(now) WHERE token_hash = \(hash)")
      } done: { _ in
      }
    }
    return session
  }
}
