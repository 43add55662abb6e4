public import Rollcall
import SQL

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
