public import Rollcall
import SQL

/// A member, as the other members see them.
public struct MemberEntry: Equatable, Sendable {
  /// The member's id.
  public var id: Member.ID
  /// Their address.
  public var email: String
  /// What the workspace calls them beside their address; `nil` = by the address alone.
  public var name: String?
  /// Their role in the workspace.
  public var role: Role
  /// Whether they log in with a second factor.
  public var hasTwoFactor: Bool
  /// When they last logged in, to any workspace; `nil` = never.
  public var lastLogin: Timestamp?
}

extension MemberStore {
  /// The members of a workspace, by role and address. Blocks.
  public func all(of workspace: Workspace.ID) throws(StoreError) -> [MemberEntry] {
    try read { db in
      let entries = try db.all(
        """
        SELECT member.id, email, membership.name, role, last_login_at, EXISTS (SELECT 1 FROM two_factor
          WHERE two_factor.member_id = member.id AND confirmed_at IS NOT NULL) AS has_two_factor
        FROM membership JOIN member ON member.id = member_id WHERE workspace_id = \(workspace) ORDER BY email
        """
      ) { row in
        try MemberEntry(
          id: row["id"], email: row["email"], name: row["name"], role: row["role"],
          hasTwoFactor: row["has_two_factor"],
          lastLogin: row["last_login_at"])
      }
      return Role.allCases.flatMap { role in entries.filter { $0.role == role } }
    }
  }

  /// Gives a member another role, valid from their next request on. Invitations that they may no longer make
  /// end.
  ///
  /// - Throws: `notFound`; `invalid` when either role reaches beyond the authority's; `conflict` for the last
  ///   owner.
  public func setRole(
    _ role: Role, of member: Member.ID, by authority: Authority, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { transaction in
      let old = try transaction.accounts.role(of: member, in: workspace)
      try authority.require(old)
      try authority.require(role)
      guard old != role else { return }
      if old == .owner { try transaction.accounts.requireAnotherOwner(than: member, in: workspace) }
      try transaction.db.run(
        "UPDATE membership SET role = \(role) WHERE workspace_id = \(workspace) AND member_id = \(member)")
      try transaction.accounts.endInvitations(madeBy: member, in: workspace) { !role.includes($0) }
      try transaction.audit(
        authority.actor, "member.role", subject: "member \(member.rawValue)",
        change: AuditChange(["role": old.rawValue], ["role": role.rawValue]), in: workspace)
    }
  }

  /// Sets what a workspace calls a member beside their address; `nil` = by the address alone. The audit says that it
  /// was changed, without the name.
  ///
  /// - Throws: `notFound`; `invalid` for a name that cannot be, and when their role reaches beyond the authority's.
  public func setName(
    _ name: String?, of member: Member.ID, by authority: Authority, in workspace: Workspace.ID
  ) throws(StoreError) {
    if let name, !name.hasBytes(NameLimits.short) || name.hasControlCharacters {
      throw .invalid("a member's name is \(NameLimits.words(NameLimits.short)), on one line")
    }
    try write { transaction in
      try authority.require(try transaction.accounts.role(of: member, in: workspace))
      let old = try transaction.db.first(
        "SELECT coalesce(name, '') FROM membership WHERE workspace_id = \(workspace) AND member_id = \(member)",
        as: String.self)
      guard old != name ?? "" else { return }
      try transaction.db.run(
        "UPDATE membership SET name = \(name) WHERE workspace_id = \(workspace) AND member_id = \(member)")
      try transaction.audit(
        authority.actor, "member.name", subject: "member \(member.rawValue)", in: workspace)
    }
  }

  /// Removes a member from a workspace, with effect from their next request. A member left in no workspace is
  /// logged out.
  ///
  /// - Throws: `notFound`; `invalid` when their role reaches beyond the authority's; `conflict` for the last
  ///   owner.
  public func removeMember(
    _ member: Member.ID, by authority: Authority, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { transaction in
      let old = try transaction.accounts.role(of: member, in: workspace)
      try authority.require(old)
      if old == .owner { try transaction.accounts.requireAnotherOwner(than: member, in: workspace) }
      try transaction.audit(
        authority.actor, "member.remove", subject: "member \(member.rawValue)",
        change: AuditChange(["role": old.rawValue], [:]), in: workspace)
      try transaction.db.run(
        "DELETE FROM membership WHERE workspace_id = \(workspace) AND member_id = \(member)")
      try transaction.db.run(
        """
        INSERT INTO former_membership (workspace_id, member_id, left_at)
        VALUES (\(workspace), \(member), \(transaction.now))
        ON CONFLICT (workspace_id, member_id) DO UPDATE SET left_at = excluded.left_at
        """)
      try transaction.accounts.endInvitations(madeBy: member, in: workspace) { _ in true }
      try transaction.db.run(
        """
        DELETE FROM console_session WHERE member_id = \(member)
          AND NOT EXISTS (SELECT 1 FROM membership WHERE member_id = \(member))
        """)
    }
  }
}

extension AccountWrites {
  /// A member's role in a workspace.
  ///
  /// - Throws: `StoreError.notFound`.
  func role(of member: Member.ID, in workspace: Workspace.ID) throws -> Role {
    let role = try db.first(
      "SELECT role FROM membership WHERE workspace_id = \(workspace) AND member_id = \(member)", as: Role.self
    )
    guard let role else { throw StoreError.notFound("member \(member.rawValue)") }
    return role
  }

  /// Makes an account a member; the caller's transaction has checked that it is not one yet.
  func join(_ member: Member.ID, _ workspace: Workspace.ID, as role: Role) throws {
    try db.run(
      "INSERT INTO membership (workspace_id, member_id, role) VALUES (\(workspace), \(member), \(role))")
    try db.run("DELETE FROM former_membership WHERE workspace_id = \(workspace) AND member_id = \(member)")
  }

  fileprivate func requireAnotherOwner(than member: Member.ID, in workspace: Workspace.ID) throws {
    let isThere = try db.exists(
      """
      SELECT 1 FROM membership WHERE workspace_id = \(workspace) AND member_id <> \(member) AND role = 'owner'
      """)
    guard isThere else { throw StoreError.conflict("the last owner of a workspace stays its owner") }
  }
}
