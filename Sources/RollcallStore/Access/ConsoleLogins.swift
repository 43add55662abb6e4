import Foundation
import GRDB
public import Rollcall

/// What a browser keeps of a login.
public struct LoginCookies: Equatable, Sendable {
  /// The login itself.
  public var session: String
  /// By which the browser is known at the next login.
  public var browser: String
}

/// What the right password leads to.
public enum LoginOutcome: Sendable {
  /// The login has begun.
  case begun(LoginCookies)
  /// A code is asked for first; the secret names the challenge.
  case codeNeeded(Secret)
}

extension Store {
  /// Lets a member in whose password was right: at once, or after a code when they have a second factor.
  public func login(_ member: Member.ID, from browser: LoginBrowser) throws(StoreError) -> LoginOutcome {
    try write { transaction in
      guard try !transaction.hasTwoFactor(member) else {
        return .codeNeeded(try transaction.challenge(member))
      }
      return .begun(try transaction.beginSession(of: member, from: browser))
    }
  }

  /// Sets a member's password themselves; their other logins end, and browsers are known no more.
  ///
  /// - Parameter session: the login that stays.
  public func changePassword(
    of member: Member.ID, to passwordHash: String, keeping session: ConsoleSession.ID
  ) throws(StoreError) {
    try write { transaction in
      try transaction.db.execute(
        sql: "UPDATE member SET password_hash = ? WHERE id = ?", arguments: [passwordHash, member.rawValue])
      guard transaction.db.changesCount > 0 else { throw StoreError.notFound("member \(member.rawValue)") }
      try transaction.endSessions(of: member, keeping: session)
      try transaction.audit("member:\(member.rawValue)", "member.password", everywhereOf: member)
    }
  }

  /// Ends all logins of a member, and forgets their browsers.
  public func endAllSessions(of member: Member.ID) throws(StoreError) {
    try write { transaction in
      try transaction.endSessions(of: member)
      try transaction.audit("member:\(member.rawValue)", "login.end-all", everywhereOf: member)
    }
  }

  /// Ends one login of a member's.
  ///
  /// - Throws: `notFound` when it is not theirs.
  public func endSession(_ id: ConsoleSession.ID, of member: Member.ID) throws(StoreError) {
    try write { transaction in
      try transaction.db.execute(
        sql: "DELETE FROM console_session WHERE id = ? AND member_id = ?",
        arguments: [id.rawValue, member.rawValue])
      guard transaction.db.changesCount > 0 else { throw StoreError.notFound("login \(id.rawValue)") }
      try transaction.audit("member:\(member.rawValue)", "login.end", everywhereOf: member)
    }
  }
}

extension WriteTransaction {
  func hasTwoFactor(_ member: Member.ID) throws -> Bool {
    try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM two_factor WHERE member_id = ? AND confirmed_at IS NOT NULL)",
      arguments: [member.rawValue]) ?? false
  }

  /// Begins a login with a new secret; the one that the browser still had ends.
  func beginSession(of member: Member.ID, from browser: LoginBrowser) throws -> LoginCookies {
    let secret = Secret.random()
    try db.execute(
      sql: "DELETE FROM console_session WHERE created_at < ? OR last_seen_at < ? OR token_hash = ?",
      arguments: [
        lapsingTime.milliseconds - Store.absoluteLimit, lapsingTime.milliseconds - Store.idleLimit,
        browser.replaced.map { Data(SecretHash(of: $0).bytes) },
      ])
    try db.execute(
      sql: """
        INSERT INTO console_session (token_hash, member_id, csrf, created_at, last_seen_at, address, browser)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        Data(secret.hash.bytes), member.rawValue, Secret.random().text, now.milliseconds, now.milliseconds,
        browser.address, browser.name,
      ])
    try db.execute(
      sql: "UPDATE member SET last_login_at = ? WHERE id = ?", arguments: [now.milliseconds, member.rawValue])
    try audit("member:\(member.rawValue)", "login.begin", everywhereOf: member)
    return LoginCookies(session: secret.text, browser: try remember(browser.known, for: member))
  }

  /// Ends the logins of a member but one, those that still owe a code too; no browser of theirs is known any more.
  func endSessions(of member: Member.ID, keeping session: ConsoleSession.ID? = nil) throws {
    try db.execute(
      sql: "DELETE FROM console_session WHERE member_id = ? AND id IS NOT ?",
      arguments: [member.rawValue, session?.rawValue])
    for table in ["login_challenge", "known_browser"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE member_id = ?", arguments: [member.rawValue])
    }
  }

  /// The member of this address in a workspace.
  ///
  /// - Throws: `StoreError.notFound`.
  func member(email: String, slug: String) throws -> Member.ID {
    let workspace = try Workspaces.require(slug: slug, db)
    let id = try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM member JOIN membership ON member_id = member.id WHERE email = ? AND workspace_id = ?
        """, arguments: [email, workspace.id.rawValue])
    guard let id else { throw StoreError.notFound("member \(email)") }
    return Member.ID(id)
  }
}
