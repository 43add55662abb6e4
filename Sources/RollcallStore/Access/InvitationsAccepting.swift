import Foundation
import GRDB
public import Rollcall

/// What a link invites to.
public struct InvitationOffer: Equatable, Sendable {
  /// The workspace.
  public var workspace: Workspace
  /// For whom.
  public var email: String
  /// The role they will have.
  public var role: Role
  /// The member of this address, who joins by logging in; `nil` = somebody new, who chooses a password.
  public var member: Member.ID?
}

extension Store {
  /// What a link invites to; `nil` when it is unknown, over, taken back or used. Blocks.
  public func invitation(_ secret: String) throws(StoreError) -> InvitationOffer? {
    let now = clock()
    return try read { db in try InvitationRow.open(secret, at: now, db)?.offer }
  }

  /// Accepts an invitation as somebody new, with a password; the link is used up.
  ///
  /// - Throws: `notFound` when the link opens nothing, or there is a member of its address by now.
  public func acceptInvitation(_ secret: String, passwordHash: String) throws(StoreError) -> Member {
    try write { transaction in
      guard let row = try InvitationRow.open(secret, at: transaction.now, transaction.db),
        row.offer.member == nil
      else { throw StoreError.notFound("invitation") }
      try transaction.db.execute(
        sql: "INSERT INTO member (email, password_hash, created_at) VALUES (?, ?, ?)",
        arguments: [row.offer.email, passwordHash, transaction.now.milliseconds])
      let id = Member.ID(transaction.db.lastInsertedRowID)
      try transaction.accept(row, by: id)
      return Member(id: id, email: row.offer.email, passwordHash: passwordHash)
    }
  }

  /// Accepts an invitation as the member of its address, who has logged in; the link is used up.
  ///
  /// - Throws: `notFound` when the link opens nothing for this member.
  public func acceptInvitation(_ secret: String, as member: Member.ID) throws(StoreError) -> Workspace {
    try write { transaction in
      guard let row = try InvitationRow.open(secret, at: transaction.now, transaction.db),
        row.offer.member == member
      else { throw StoreError.notFound("invitation") }
      try transaction.accept(row, by: member)
      return row.offer.workspace
    }
  }
}

private struct InvitationRow {
  let id: Int64
  let offer: InvitationOffer

  /// The invitation of a link that still opens.
  static func open(_ secret: String, at now: Timestamp, _ db: Database) throws -> InvitationRow? {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT workspace.*, invitation.id AS invitation_id, invitation.email, role, member.id AS member_id
        FROM invitation JOIN workspace ON workspace.id = workspace_id
        LEFT JOIN member ON member.email = invitation.email
        WHERE token_hash = ? AND revoked_at IS NULL AND accepted_at IS NULL AND expires_at > ?
        """, arguments: [Data(SecretHash(of: secret).bytes), now.milliseconds])
    guard let row, let role = Role(rawValue: row["role"]) else { return nil }
    let offer = InvitationOffer(
      workspace: Workspaces.workspace(row), email: row["email"], role: role,
      member: (row["member_id"] as Int64?).map { Member.ID($0) })
    return InvitationRow(id: row["invitation_id"], offer: offer)
  }
}

extension WriteTransaction {
  fileprivate func accept(_ row: InvitationRow, by member: Member.ID) throws {
    let workspace = row.offer.workspace.id
    let isMember = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM membership WHERE workspace_id = ? AND member_id = ?)",
      arguments: [workspace.rawValue, member.rawValue])
    guard isMember != true else { throw StoreError.notFound("invitation") }
    try db.execute(
      sql: "UPDATE invitation SET accepted_at = ? WHERE id = ?", arguments: [now.milliseconds, row.id])
    try join(member, workspace, as: row.offer.role)
    try audit(
      "member:\(member.rawValue)", "member.join", subject: "member \(member.rawValue)",
      detail: "invitation \(row.id)", change: AuditChange([:], ["role": row.offer.role.rawValue]),
      in: workspace)
  }
}
