import Rollcall
import RollcallStore

/// The members of a workspace, and the invitations.
struct MembersPage: Page {
  static let template = "Access/MembersPage"

  var head: FormHead
  var invitePath: String
  var members: [MemberRow]
  /// The open invitations, the newest first.
  var invitations: [InvitationRow]
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

struct MemberRow: PagePart {
  var id, email, role: String
  /// What they are called beside their address; may be empty.
  var name: String
  /// `yes` or `no`.
  var twoFactor: String
  var lastLogin: Moment
  var isReader: Bool
  /// The roles they may be given, and the form's target; empty when the reader may not change them.
  var choices: [Choice]
  var path: String

  init(_ entry: MemberEntry, by reader: Role, isReader: Bool, slug: String, clock: PageClock) {
    (id, email, role) = (String(entry.id.rawValue), entry.email, RoleWords.label(entry.role))
    name = entry.name ?? ""
    (twoFactor, lastLogin) = (entry.hasTwoFactor ? "yes" : "no", clock.age(of: entry.lastLogin))
    self.isReader = isReader
    let mayTouch = reader.includes(entry.role)
    choices = mayTouch ? Choice.roles(reader.given, chosen: entry.role.rawValue) : []
    path = mayTouch ? "\(MembersPage.path(slug))/\(id)" : ""
  }
}

struct InvitationRow: PagePart {
  var email, role, madeBy: String
  /// When its link ends, or that it has.
  var expires: Moment
  var isOver: Bool
  /// The target of the form that withdraws it; empty when the reader may not.
  var path: String

  init(_ invitation: Invitation, by reader: Role, slug: String, clock: PageClock) {
    (email, role) = (invitation.email, RoleWords.label(invitation.role))
    madeBy = invitation.madeBy.utf8.isEmpty ? Words.none : invitation.madeBy
    (expires, isOver) = (clock.minute(invitation.expiresAt), invitation.expiresAt <= clock.now)
    path =
      reader.includes(invitation.role)
      ? "\(PagePath.settings(slug, "invitations"))/\(invitation.id.rawValue)/revoke" : ""
  }
}

extension Choice {
  static func roles(_ roles: [Role], chosen: String) -> [Choice] {
    let chosen = Role(rawValue: chosen) ?? roles.last
    return roles.map { Choice(value: $0.rawValue, label: RoleWords.label($0), isSelected: $0 == chosen) }
  }
}

extension FormSelect {
  init(roles: [Role], chosen: String, problems: [FieldProblem]) {
    self.init(
      "role", "Role", choices: Choice.roles(roles, chosen: chosen), hint: RoleWords.hint(roles),
      problems: problems)
  }
}
