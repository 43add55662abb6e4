import GRDB
public import Rollcall

/// A login as its member sees it in the list of their own.
public struct LoginEntry: Equatable, Sendable {
  /// Which.
  public var id: ConsoleSession.ID
  /// Since when.
  public var createdAt: Timestamp
  /// When it was last used, to a minute.
  public var lastSeen: Timestamp
  /// From where it was last used.
  public var address: String
  /// By what, e.g. `Firefox on Linux`; may be empty.
  public var browser: String
}

extension Store {
  /// The logins of a member that go on, the one used last first. Blocks.
  public func logins(of member: Member.ID) throws(StoreError) -> [LoginEntry] {
    let now = clock()
    return try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM console_session WHERE member_id = ? AND created_at > ? AND last_seen_at > ?
          ORDER BY last_seen_at DESC, id DESC
          """,
        arguments: [
          member.rawValue, now.milliseconds - Self.absoluteLimit, now.milliseconds - Self.idleLimit,
        ]
      ).map { row in
        LoginEntry(
          id: ConsoleSession.ID(row["id"]), createdAt: Timestamp(milliseconds: row["created_at"]),
          lastSeen: Timestamp(milliseconds: row["last_seen_at"]), address: row["address"],
          browser: row["browser"])
      }
    }
  }
}
