import Foundation
public import Rollcall
import SQL

/// An invitation that was neither accepted nor revoked.
public struct Invitation: Equatable, Sendable {
  /// An invitation's id.
  public typealias ID = Identifier<Invitation>

  /// Its id.
  public var id: ID
  /// The invited address.
  public var email: String
  /// The role they will have.
  public var role: Role
  /// Its author; empty for a script.
  public var madeBy: String
  /// When it was created.
  public var createdAt: Timestamp
  /// When its link ends.
  public var expiresAt: Timestamp
}

extension MemberStore {
  /// How long an invitation's link is valid: 7 days.
  public static let invitationLifetime: Milliseconds = 7 * 86_400_000

  /// Invites an address. The secret is returned only here and goes into the link. An open invitation of the
  /// same address ends.
  ///
  /// - Throws: `invalid` for a bad address or a role beyond the authority's; `conflict` when they are a
  ///   member.
  public func invite(
    email: String, role: Role, by authority: Authority, in workspace: Workspace.ID
  ) throws(StoreError) -> Secret {
    let email = email.lowercased()
    guard AccountStore.isPlausible(email) else { throw .invalid("not an e-mail address") }
    return try write { transaction in
      try authority.require(role)
      guard try !transaction.accounts.isMember(email, of: workspace) else {
        throw StoreError.conflict("they are a member already")
      }
      return try transaction.accounts.addInvitation(email: email, role: role, by: authority, in: workspace)
    }
  }

  /// The open invitations of a workspace, including expired ones; the newest first. Blocks.
  public func invitations(of workspace: Workspace.ID) throws(StoreError) -> [Invitation] {
    try read { db in
      try db.all(
        """
        SELECT invitation.*, coalesce(member.email, '') AS maker FROM invitation
        LEFT JOIN member ON member.id = invitation.made_by
        WHERE workspace_id = \(workspace) AND revoked_at IS NULL AND accepted_at IS NULL ORDER BY invitation.id DESC
        """
      ) { row in
        try Invitation(
          id: row["id"], email: row["email"], role: row["role"], madeBy: row["maker"],
          createdAt: row["created_at"], expiresAt: row["expires_at"])
      }
    }
  }

  /// Revokes an invitation at once.
  ///
  /// - Throws: `notFound`; `invalid` when its role reaches beyond the authority's.
  public func revokeInvitation(
    _ id: Invitation.ID, by authority: Authority, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { transaction in
      let role = try transaction.db.first(
        """
        SELECT role FROM invitation
        WHERE workspace_id = \(workspace) AND id = \(id) AND revoked_at IS NULL AND accepted_at IS NULL
        """, as: Role.self)
      guard let role else { throw StoreError.notFound("invitation \(id.rawValue)") }
      try authority.require(role)
      try transaction.accounts.end(id, in: workspace)
      try transaction.audit(
        authority.actor, "member.uninvite", subject: "invitation \(id.rawValue)",
        change: AuditChange(["role": role.rawValue], [:]), in: workspace)
    }
  }
}

extension AccountWrites {
  /// Writes an invitation, replacing an open one for the address.
  ///
  /// - Parameter account: the invited account; `nil` = anyone with the link.
  /// - Returns: the link's secret.
  func addInvitation(
    email: String, role: Role, by authority: Authority, in workspace: Workspace.ID,
    for account: Member.ID? = nil
  ) throws -> Secret {
    let secret = Secret.random()
    try endInvitation(of: email, in: workspace)
    let id: Invitation.ID = try transaction.next(.invitation)
    try db.run(
      """
      INSERT INTO invitation
        (workspace_id, id, email, role, token_hash, made_by, member_id, created_at, expires_at)
      VALUES (\(workspace), \(id), \(email), \(role), \(secret.hash),
        \(authority.actor.member), \(account), \(now),
        \(now.advanced(by: MemberStore.invitationLifetime)))
      """)
    try transaction.audit(
      authority.actor, "member.invite", subject: "invitation \(id.rawValue)",
      detail: account.map { "account \($0.rawValue)" } ?? "",
      change: AuditChange([:], ["role": role.rawValue]), in: workspace)
    return secret
  }

  /// Ends the open invitations that a member made, for the roles for which `isOver` is true.
  func endInvitations(
    madeBy member: Member.ID, in workspace: Workspace.ID, where isOver: (Role) -> Bool
  ) throws {
    let open = try db.all(
      """
      SELECT id, role FROM invitation
      WHERE workspace_id = \(workspace) AND made_by = \(member) AND revoked_at IS NULL AND accepted_at IS NULL
      """
    ) { row in (id: try row["id"] as Invitation.ID, role: try row["role"] as Role) }
    for invitation in open where isOver(invitation.role) { try end(invitation.id, in: workspace) }
  }

  fileprivate func endInvitation(of email: String, in workspace: Workspace.ID) throws {
    let open = try db.first(
      """
      SELECT id FROM invitation
      WHERE workspace_id = \(workspace) AND email = \(email) AND revoked_at IS NULL AND accepted_at IS NULL
      """, as: Invitation.ID.self)
    if let open { try end(open, in: workspace) }
  }

  fileprivate func end(_ id: Invitation.ID, in workspace: Workspace.ID) throws {
    try db.run(
      "UPDATE invitation SET revoked_at = \(now) WHERE workspace_id = \(workspace) AND id = \(id)")
  }
}
