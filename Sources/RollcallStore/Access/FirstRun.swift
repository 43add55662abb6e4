public import Rollcall
import SQL

/// The first workspace and its owner.
public struct FirstWorkspace: Sendable {
  /// Its name in URLs and for people.
  public var slug, name: String
  /// The name of its time zone.
  public var timeZone: String
  /// ISO 3166-1; empty = none.
  public var country: String
  /// The owner's address, and the hash of their password.
  public var email, passwordHash: String

  /// From its parts.
  public init(
    slug: String, name: String, timeZone: String, country: String, email: String, passwordHash: String
  ) {
    (self.slug, self.name, self.timeZone, self.country) = (slug, name, timeZone, country)
    (self.email, self.passwordHash) = (email.lowercased(), passwordHash)
  }
}

extension AccountStore {
  /// Whether no one can log in, because there are neither workspaces nor members. Blocks.
  public func isNew() throws(StoreError) -> Bool { try read(Self.isNew) }

  private static func isNew(_ db: Database) throws -> Bool {
    try !db.exists("SELECT 1 FROM workspace") && !db.exists("SELECT 1 FROM member")
  }

  /// Makes the first workspace and its owner. Blocks.
  ///
  /// - Throws: `conflict` when there is a workspace or a member; `invalid` for a bad slug, name, zone or address.
  public func setUp(_ first: FirstWorkspace, profiles: [Profile]) throws(StoreError) -> Member.ID {
    guard Self.isPlausible(first.email) else { throw .invalid("not an e-mail address: \(first.email)") }
    return try write { transaction in
      guard try Self.isNew(transaction.db) else { throw StoreError.conflict("it is set up already") }
      let workspace = try transaction.fleet.addWorkspace(
        Workspace(
          id: try transaction.next(.workspace), slug: first.slug, name: first.name, timeZone: first.timeZone,
          retentionDays: 90, country: first.country), profiles: profiles, by: .nobody)
      let id = try transaction.accounts.addAccount(
        email: first.email, passwordHash: first.passwordHash, madeIn: workspace.id, by: AccountMaker.firstRun)
      try transaction.accounts.join(id, workspace.id, as: .owner)
      try transaction.audit(
        .member(id), "member.add", subject: "member \(id.rawValue)",
        change: AuditChange([:], ["role": Role.owner.rawValue]), in: workspace.id)
      return id
    }
  }

  /// Makes a further workspace, with the profiles of another one. Whoever owns the installation owns it, too: nobody
  /// of them would own the installation any more otherwise. Blocks.
  ///
  /// - Throws: `notFound` when the member does not own the installation, or for the other workspace; `invalid` for a
  ///   bad slug, name or zone; `conflict` when the slug is taken.
  public func addWorkspace(
    slug: String, name: String, timeZone: String, country: String, profilesOf other: String,
    by member: Member.ID
  ) throws(StoreError) -> Workspace {
    try write { transaction in
      let db = transaction.db
      let owners = try db.all(
        """
        SELECT member_id FROM membership WHERE role = 'owner' GROUP BY member_id
        HAVING count(*) = (SELECT count(*) FROM workspace) ORDER BY member_id
        """, as: Member.ID.self)
      guard owners.contains(member) else { throw StoreError.notFound("installation") }
      let original = try Workspaces.require(slug: other, db)
      let profiles = try db.all(
        "SELECT document FROM profile WHERE workspace_id = \(original.id) ORDER BY name", as: String.self
      ).map(Profiles.decode)
      let workspace = try transaction.fleet.addWorkspace(
        Workspace(
          id: try transaction.next(.workspace), slug: slug, name: name, timeZone: timeZone, retentionDays: 90,
          country: country), profiles: profiles, by: .member(member))
      for owner in owners {
        try transaction.accounts.join(owner, workspace.id, as: .owner)
        try transaction.audit(
          .member(member), "member.add", subject: "member \(owner.rawValue)",
          change: AuditChange([:], ["role": Role.owner.rawValue]), in: workspace.id)
      }
      return workspace
    }
  }

  /// Whether an account owns every workspace of this installation, and so the installation itself. Blocks.
  public func ownsInstallation(_ member: Member.ID) throws(StoreError) -> Bool {
    try read { db in
      try db.exists("SELECT 1 FROM membership WHERE member_id = \(member) AND role = 'owner'")
        && !db.exists(
          """
          SELECT 1 FROM workspace WHERE id NOT IN
            (SELECT workspace_id FROM membership WHERE member_id = \(member) AND role = 'owner')
          """)
    }
  }

  /// The address under which browsers and phones reach this server, as an owner set it; `nil` = none. Blocks.
  public func publicAddress() throws(StoreError) -> String? {
    try read { try PublicAddress.read($0) }
  }

  /// Sets that address, for all links from now on; `nil` removes it. Blocks.
  public func setPublicAddress(_ address: String?, by member: Member.ID) throws(StoreError) {
    try write { transaction in
      let db = transaction.db
      guard try PublicAddress.read(db) != address else { return }
      try db.run("DELETE FROM server_setting WHERE name = 'public_url'")
      if let address {
        try db.run("INSERT INTO server_setting (name, value) VALUES ('public_url', \(address))")
      }
      try transaction.audit(.member(member), "server.set", everywhereOf: member)
    }
    store.publicAddress.keep(address)
  }

  /// Notes that a member began a backup. Blocks.
  public func recordBackup(by member: Member.ID) throws(StoreError) {
    try write { try $0.audit(.member(member), "server.backup", everywhereOf: member) }
  }
}
