import Rollcall

/// The members of a workspace, and the invitations.
struct MembersPage: Page {
  static let template = "Access/MembersPage"

  var head: FormHead
  /// The target of the invitation's form.
  var invitePath: String
  /// The members, by role and address.
  var members: [MemberRow]
  /// The open invitations, the newest first.
  var invitations: [InvitationRow]
  /// The invited address, and the role.
  var email: FormField
  var role: FormSelect

  /// - Parameters:
  ///   - mayGive: the roles that the reader may give.
  ///   - typed: the posted values for an invitation.
  init(
    shell: Shell, slug: String, mayGive: [Role], members: [MemberRow], invitations: [InvitationRow],
    typed: (email: String, role: String) = ("", ""), problems: [FieldProblem] = [], secret: SecretOnce? = nil,
    notice: ActionNotice? = nil
  ) {
    head = FormHead(
      shell, slug: slug, path: Self.path(slug), problems: problems, secret: secret, notice: notice)
    invitePath = PagePath.settings(slug, "invitations")
    (self.members, self.invitations) = (members, invitations)
    email = FormField("email", "E-mail", value: typed.email, isRequired: true, problems: problems)
    role = FormSelect(roles: mayGive, chosen: typed.role, problems: problems)
  }

  static func path(_ slug: String) -> String { PagePath.settings(slug, "members") }
}

/// A member in the list.
struct MemberRow: PagePart {
  var id, email, role: String
  /// `yes` or `no`.
  var twoFactor: String
  var lastLogin: Moment
  var isReader: Bool
  /// The roles they may be given, and the form's target; empty when the reader may not change them.
  var choices: [Choice]
  var path: String

  /// - Parameter by: the reader's role.
  init(
    id: Int64, email: String, role: Role, hasTwoFactor: Bool, lastLogin: Timestamp?, by reader: Role,
    isReader: Bool, slug: String, clock: PageClock
  ) {
    (self.id, self.email, self.role) = (String(id), email, RoleWords.label(role))
    (twoFactor, self.lastLogin) = (hasTwoFactor ? "yes" : "no", clock.age(of: lastLogin))
    self.isReader = isReader
    let mayTouch = reader.includes(role)
    choices = mayTouch ? Choice.roles(reader.given, chosen: role.rawValue) : []
    path = mayTouch ? "\(MembersPage.path(slug))/\(id)" : ""
  }
}

/// An open invitation in the list.
struct InvitationRow: PagePart {
  /// The address, the role, and the inviting member.
  var email, role, madeBy: String
  /// When its link ends, or that it has.
  var expires: Moment
  var isOver: Bool
  /// The target of the form that withdraws it; empty when the reader may not.
  var path: String

  init(
    id: Int64, email: String, role: Role, madeBy: String, expiresAt: Timestamp, by reader: Role, slug: String,
    clock: PageClock
  ) {
    (self.email, self.role) = (email, RoleWords.label(role))
    self.madeBy = madeBy.utf8.isEmpty ? Words.none : madeBy
    (expires, isOver) = (clock.minute(expiresAt), expiresAt <= clock.now)
    path = reader.includes(role) ? "\(PagePath.settings(slug, "invitations"))/\(id)/revoke" : ""
  }
}

extension Choice {
  /// Roles to choose from.
  static func roles(_ roles: [Role], chosen: String) -> [Choice] {
    let chosen = Role(rawValue: chosen) ?? roles.last
    return roles.map { Choice(value: $0.rawValue, label: RoleWords.label($0), isSelected: $0 == chosen) }
  }
}

extension FormSelect {
  /// A role to be given.
  init(roles: [Role], chosen: String, problems: [FieldProblem]) {
    self.init(
      "role", "Role", choices: Choice.roles(roles, chosen: chosen), hint: RoleWords.hint(roles),
      problems: problems)
  }
}
