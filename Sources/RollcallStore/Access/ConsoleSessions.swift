import Foundation
public import Rollcall
import SQL

/// A member's login in a browser.
public struct ConsoleSession: Equatable, Sendable {
  /// A login's id.
  public typealias ID = Identifier<ConsoleSession>

  /// Its id.
  public var id: ID
  /// The member.
  public var member: Member.ID
  /// Their address, for the page header and the audit.
  public var email: String
  /// The token that every form of this login must carry.
  public var csrf: String
  /// Their workspaces, by name.
  public var memberships: [Membership]
  /// Whether their second factor is on.
  public var hasTwoFactor: Bool
  /// When it ends in any case.
  public var endsAt: Timestamp
  /// Whether it was only watched for longer than the idle limit: then the password is needed again for what a passer-by must
  /// not do. Acts do not count any more until the next login.
  public var needsPassword: Bool
}

/// What a request is for a login.
public enum SessionUse: Sendable {
  /// A person did something: the login goes on.
  case act
  /// A page that is watched renewed itself: the login goes on, but nobody may have been there.
  case watch
  /// A page renewed itself: the login is not prolonged.
  case poll
}

extension AccountStore {
  /// A login that is idle for this long ends.
  public static let idleLimit: Milliseconds = 30 * 60_000
  /// Use is noted at most this often.
  private static let useNoted: Milliseconds = 60_000
  /// A login ends after this long in any case.
  public static let absoluteLimit: Milliseconds = 12 * 3_600_000

  /// Begins a login of a member without a second factor. The secret goes into the cookie.
  ///
  /// - Throws: `conflict` when they have one: their password alone is not enough.
  public func beginConsoleSession(of member: Member) throws(StoreError) -> Secret {
    guard case .begun(let cookies) = try login(member.id, from: LoginBrowser()) else {
      throw .conflict("a code is needed")
    }
    return Secret(text: cookies.session)
  }

  /// The login of a cookie; `nil` when there is none or it is over.
  ///
  /// - Parameters:
  ///   - address: from where it is used; `nil` = as before.
  ///   - use: what this request is for the login that was found.
  public func consoleSession(
    cookie: String, address: String? = nil, use: (ConsoleSession) -> SessionUse
  ) throws(StoreError) -> ConsoleSession? {
    let hash = SecretHash(of: cookie)
    let (now, lapsing) = (clock(), store.lapsingTime)
    let found = try read { db in
      try db.first(
        """
        SELECT console_session.*, member.email, EXISTS (SELECT 1 FROM two_factor
          WHERE two_factor.member_id = member.id AND confirmed_at IS NOT NULL) AS has_two_factor
        FROM console_session
        JOIN member ON member.id = console_session.member_id
        WHERE token_hash = \(hash) AND console_session.created_at > \(lapsing.advanced(by: -Self.absoluteLimit))
          AND last_seen_at > \(lapsing.advanced(by: -Self.idleLimit))
        """
      ) { row in
        let member: Member.ID = try row["member_id"]
        let session = try ConsoleSession(
          id: row["id"], member: member, email: row["email"], csrf: row["csrf"],
          memberships: Self.memberships(of: member, db), hasTwoFactor: row["has_two_factor"],
          endsAt: (row["created_at"] as Timestamp).advanced(by: Self.absoluteLimit),
          needsPassword: (row["acted_at"] as Timestamp) <= lapsing.advanced(by: -Self.idleLimit))
        return (
          session, lastSeen: try row["last_seen_at"] as Timestamp, lastAct: try row["acted_at"] as Timestamp
        )
      }
    }
    guard let (session, lastSeen, lastAct) = found else { return nil }
    let use = use(session)
    let isAct = use == .act && !session.needsPassword
    guard use != .poll, now.since(isAct ? lastAct : lastSeen) > Self.useNoted else { return session }
    write(tellsChanges: true) { transaction in
      try transaction.db.run(
        """
        UPDATE console_session SET last_seen_at = \(now), address = coalesce(\(address), address),
          acted_at = \(isAct ? now : lastAct)
        WHERE token_hash = \(hash)
        """)
    } done: { _ in
    }
    return session
  }

  private static func memberships(of member: Member.ID, _ db: Database) throws -> [Membership] {
    try db.all(
      """
      SELECT workspace.*, membership.role FROM membership
      JOIN workspace ON workspace.id = membership.workspace_id WHERE member_id = \(member)
      ORDER BY workspace.name
      """
    ) { row in try Membership(workspace: Workspace(row: row), role: row["role"]) }
  }

  /// Ends a login.
  public func endConsoleSession(cookie: String) throws(StoreError) {
    try write { transaction in
      let member = try transaction.db.first(
        "DELETE FROM console_session WHERE token_hash = \(SecretHash(of: cookie)) RETURNING member_id",
        as: Member.ID.self)
      guard let member else { return }
      try transaction.audit(.member(member), "login.end", everywhereOf: member)
    }
  }
}

/// A login, as its member sees it in their own list.
public struct LoginEntry: Equatable, Sendable {
  /// The login's id.
  public var id: ConsoleSession.ID
  /// Since when.
  public var createdAt: Timestamp
  /// When it was last used, to the minute.
  public var lastSeen: Timestamp
  /// The address from which it was last used.
  public var address: String
  /// The browser, e.g. `Firefox on Linux`; may be empty.
  public var browser: String
}

extension AccountStore {
  /// The active logins of a member, the last used first. Blocks.
  public func logins(of member: Member.ID) throws(StoreError) -> [LoginEntry] {
    let now = clock()
    return try read { db in
      try db.all(
        """
        SELECT * FROM console_session WHERE member_id = \(member)
          AND created_at > \(now.advanced(by: -Self.absoluteLimit))
          AND last_seen_at > \(now.advanced(by: -Self.idleLimit))
        ORDER BY last_seen_at DESC, id DESC
        """
      ) { row in
        try LoginEntry(
          id: row["id"], createdAt: row["created_at"], lastSeen: row["last_seen_at"],
          address: row["address"], browser: row["browser"])
      }
    }
  }
}
