import Rollcall

/// A member in the list.
struct MemberRow: PagePart {
  var id: String
  /// Their address.
  var email: String
  /// Their role, for people.
  var role: String
  /// `yes` or `no`.
  var twoFactor: String
  /// When they last logged in.
  var lastLogin: Moment
  /// Whether they are the reader.
  var isReader: Bool
  /// The roles they may be given; empty when the reader may not touch them.
  var choices: [Choice]
  /// Where the form of their role leads; empty when the reader may not touch them.
  var path: String

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
}

/// An open invitation in the list.
struct InvitationRow: PagePart {
  /// For whom.
  var email: String
  /// Their role, for people.
  var role: String
  /// Who made it; may be empty.
  var madeBy: String
  /// When its link ends, or that it has.
  var expires: Moment
  /// Whether it has.
  var isOver: Bool
  /// Where the form that takes it back leads; empty when the reader may not.
  var path: String

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
}
