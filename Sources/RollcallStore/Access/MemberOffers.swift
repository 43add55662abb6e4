import Foundation
public import Rollcall
import SQL

/// An account, as the operator sees it.
struct MemberAccount: Equatable {
  let id: Member.ID
  let createdAt: Timestamp
  /// The slug of the workspace that created it.
  let madeIn: String
  /// See `AccountMaker`.
  let madeBy: String

  /// The message that refuses a new account for an address that has some.
  static func refusal(_ email: String, _ accounts: [MemberAccount]) -> String {
    let known = accounts.map(\.words).joined(separator: "; ")
    return """
      \(email) has an account already: \(known). Nothing was changed. --existing offers the membership to that account; \
      --separate makes an account of its own, with the password given
      """
  }

  var words: String {
    let maker = madeBy == AccountMaker.commandLine ? "on the command line" : "by \(madeBy)"
    return "account \(id.rawValue), made \(maker) for workspace \(madeIn) at \(createdAt.rfc3339)"
  }
}

extension AccountStore {
  /// Offers an existing account a role in a workspace. It begins when its holder, logged in, accepts it. The
  /// offer lasts as long as an invitation; an open one for the same address ends.
  ///
  /// - Parameter account: which account, when the address has several.
  /// - Returns: the account.
  /// - Throws: `notFound`; `conflict` when the address is a member of the workspace, or has several accounts
  ///   and none was named.
  public func offerMembership(
    email: String, account: Member.ID? = nil, role: Role, slug: String
  ) throws(StoreError) -> Member.ID {
    let email = email.lowercased()
    return try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      try transaction.accounts.requireNoMember(of: email, in: workspace)
      let accounts = try transaction.accounts.all(of: email)
      let found = accounts.filter { account == nil || $0.id == account }
      guard let chosen = found.first else {
        throw StoreError.notFound(account.map { "account \($0.rawValue) of \(email)" } ?? "account \(email)")
      }
      guard found.count == 1 else {
        let known = accounts.map(\.words).joined(separator: "; ")
        throw StoreError.conflict("\(email) has several accounts, say which with --account: \(known)")
      }
      _ = try transaction.accounts.addInvitation(
        email: email, role: role, by: .commandLine, in: workspace.id, for: chosen.id)
      return chosen.id
    }
  }

  /// The open membership offers of an account; the newest first. Blocks.
  public func offeredMemberships(to member: Member.ID) throws(StoreError) -> [OfferedMembership] {
    let now = store.lapsingTime
    return try read { db in
      try db.all(
        """
        SELECT workspace.*, invitation.id AS invitation_id, role, expires_at
        FROM invitation JOIN workspace ON workspace.id = workspace_id
        WHERE member_id = \(member) AND revoked_at IS NULL AND accepted_at IS NULL AND expires_at > \(now)
        ORDER BY invitation.id DESC
        """
      ) { row in
        try OfferedMembership(
          id: row["invitation_id"], workspace: Workspace(row: row), role: row["role"],
          expiresAt: row["expires_at"])
      }
    }
  }

  /// Accepts or declines a membership offer.
  ///
  /// - Throws: `notFound` when it was not offered to them, or no longer is.
  public func answerMembership(
    _ id: Invitation.ID, accepting: Bool, as member: Member.ID
  ) throws(StoreError) -> Workspace {
    try write { transaction in
      guard let row = try InvitationRow.open(id, for: member, at: transaction.now, transaction.db) else {
        throw StoreError.notFound("invitation \(id.rawValue)")
      }
      if accepting {
        try transaction.accounts.accept(row, by: member)
      } else {
        try transaction.accounts.decline(row, by: .member(member))
      }
      return row.offer.workspace
    }
  }
}

/// A membership that begins when its holder accepts it.
public struct OfferedMembership: Equatable, Sendable {
  /// Its id.
  public var id: Invitation.ID
  /// The workspace.
  public var workspace: Workspace
  /// The role they will have.
  public var role: Role
  /// Until when it can be accepted.
  public var expiresAt: Timestamp
}

extension AccountWrites {
  /// The accounts of an address, the oldest first.
  func all(of email: String) throws -> [MemberAccount] {
    try db.all(
      """
      SELECT member.id, member.created_at, made_by, slug FROM member JOIN workspace ON workspace.id = made_in
      WHERE email = \(email) ORDER BY member.id
      """
    ) { row in
      try MemberAccount(
        id: row["id"], createdAt: row["created_at"], madeIn: row["slug"], madeBy: row["made_by"])
    }
  }
}
