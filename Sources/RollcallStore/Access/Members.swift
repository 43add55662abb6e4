import GRDB
public import Rollcall

/// An admin-side user.
public struct Member: Equatable, Sendable {
  /// A member's id.
  public typealias ID = Identifier<Member>

  /// Their id.
  public var id: ID
  /// Their address, lower case; what they log in with.
  public var email: String
  /// The scrypt hash of their password, with its parameters.
  public var passwordHash: String
}

/// A member's part in one workspace.
public struct Membership: Equatable, Sendable {
  /// The workspace.
  public var workspace: Workspace
  /// Their role there.
  public var role: Role
}

extension Store {
  /// Gives a person a role in a workspace; makes the member when new. An existing member's password stays.
  ///
  /// - Throws: `notFound`; `invalid` for a bad address; `conflict` when they are a member already.
  public func addMember(
    email: String, passwordHash: String, role: Role, slug: String
  ) throws(StoreError) -> Member.ID {
    let email = email.lowercased()
    guard Self.isPlausible(email) else { throw .invalid("not an e-mail address: \(email)") }
    return try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      try transaction.db.execute(
        sql: "INSERT INTO member (email, password_hash, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        arguments: [email, passwordHash, transaction.now.milliseconds])
      guard
        let id = try Int64.fetchOne(
          transaction.db, sql: "SELECT id FROM member WHERE email = ?", arguments: [email])
      else { throw StoreError.notFound("member \(email)") }
      let isNew = try
        !(Bool.fetchOne(
          transaction.db,
          sql: "SELECT EXISTS (SELECT 1 FROM membership WHERE workspace_id = ? AND member_id = ?)",
          arguments: [workspace.id.rawValue, id]) ?? false)
      guard isNew else { throw StoreError.conflict("\(email) is a member of \(slug)") }
      try transaction.join(Member.ID(id), workspace.id, as: role)
      try transaction.audit(
        "command line", "member.add", subject: "member \(id)",
        change: AuditChange([:], ["role": role.rawValue]), in: workspace.id)
      return Member.ID(id)
    }
  }

  /// Sets a member's password and ends their console sessions.
  ///
  /// - Throws: `notFound` when they are no member of the workspace.
  public func setPassword(email: String, passwordHash: String, slug: String) throws(StoreError) {
    let email = email.lowercased()
    try write { transaction in
      let member = try transaction.member(email: email, slug: slug)
      try transaction.db.execute(
        sql: "UPDATE member SET password_hash = ? WHERE id = ?", arguments: [passwordHash, member.rawValue])
      try transaction.endSessions(of: member)
      try transaction.audit("command line", "member.password", everywhereOf: member)
    }
  }

  /// The member with this address, or `nil`.
  public func member(email: String) throws(StoreError) -> Member? {
    let email = email.lowercased()
    return try read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM member WHERE email = ?", arguments: [email]).map { row in
        Member(id: Member.ID(row["id"]), email: row["email"], passwordHash: row["password_hash"])
      }
    }
  }

  static func isPlausible(_ email: String) -> Bool {
    let parts = email.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && email.utf8.count <= 254
      && email.utf8.allSatisfy { $0 > 32 && $0 != 127 }
  }
}
