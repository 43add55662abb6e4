import Foundation
import GRDB
public import Rollcall

/// A member's login in a browser.
public struct ConsoleSession: Equatable, Sendable {
  /// A login's id.
  public typealias ID = Identifier<ConsoleSession>

  /// Its id.
  public var id: ID
  /// Who.
  public var member: Member.ID
  /// Their address, for the page's corner and the audit.
  public var email: String
  /// What every form of this login must carry.
  public var csrf: String
  /// Where they may go, by the workspace's name.
  public var memberships: [Membership]
  /// Whether their second factor is on.
  public var hasTwoFactor: Bool
}

extension Store {
  /// A login that is not used for so long ends.
  public static let idleLimit: Milliseconds = 30 * 60_000
  /// A login ends after so long in any case.
  public static let absoluteLimit: Milliseconds = 12 * 3_600_000

  /// Begins a login of a member without a second factor; the secret goes into the cookie.
  ///
  /// - Throws: `conflict` when they have one: their password alone opens nothing.
  public func beginConsoleSession(of member: Member) throws(StoreError) -> Secret {
    guard case .begun(let cookies) = try login(member.id, from: LoginBrowser()) else {
      throw .conflict("a code is needed")
    }
    return Secret(text: cookies.session)
  }

  /// The login a cookie belongs to; `nil` when there is none or it is over.
  ///
  /// - Parameters:
  ///   - isActive: whether a person did something; a poll does not prolong a login.
  ///   - address: from where they did it; `nil` = as before.
  public func consoleSession(
    cookie: String, isActive: Bool, address: String? = nil
  ) throws(StoreError) -> ConsoleSession? {
    let hash = Data(SecretHash(of: cookie).bytes)
    let (now, lapsing) = (clock(), lapsingTime)
    let found = try read { db -> (ConsoleSession, Timestamp)? in
      guard
        let row = try Row.fetchOne(
          db,
          sql: """
            SELECT console_session.*, member.email, EXISTS (SELECT 1 FROM two_factor
              WHERE two_factor.member_id = member.id AND confirmed_at IS NOT NULL) AS has_two_factor
            FROM console_session
            JOIN member ON member.id = console_session.member_id
            WHERE token_hash = ? AND console_session.created_at > ? AND last_seen_at > ?
            """,
          arguments: [
            hash, lapsing.milliseconds - Self.absoluteLimit, lapsing.milliseconds - Self.idleLimit,
          ])
      else { return nil }
      let memberships = try Row.fetchAll(
        db,
        sql: """
          SELECT workspace.*, membership.role FROM membership
          JOIN workspace ON workspace.id = membership.workspace_id WHERE member_id = ? ORDER BY workspace.name
          """, arguments: [row["member_id"] as Int64]
      ).compactMap { row in
        Role(rawValue: row["role"]).map { Membership(workspace: Workspaces.workspace(row), role: $0) }
      }
      let session = ConsoleSession(
        id: ConsoleSession.ID(row["id"]), member: Member.ID(row["member_id"]), email: row["email"],
        csrf: row["csrf"], memberships: memberships, hasTwoFactor: row["has_two_factor"])
      return (session, Timestamp(milliseconds: row["last_seen_at"]))
    }
    guard let (session, lastSeen) = found else { return nil }
    if isActive, now.since(lastSeen) > 60_000 {
      write { transaction in
        try transaction.db.execute(
          sql:
            "UPDATE console_session SET last_seen_at = ?, address = coalesce(?, address) WHERE token_hash = ?",
          arguments: [now.milliseconds, address, hash])
      } done: { _ in
      }
    }
    return session
  }

  /// Ends a login.
  public func endConsoleSession(cookie: String) throws(StoreError) {
    let hash = Data(SecretHash(of: cookie).bytes)
    try write { transaction in
      guard
        let id = try Int64.fetchOne(
          transaction.db, sql: "DELETE FROM console_session WHERE token_hash = ? RETURNING member_id",
          arguments: [hash])
      else { return }
      try transaction.audit("member:\(id)", "login.end", everywhereOf: Member.ID(id))
    }
  }
}
