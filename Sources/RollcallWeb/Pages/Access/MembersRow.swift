import Rollcall

/// A member in the list.
public struct MemberRow: PagePart {
  /// Which.
  public var id: String
  /// Their address.
  public var email: String
  /// Their role, for people.
  public var role: String
  /// `yes` or `no`.
  public var twoFactor: String
  /// When they last logged in.
  public var lastLogin: Moment
  /// Whether they are the reader.
  public var isReader: Bool
  /// The roles they may be given; empty when the reader may not touch them.
  public var choices: [Choice]
  /// Where the form of their role leads; empty when the reader may not touch them.
  public var path: String

  /// A row from its parts.
  ///
  /// - Parameter by: the reader's role.
  init(
    id: Int64, email: String, role: Role, hasTwoFactor: Bool, lastLogin: Timestamp?, by reader: Role,
    isReader: Bool, slug: String, clock: PageClock
  ) {
    self.id = String(id)
    self.email = email
    self.role = RoleWords.label(role)
    twoFactor = hasTwoFactor ? "yes" : "no"
    self.lastLogin = clock.age(of: lastLogin)
    self.isReader = isReader
    let mayTouch = reader.includes(role)
    choices = mayTouch ? Choice.roles(reader.given, chosen: role.rawValue) : []
    path = mayTouch ? "\(MembersPage.path(slug))/\(id)" : ""
  }

  /// An example with every kind of content.
  public static let sample = samples[0]

  /// An owner who reads, and others.
  static let samples = [
    row(1, "ana@example.org", .owner, true, 20_000, isReader: true),
    row(
      2, "a.very.long.address.of.somebody@dispatch.city-rescue.example.org", .dispatcher, false, 90_000_000),
    row(3, "zoran@example.org", .viewer, false, nil),
  ]

  private static func row(
    _ id: Int64, _ email: String, _ role: Role, _ factor: Bool, _ ago: Milliseconds?, isReader: Bool = false
  ) -> MemberRow {
    MemberRow(
      id: id, email: email, role: role, hasTwoFactor: factor,
      lastLogin: ago.map { PageClock.sampleNow.advanced(by: -$0) }, by: .owner, isReader: isReader,
      slug: "city-rescue", clock: PageClock.sample)
  }
}

/// An open invitation in the list.
public struct InvitationRow: PagePart {
  /// For whom.
  public var email: String
  /// Their role, for people.
  public var role: String
  /// Who made it; may be empty.
  public var madeBy: String
  /// When its link ends, or that it has.
  public var expires: Moment
  /// Whether it has.
  public var isOver: Bool
  /// Where the form that takes it back leads; empty when the reader may not.
  public var path: String

  /// A row from its parts.
  init(
    id: Int64, email: String, role: Role, madeBy: String, expiresAt: Timestamp, by reader: Role, slug: String,
    clock: PageClock
  ) {
    self.email = email
    self.role = RoleWords.label(role)
    self.madeBy = madeBy.utf8.isEmpty ? Words.none : madeBy
    expires = clock.minute(expiresAt)
    isOver = expiresAt <= clock.now
    path = reader.includes(role) ? "\(PagePath.settings(slug, "invitations"))/\(id)/revoke" : ""
  }

  /// An example with every kind of content.
  public static let sample = InvitationRow(
    id: 4, email: "nina@example.org", role: .dispatcher, madeBy: "ana@example.org",
    expiresAt: PageClock.sampleNow.advanced(by: -60_000), by: .owner, slug: "city-rescue",
    clock: PageClock.sample)
}
