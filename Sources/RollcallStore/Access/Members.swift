public import Rollcall
package import SQL

/// A user of the console: one account, with one password and second factor.
///
/// An address may have several accounts, created by different workspaces. Otherwise, the first to register an
/// address would own the account that another workspace creates later. The password decides which of them
/// logs in.
public struct Member: Equatable, Sendable {
  /// A member's id.
  public typealias ID = Identifier<Member>

  /// Their id.
  public var id: ID
  /// Their address, lower case, with which they log in.
  public var email: String
  /// The scrypt hash of their password, with its parameters.
  public var passwordHash: String

  init(id: ID, email: String, passwordHash: String) {
    (self.id, self.email, self.passwordHash) = (id, email, passwordHash)
  }
}

extension Member: FetchableRecord {
  /// From a row of `member`.
  package init(row: Row) throws {
    self.init(id: try row["id"], email: try row["email"], passwordHash: try row["password_hash"])
  }
}

/// A member's role in one workspace.
public struct Membership: Equatable, Sendable {
  /// The workspace.
  public var workspace: Workspace
  /// Their role there.
  public var role: Role
  /// Whether the workspace requires a second factor for this role.
  public var needsTwoFactor: Bool { workspace.ownersNeedTwoFactor && (role == .owner || role == .admin) }
}

/// The creators of accounts, as `made_by` names them.
enum AccountMaker {
  static let commandLine = "command line"
  static let firstRun = "first run"
  static func invitation(_ id: Int64) -> String { "invitation \(id)" }
}

extension AccountStore {
  /// Creates an account and gives it a role in a workspace.
  ///
  /// - Parameter isSeparate: whether the address may have another account, which stays unchanged.
  /// - Throws: `notFound`; `invalid` for a bad address; `conflict` when the address has an account, with a
  ///   message that says who created it and when, or when it is a member of the workspace.
  public func addMember(
    email: String, passwordHash: String, role: Role, slug: String, isSeparate: Bool = false
  ) throws(StoreError) -> Member.ID {
    let email = email.lowercased()
    guard Self.isPlausible(email) else { throw .invalid("not an e-mail address: \(email)") }
    return try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      try transaction.accounts.requireNoMember(of: email, in: workspace)
      let accounts = try transaction.accounts.all(of: email)
      guard accounts.isEmpty || isSeparate else {
        throw StoreError.conflict(MemberAccount.refusal(email, accounts))
      }
      let id = try transaction.accounts.addAccount(
        email: email, passwordHash: passwordHash, madeIn: workspace.id, by: AccountMaker.commandLine)
      try transaction.accounts.join(id, workspace.id, as: role)
      try transaction.audit(
        .commandLine, "member.add", subject: "member \(id.rawValue)",
        change: AuditChange([:], ["role": role.rawValue]), in: workspace.id)
      return id
    }
  }

  /// Sets a member's password and ends their console sessions.
  ///
  /// - Throws: `notFound` when they are not a member of the workspace.
  public func setPassword(email: String, passwordHash: String, slug: String) throws(StoreError) {
    let email = email.lowercased()
    try write { transaction in
      let member = try transaction.accounts.member(email: email, slug: slug)
      try transaction.db.run("UPDATE member SET password_hash = \(passwordHash) WHERE id = \(member)")
      try transaction.accounts.endSessions(of: member)
      try transaction.accounts.endPasswordLink(of: member)
      try transaction.audit(.commandLine, "member.password", everywhereOf: member)
    }
  }

  /// The accounts with this address, the newest first.
  public func members(email: String) throws(StoreError) -> [Member] {
    let email = email.lowercased()
    return try read { try $0.all("SELECT * FROM member WHERE email = \(email) ORDER BY id DESC") }
  }

  /// The newest account with this address, or `nil`.
  public func member(email: String) throws(StoreError) -> Member? { try members(email: email).first }

  /// An account, or `nil`.
  public func member(_ id: Member.ID) throws(StoreError) -> Member? {
    try read { try $0.first("SELECT * FROM member WHERE id = \(id)") }
  }

  /// Saves a new hash of the same password after a login. Does nothing when the password was changed
  /// meanwhile.
  public func rehash(_ member: Member, to passwordHash: String) throws(StoreError) {
    _ = try write { transaction in
      try transaction.db.run(
        """
        UPDATE member SET password_hash = \(passwordHash)
        WHERE id = \(member.id) AND password_hash = \(member.passwordHash)
        """)
    }
  }

  /// Whether a text may be an e-mail address.
  public static func isPlausible(_ email: String) -> Bool {
    let parts = email.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && email.utf8.count <= 254
      && email.utf8.allSatisfy { $0 > 32 && $0 != 127 }
  }
}

extension AccountWrites {
  /// Creates an account without any membership.
  ///
  /// - Parameter maker: see `AccountMaker`.
  func addAccount(
    email: String, passwordHash: String, madeIn workspace: Workspace.ID, by maker: String
  ) throws -> Member.ID {
    let id: Member.ID = try transaction.next(.member)
    try db.run(
      """
      INSERT INTO member (id, email, password_hash, created_at, made_in, made_by)
      VALUES (\(id), \(email), \(passwordHash), \(now), \(workspace), \(maker))
      """)
    return id
  }

  /// Refuses an address that is already a member of a workspace: within one, an address is one person.
  ///
  /// - Throws: `StoreError.conflict`.
  func requireNoMember(of email: String, in workspace: Workspace) throws {
    guard try !isMember(email, of: workspace.id) else {
      throw StoreError.conflict("\(email) is a member of \(workspace.slug)")
    }
  }

  /// Whether an account of this address is a member of a workspace.
  func isMember(_ email: String, of workspace: Workspace.ID) throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM membership JOIN member ON member.id = member_id
      WHERE workspace_id = \(workspace) AND email = \(email)
      """)
  }
}

/// A person or script that changes rights, and the role that limits them.
public struct Authority: Sendable {
  /// The person or script.
  public let actor: Actor
  /// Their role in the workspace.
  public let role: Role

  /// Creates an authority.
  public init(actor: Actor, role: Role) {
    self.actor = actor
    self.role = role
  }

  /// The operator, who can run commands beside the database.
  public static let commandLine = Authority(actor: .commandLine, role: .owner)

  /// Refuses a role that reaches beyond one's own.
  ///
  /// - Throws: `StoreError.invalid`.
  func require(_ other: Role) throws {
    guard role.includes(other) else {
      throw StoreError.invalid("the role \(other.rawValue) reaches beyond \(role.rawValue)")
    }
  }
}
