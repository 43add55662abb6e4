public import Rollcall
import SQL

extension MemberStore {
  /// How long a link for a new password is valid: an hour.
  public static let passwordLinkLifetime: Milliseconds = 3_600_000

  /// Makes a link with which a member sets a new password. An earlier one of theirs ends. Nothing else changes before it
  /// is used.
  ///
  /// - Returns: the link's secret.
  /// - Throws: `notFound`; `invalid` when their role reaches beyond the authority's; `conflict` when the authority could
  ///   not do so in each workspace of the account, because its password opens all of them.
  public func makePasswordLink(
    for member: Member.ID, by authority: Authority, in workspace: Workspace.ID
  ) throws(StoreError) -> Secret {
    try write { transaction in
      let role = try transaction.accounts.role(of: member, in: workspace)
      try authority.require(role)
      guard let maker = authority.actor.member,
        try PasswordLink.isAllowed(maker, for: member, transaction.db)
      else { throw StoreError.conflict("the account has rights that this member cannot give") }
      return try transaction.accounts.addPasswordLink(for: member, by: maker)
    }
  }
}

extension AccountStore {
  /// The account of a link for a new password; `nil` when the link is unknown, used or expired, or when its maker
  /// could not make it any more. Blocks.
  public func passwordLink(_ secret: String) throws(StoreError) -> Member? {
    let now = store.lapsingTime
    return try read { try PasswordLink.open(secret, at: now, $0) }
  }

  /// Sets the password of a link's account. The link is used up, the account's logins end, and its second factor stays.
  ///
  /// - Throws: `notFound` when the link is not valid.
  public func usePasswordLink(_ secret: String, passwordHash: String) throws(StoreError) {
    try write { transaction in
      let db = transaction.db
      guard let member = try PasswordLink.open(secret, at: transaction.lapsingTime, db)?.id else {
        throw StoreError.notFound("link")
      }
      try db.run("UPDATE member SET password_hash = \(passwordHash) WHERE id = \(member)")
      try transaction.accounts.endSessions(of: member)
      try transaction.accounts.endPasswordLink(of: member)
      // Whoever has the link has not logged in.
      try transaction.audit(.nobody, "member.password-by-link", everywhereOf: member)
    }
  }
}

extension AccountWrites {
  fileprivate func addPasswordLink(for member: Member.ID, by maker: Member.ID) throws -> Secret {
    let secret = Secret.random()
    try endPasswordLink(of: member)
    try db.run(
      """
      INSERT INTO password_link (member_id, token_hash, made_by, created_at, expires_at)
      VALUES (\(member), \(secret.hash), \(maker), \(now), \(now.advanced(by: MemberStore.passwordLinkLifetime)))
      """)
    try transaction.audit(.member(maker), "member.password-link", everywhereOf: member)
    return secret
  }

  /// Ends the link for a new password, if there is one.
  func endPasswordLink(of member: Member.ID) throws {
    try db.run("DELETE FROM password_link WHERE member_id = \(member)")
  }
}

/// Who may give whom a new password.
private enum PasswordLink {
  /// The account of a valid link.
  static func open(_ secret: String, at now: Timestamp, _ db: Database) throws -> Member? {
    let found = try db.first(
      """
      SELECT member_id, made_by FROM password_link
      WHERE token_hash = \(SecretHash(of: secret)) AND expires_at > \(now)
      """
    ) { row in (member: try row["member_id"] as Member.ID, maker: try row["made_by"] as Member.ID) }
    guard let found, try isAllowed(found.maker, for: found.member, db) else { return nil }
    return try db.first("SELECT * FROM member WHERE id = \(found.member)")
  }

  /// Whether a member may change the members of each workspace of another account, and everything it may there.
  static func isAllowed(_ maker: Member.ID, for member: Member.ID, _ db: Database) throws -> Bool {
    let (own, theirs) = (try roles(of: maker, db), try roles(of: member, db))
    return maker != member && !theirs.isEmpty
      && theirs.allSatisfy { workspace, role in
        own[workspace].map { $0.allows(.manageWorkspace) && $0.includes(role) } ?? false
      }
  }

  private static func roles(of member: Member.ID, _ db: Database) throws -> [Workspace.ID: Role] {
    let rows = try db.all("SELECT workspace_id, role FROM membership WHERE member_id = \(member)") { row in
      (try row["workspace_id"] as Workspace.ID, try row["role"] as Role)
    }
    return Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }
}
