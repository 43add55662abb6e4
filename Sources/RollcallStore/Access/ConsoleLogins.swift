import Foundation
public import Rollcall
import SQL

/// The cookies of a login.
public struct LoginCookies: Equatable, Sendable {
  /// The login itself.
  public var session: String
  /// Identifies the browser at the next login.
  public var browser: String
}

/// The result of a correct password.
public enum LoginOutcome: Sendable {
  /// The login has begun.
  case begun(LoginCookies)
  /// A code is required first; the secret identifies the challenge.
  case codeNeeded(Secret)
}

extension AccountStore {
  /// Logs in a member after a correct password: at once, or after a code when they have a second factor.
  public func login(_ member: Member.ID, from browser: LoginBrowser) throws(StoreError) -> LoginOutcome {
    try write { transaction in
      guard try !transaction.accounts.hasTwoFactor(member) else {
        return .codeNeeded(try transaction.accounts.challenge(member))
      }
      return .begun(try transaction.accounts.beginSession(of: member, from: browser))
    }
  }

  /// Changes a member's password at their own request. Their other logins end, and no browser of theirs stays
  /// known.
  ///
  /// - Parameter session: the login that stays.
  public func changePassword(
    of member: Member.ID, to passwordHash: String, keeping session: ConsoleSession.ID
  ) throws(StoreError) {
    try write { transaction in
      let changed = try transaction.db.run(
        "UPDATE member SET password_hash = \(passwordHash) WHERE id = \(member)")
      guard changed > 0 else { throw StoreError.notFound("member \(member.rawValue)") }
      try transaction.accounts.endSessions(of: member, keeping: session)
      try transaction.accounts.endPasswordLink(of: member)
      try transaction.audit(.member(member), "member.password", everywhereOf: member)
    }
  }

  /// Ends all logins of a member, and forgets their known browsers.
  public func endAllSessions(of member: Member.ID) throws(StoreError) {
    try write { transaction in
      try transaction.accounts.endSessions(of: member)
      try transaction.audit(.member(member), "login.end-all", everywhereOf: member)
    }
  }

  /// Ends one login of a member.
  ///
  /// - Throws: `notFound` when it belongs to another member.
  public func endSession(_ id: ConsoleSession.ID, of member: Member.ID) throws(StoreError) {
    try write { transaction in
      let ended = try transaction.db.run(
        "DELETE FROM console_session WHERE id = \(id) AND member_id = \(member)")
      guard ended > 0 else { throw StoreError.notFound("login \(id.rawValue)") }
      try transaction.audit(.member(member), "login.end", everywhereOf: member)
    }
  }
}

extension AccountWrites {
  func hasTwoFactor(_ member: Member.ID) throws -> Bool {
    try db.exists("SELECT 1 FROM two_factor WHERE member_id = \(member) AND confirmed_at IS NOT NULL")
  }

  /// Begins a login with a new secret. The login that the browser still had ends.
  func beginSession(of member: Member.ID, from browser: LoginBrowser) throws -> LoginCookies {
    let secret = Secret.random()
    try db.run(
      """
      DELETE FROM console_session WHERE created_at < \(transaction.lapsingTime.advanced(by: -AccountStore.absoluteLimit))
        OR last_seen_at < \(transaction.lapsingTime.advanced(by: -AccountStore.idleLimit))
        OR token_hash = \(browser.replaced.map { SecretHash(of: $0) })
      """)
    try db.run(
      """
      INSERT INTO console_session (id, token_hash, member_id, csrf, created_at, last_seen_at, acted_at, address, browser)
      VALUES (\(try transaction.next(.consoleSession, as: ConsoleSession.ID.self)), \(secret.hash), \(member),
        \(Secret.random().text), \(now), \(now), \(now), \(browser.address), \(browser.name))
      """)
    try db.run("UPDATE member SET last_login_at = \(now) WHERE id = \(member)")
    try transaction.audit(.member(member), "login.begin", everywhereOf: member)
    return LoginCookies(session: secret.text, browser: try remember(browser.known, for: member))
  }

  /// Ends all logins of a member but one, including those that still wait for a code, and forgets their known
  /// browsers.
  func endSessions(of member: Member.ID, keeping session: ConsoleSession.ID? = nil) throws {
    try db.run("DELETE FROM console_session WHERE member_id = \(member) AND id IS DISTINCT FROM \(session)")
    try db.run("DELETE FROM login_challenge WHERE member_id = \(member)")
    try db.run("DELETE FROM known_browser WHERE member_id = \(member)")
  }

  /// The member of this address in a workspace.
  ///
  /// - Throws: `StoreError.notFound`.
  func member(email: String, slug: String) throws -> Member.ID {
    let workspace = try Workspaces.require(slug: slug, db)
    let id = try db.first(
      """
      SELECT id FROM member JOIN membership ON member_id = member.id
      WHERE email = \(email) AND workspace_id = \(workspace.id)
      """, as: Member.ID.self)
    guard let id else { throw StoreError.notFound("member \(email)") }
    return id
  }
}
