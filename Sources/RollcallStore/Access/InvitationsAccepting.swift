import Foundation
public import Rollcall
import SQL

/// The content of an invitation link. It says nothing about accounts of the address, because its author can
/// open it, too.
public struct InvitationOffer: Equatable, Sendable {
  /// The workspace.
  public var workspace: Workspace
  /// The invited address.
  public var email: String
  /// The role they will have.
  public var role: Role
}

extension AccountStore {
  /// The invitation of a link; `nil` when it is unknown, expired, revoked or used. Blocks.
  public func invitation(_ secret: String) throws(StoreError) -> InvitationOffer? {
    let now = store.lapsingTime
    return try read { db in try InvitationRow.open(secret, at: now, db)?.offer }
  }

  /// Accepts an invitation with a new account, independent of other accounts of its address. The link is used
  /// up.
  ///
  /// - Throws: `notFound` when the link is not valid, or the address is a member by now.
  public func acceptInvitation(_ secret: String, passwordHash: String) throws(StoreError) -> Member {
    try write { transaction in
      let row = try transaction.accounts.invitation(secret)
      let id = try transaction.accounts.addAccount(
        email: row.offer.email, passwordHash: passwordHash, madeIn: row.offer.workspace.id,
        by: AccountMaker.invitation(row.id))
      try transaction.accounts.accept(row, by: id)
      return Member(id: id, email: row.offer.email, passwordHash: passwordHash)
    }
  }

  /// Accepts an invitation as a logged-in account of its address. The link is used up.
  ///
  /// - Throws: `notFound` when the link is not valid for this account.
  public func acceptInvitation(_ secret: String, as member: Member.ID) throws(StoreError) -> Workspace {
    try write { transaction in
      let row = try transaction.accounts.invitation(secret)
      let email = try transaction.db.first("SELECT email FROM member WHERE id = \(member)", as: String.self)
      guard email == row.offer.email else { throw StoreError.notFound("invitation") }
      try transaction.accounts.accept(row, by: member)
      return row.offer.workspace
    }
  }

  /// Declines an invitation. The link is used up. The actor is not recorded: a login would reveal that the
  /// address has an account.
  ///
  /// - Throws: `notFound` when the link is not valid.
  public func declineInvitation(_ secret: String) throws(StoreError) {
    try write { transaction in
      try transaction.accounts.decline(transaction.accounts.invitation(secret), by: .nobody)
    }
  }
}

/// An invitation that can be accepted.
struct InvitationRow {
  let id: Int64
  let offer: InvitationOffer

  /// The invitation of a valid link.
  static func open(_ secret: String, at now: Timestamp, _ db: Database) throws -> InvitationRow? {
    try find("token_hash = \(SecretHash(of: secret)) AND member_id IS NULL", at: now, db)
  }

  /// An invitation offered to an account.
  static func open(
    _ id: Invitation.ID, for member: Member.ID, at now: Timestamp, _ db: Database
  ) throws -> InvitationRow? {
    try find("invitation.id = \(id) AND member_id = \(member)", at: now, db)
  }

  private static func find(_ which: Query, at now: Timestamp, _ db: Database) throws -> InvitationRow? {
    try db.first(
      """
      SELECT workspace.*, invitation.id AS invitation_id, invitation.email, role
      FROM invitation JOIN workspace ON workspace.id = workspace_id
      WHERE \(which) AND revoked_at IS NULL AND accepted_at IS NULL AND expires_at > \(now)
      """
    ) { row in
      try InvitationRow(
        id: row["invitation_id"],
        offer: InvitationOffer(workspace: Workspace(row: row), email: row["email"], role: row["role"]))
    }
  }
}

extension AccountWrites {
  fileprivate func invitation(_ secret: String) throws -> InvitationRow {
    guard let row = try InvitationRow.open(secret, at: transaction.lapsingTime, db) else {
      throw StoreError.notFound("invitation")
    }
    return row
  }

  /// Uses an invitation up, and makes an account a member.
  ///
  /// - Throws: `notFound` when an account of the address is a member by now.
  func accept(_ row: InvitationRow, by member: Member.ID) throws {
    let workspace = row.offer.workspace.id
    guard try !isMember(row.offer.email, of: workspace) else { throw StoreError.notFound("invitation") }
    try db.run(
      "UPDATE invitation SET accepted_at = \(now) WHERE workspace_id = \(workspace) AND id = \(row.id)")
    try join(member, workspace, as: row.offer.role)
    try transaction.audit(
      .member(member), "member.join", subject: "member \(member.rawValue)",
      detail: "invitation \(row.id)", change: AuditChange([:], ["role": row.offer.role.rawValue]),
      in: workspace)
  }

  /// Uses an invitation up without making an account a member.
  func decline(_ row: InvitationRow, by actor: Actor) throws {
    let workspace = row.offer.workspace.id
    try db.run(
      "UPDATE invitation SET revoked_at = \(now) WHERE workspace_id = \(workspace) AND id = \(row.id)")
    try transaction.audit(
      actor, "member.decline", subject: "invitation \(row.id)",
      change: AuditChange(["role": row.offer.role.rawValue], [:]), in: workspace)
  }
}
