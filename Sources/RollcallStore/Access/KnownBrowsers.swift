import Foundation
public import Rollcall
import SQL

/// The browser in which a member logs in.
public struct LoginBrowser: Sendable {
  /// Its name in the list of logins, e.g. `Firefox on Linux`.
  public var name: String
  /// Its address.
  public var address: String
  /// The cookie by which it is known from an earlier login, or `nil`.
  public var known: String?
  /// The cookie of an earlier login in this browser, which ends.
  public var replaced: String?

  /// Creates a browser.
  public init(name: String = "", address: String = "", known: String? = nil, replaced: String? = nil) {
    self.name = name
    self.address = address
    self.known = known
    self.replaced = replaced
  }
}

extension AccountStore {
  /// A browser without a login for this long is forgotten, ms: a year.
  public static let browserLifetime: Milliseconds = 365 * 86_400_000

  /// The accounts of this address that have logged in from this browser before. Blocks.
  public func all(
    knowing cookie: String, of email: String
  ) throws(StoreError) -> Set<Member.ID> {
    let now = store.lapsingTime
    return try read { db in
      Set(
        try db.all(
          """
          SELECT member.id FROM known_browser JOIN member ON member.id = member_id
          WHERE token_hash = \(SecretHash(of: cookie)) AND email = \(email.lowercased())
            AND last_seen_at > \(now.advanced(by: -Self.browserLifetime))
          """, as: Member.ID.self))
    }
  }

  /// Whether any member has logged in from this browser before. Blocks.
  public func isKnown(browser cookie: String) throws(StoreError) -> Bool {
    let now = store.lapsingTime
    return try read { db in
      try db.exists(
        """
        SELECT 1 FROM known_browser WHERE token_hash = \(SecretHash(of: cookie))
          AND last_seen_at > \(now.advanced(by: -Self.browserLifetime))
        """)
    }
  }
}

extension AccountWrites {
  /// Records that a member logged in from a browser.
  ///
  /// - Returns: the cookie that identifies it from now on: the one it sent if that is known for any member,
  ///   else a new secret.
  func remember(_ cookie: String?, for member: Member.ID) throws -> String {
    let oldest = transaction.lapsingTime.advanced(by: -AccountStore.browserLifetime)
    try db.run("DELETE FROM known_browser WHERE last_seen_at <= \(oldest)")
    var known: String?
    if let cookie {
      let isThere = try db.exists("SELECT 1 FROM known_browser WHERE token_hash = \(SecretHash(of: cookie))")
      known = isThere ? cookie : nil
    }
    let text = known ?? Secret.random().text
    try db.run(
      """
      INSERT INTO known_browser (token_hash, member_id, last_seen_at)
      VALUES (\(SecretHash(of: text)), \(member), \(now))
      ON CONFLICT (token_hash, member_id) DO UPDATE SET last_seen_at = excluded.last_seen_at
      """)
    return text
  }
}
