import Foundation
import GRDB
public import Rollcall

/// The browser from which somebody logs in.
public struct LoginBrowser: Sendable {
  /// How the list of logins calls it, e.g. `Firefox on Linux`.
  public var name: String
  /// Its address.
  public var address: String
  /// By which it is known from an earlier login; what it sent, or `nil`.
  public var known: String?
  /// The cookie of a login that it still has; that one ends.
  public var replaced: String?

  /// A browser from its parts.
  public init(name: String = "", address: String = "", known: String? = nil, replaced: String? = nil) {
    self.name = name
    self.address = address
    self.known = known
    self.replaced = replaced
  }
}

extension Store {
  /// A browser from which nobody logged in for so long is a stranger again, ms: a year.
  public static let browserLifetime: Milliseconds = 365 * 86_400_000

  /// The accounts of this address that were logged in to from this browser before. Blocks.
  public func accounts(
    knowing cookie: String, of email: String
  ) throws(StoreError) -> Set<Member.ID> {
    let now = lapsingTime
    return try read { db in
      let ids = try Int64.fetchAll(
        db,
        sql: """
          SELECT member.id FROM known_browser JOIN member ON member.id = member_id
          WHERE token_hash = ? AND email = ? AND last_seen_at > ?
          """,
        arguments: [
          Data(SecretHash(of: cookie).bytes), email.lowercased(), now.milliseconds - Self.browserLifetime,
        ])
      return Set(ids.map { Member.ID($0) })
    }
  }

  /// Whether any member has logged in from this browser before. Blocks.
  public func isKnown(browser cookie: String) throws(StoreError) -> Bool {
    let now = lapsingTime
    return try read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM known_browser WHERE token_hash = ? AND last_seen_at > ?)",
        arguments: [Data(SecretHash(of: cookie).bytes), now.milliseconds - Self.browserLifetime]) ?? false
    }
  }
}

extension WriteTransaction {
  /// Notes that a member logged in from a browser.
  ///
  /// - Returns: by which it is known from now on: what it sent when that is known for somebody, else a new secret.
  func remember(_ cookie: String?, for member: Member.ID) throws -> String {
    let oldest = lapsingTime.milliseconds - Store.browserLifetime
    try db.execute(sql: "DELETE FROM known_browser WHERE last_seen_at <= ?", arguments: [oldest])
    var known: String?
    if let cookie {
      let isThere = try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM known_browser WHERE token_hash = ?)",
        arguments: [Data(SecretHash(of: cookie).bytes)])
      known = isThere == true ? cookie : nil
    }
    let text = known ?? Secret.random().text
    try db.execute(
      sql: "INSERT OR REPLACE INTO known_browser (token_hash, member_id, last_seen_at) VALUES (?, ?, ?)",
      arguments: [Data(SecretHash(of: text).bytes), member.rawValue, now.milliseconds])
    return text
  }
}
