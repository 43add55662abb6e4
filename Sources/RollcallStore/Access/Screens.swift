import Foundation
public import Rollcall
import SQL

/// A link for a wall screen, which shows one workspace's board and nothing else.
public struct Screen: Equatable, Sendable {
  /// A screen's id.
  public typealias ID = Identifier<Screen>

  /// Its id.
  public var id: ID
  /// The screen's name.
  public var name: String
  /// When it was made.
  public var createdAt: Timestamp
  /// When its link expires.
  public var expiresAt: Timestamp
  /// When a browser last requested the board with it; `nil` = never.
  public var lastSeen: Timestamp?
}

extension MemberStore {
  /// How many days a screen may show the board.
  public static let screenDays = 1...90

  /// Creates a link for a screen. Its secret is returned only here.
  ///
  /// - Parameter days: how long it is valid, 1 to 90.
  /// - Throws: `invalid` for a bad name or number of days.
  public func addScreen(
    name: String, days: Int, in scope: Scope
  ) throws(StoreError) -> Secret {
    let (actor, workspace) = (scope.actor, scope.workspace)
    guard name.hasBytes(NameLimits.name) else {
      throw .invalid("a name is \(NameLimits.words(NameLimits.name))")
    }
    guard Self.screenDays.contains(days) else { throw .invalid("1 to \(Self.screenDays.upperBound) days") }
    let secret = Secret.random()
    try write(scope) { transaction in
      let id: Screen.ID = try transaction.next(.screen)
      try transaction.db.run(
        """
        INSERT INTO screen (workspace_id, id, name, token_hash, created_at, expires_at)
        VALUES (\(workspace), \(id), \(name), \(secret.hash), \(transaction.now),
          \(transaction.now.advanced(by: Milliseconds(days) * 86_400_000)))
        """)
      try transaction.audit(
        actor, "screen.add", subject: "screen \(id.rawValue)", change: AuditChange([:], ["days": "\(days)"]),
        in: workspace)
    }
    return secret
  }

  /// The valid screens of a workspace; the newest first. Blocks.
  public func screens(of workspace: Workspace.ID) throws(StoreError) -> [Screen] {
    let now = clock()
    return try read { db in
      try db.all(
        """
        SELECT screen.*, (SELECT max(last_seen_at) FROM screen_session
          WHERE screen_session.workspace_id = screen.workspace_id AND screen_id = screen.id) AS seen_at
        FROM screen WHERE workspace_id = \(workspace) AND revoked_at IS NULL AND expires_at > \(now) ORDER BY id DESC
        """
      ) { row in
        try Screen(
          id: row["id"], name: row["name"], createdAt: row["created_at"], expiresAt: row["expires_at"],
          lastSeen: row["seen_at"])
      }
    }
  }

  /// The names of a workspace's screens, including ended ones, by id. Blocks.
  public func screenNames(of workspace: Workspace.ID) throws(StoreError) -> [Screen.ID: String] {
    try read { db in
      let names = try db.all("SELECT id, name FROM screen WHERE workspace_id = \(workspace)") { row in
        (try row["id"] as Screen.ID, try row["name"] as String)
      }
      return Dictionary(names, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Revokes a screen at once.
  ///
  /// - Throws: `notFound`.
  public func revokeScreen(
    _ id: Screen.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      let ended = try transaction.db.run(
        """
        UPDATE screen SET revoked_at = \(transaction.now)
        WHERE workspace_id = \(workspace) AND id = \(id) AND revoked_at IS NULL
        """)
      guard ended > 0 else { throw StoreError.notFound("screen \(id.rawValue)") }
      try transaction.db.run(
        "DELETE FROM screen_session WHERE workspace_id = \(workspace) AND screen_id = \(id)")
      try transaction.audit(actor, "screen.revoke", subject: "screen \(id.rawValue)", in: workspace)
    }
  }
}

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
