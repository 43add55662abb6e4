public import Rollcall
import SQL

/// Selects entries of a workspace's audit.
public struct AuditFilter: Equatable, Sendable {
  /// From this instant on.
  public var from: Timestamp
  /// Before this instant.
  public var to: Timestamp
  /// The actor, as in the entry; empty for all.
  public var actor: String
  /// A group of actions (the part before the dot), or one action; empty for all.
  public var action: String
  /// The subject, as in the entry; empty for all.
  public var subject: String

  /// Creates a filter.
  public init(from: Timestamp, to: Timestamp, actor: String = "", action: String = "", subject: String = "") {
    (self.from, self.to) = (from, to)
    (self.actor, self.action, self.subject) = (actor, action, subject)
  }
}

/// What a member is called in a workspace.
public struct MemberName: Equatable, Sendable {
  /// Their address.
  public var email: String
  /// What the workspace calls them beside it; `nil` for nothing, and for former members.
  public var name: String?
}

extension AuditStore {
  /// Entries of a workspace's audit, the newest first unless turned round. Blocks.
  ///
  /// - Parameter number: only entries behind this one in that order; `nil` from the first on.
  public func entries(
    of workspace: Workspace.ID, _ filter: AuditFilter, isOldestFirst: Bool = false, behind number: Int64?,
    limit: Int
  ) throws(StoreError) -> [AuditEntry] {
    try read { db in
      let (first, last) = isOldestFirst ? (number ?? 0, .max) : (0, number ?? .max)
      var query: Query = """
        SELECT * FROM audit
        WHERE workspace_id = \(workspace) AND number > \(first) AND number < \(last)
          AND at >= \(filter.from) AND at < \(filter.to)
        """
      if !filter.actor.isEmpty { query += " AND actor = \(filter.actor)" }
      if !filter.subject.isEmpty { query += " AND subject = \(filter.subject)" }
      if !filter.action.isEmpty {
        // "/" is the character after ".", so the range covers everything that begins with the group and a
        // dot.
        let (first, end) = ("\(filter.action).", "\(filter.action)/")
        query += " AND (action = \(filter.action) OR (action >= \(first) AND action < \(end)))"
      }
      let order: Query = isOldestFirst ? .empty : "DESC"
      return try db.all(query + " ORDER BY number \(order) LIMIT \(limit)")
    }
  }

  /// All actors in a workspace's audit. Blocks.
  public func auditActors(of workspace: Workspace.ID) throws(StoreError) -> [String] {
    try auditValues("actor", of: workspace)
  }

  /// The groups of actions in a workspace's audit: the parts before the dot. Blocks.
  public func auditGroups(of workspace: Workspace.ID) throws(StoreError) -> [String] {
    let actions = try auditValues("action", of: workspace)
    return Set(
      actions.map { String(decoding: $0.utf8.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self) }
    ).sorted()
  }

  /// What a workspace's members are called, including former ones, by id. Blocks.
  public func memberNames(of workspace: Workspace.ID) throws(StoreError) -> [Member.ID: MemberName] {
    try read { db in
      let names = try db.all(
        """
        SELECT id, email, membership.name FROM member
        LEFT JOIN membership ON member_id = id AND workspace_id = \(workspace) WHERE id IN (
          SELECT member_id FROM membership WHERE workspace_id = \(workspace)
          UNION ALL SELECT member_id FROM former_membership WHERE workspace_id = \(workspace))
        """
      ) { row in
        (try row["id"] as Member.ID, MemberName(email: try row["email"], name: try row["name"]))
      }
      return Dictionary(names, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The distinct values of an indexed column: one step through the index for each, however many entries
  /// there are.
  private func auditValues(
    _ column: Query, of workspace: Workspace.ID
  ) throws(StoreError) -> [String] {
    try read { db in
      try db.all(
        """
        WITH RECURSIVE step(value) AS (
          SELECT min(\(column)) FROM audit WHERE workspace_id = \(workspace)
          UNION ALL
          SELECT (SELECT min(\(column)) FROM audit WHERE workspace_id = \(workspace) AND \(column) > value)
          FROM step WHERE value IS NOT NULL LIMIT 1000)
        SELECT value FROM step WHERE value IS NOT NULL
        """)
    }
  }
}
