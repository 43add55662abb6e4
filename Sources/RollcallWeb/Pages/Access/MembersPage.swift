import Rollcall

/// Who is a member of a workspace, and who is invited.
struct MembersPage: Page {
  static let template = "Access/MembersPage"

  var shell: Shell
  var settings: String
  /// Where an invitation's form leads.
  var invitePath: String
  var notice: ActionNotice?
  /// A link that was just made.
  var secret: SecretOnce?
  var problems: ProblemList?
  /// The members, by role and address.
  var members: [MemberRow]
  /// The open invitations, the newest first.
  var invitations: [InvitationRow]
  var hasInvitations: Bool
  /// For whom an invitation is.
  var email: FormField
  /// Their role.
  var role: FormSelect

  /// The page.
  ///
  /// - Parameters:
  ///   - mayGive: the roles that the reader may give.
  ///   - typed: what was typed for an invitation.
  init(
    shell: Shell, slug: String, mayGive: [Role], members: [MemberRow], invitations: [InvitationRow],
    typed: (email: String, role: String) = ("", ""), problems: [FieldProblem] = [], secret: SecretOnce? = nil,
    notice: ActionNotice? = nil
  ) {
    self.shell = shell
    settings = Shell.Section.settings.path(slug)
    invitePath = PagePath.settings(slug, "invitations")
    self.notice = notice
    self.secret = secret
    self.problems = ProblemList(problems)
    self.members = members
    self.invitations = invitations
    hasInvitations = !invitations.isEmpty
    email = FormField("email", "E-mail", value: typed.email, isRequired: true, problems: problems)
    role = FormSelect(
      "role", "Role", choices: Choice.roles(mayGive, chosen: typed.role), hint: RoleWords.hint(mayGive),
      problems: problems)
  }

  static func path(_ slug: String) -> String { PagePath.settings(slug, "members") }
}

extension Choice {
  /// Roles to choose from.
  static func roles(_ roles: [Role], chosen: String) -> [Choice] {
    let chosen = Role(rawValue: chosen) ?? roles.last
    return roles.map { Choice(value: $0.rawValue, label: RoleWords.label($0), isSelected: $0 == chosen) }
  }
}

/// What roles are called and what they may, for people.
enum RoleWords {
  /// `Dispatcher`.
  static func label(_ role: Role) -> String { Words.capitalized(role.rawValue) }

  /// What each of the roles may, in a line.
  static func hint(_ roles: [Role]) -> String {
    roles.map { "\(label($0)): \(about($0))." }.joined(separator: " ")
  }

  private static func about(_ role: Role) -> String {
    switch role {
    case .owner: "everything, erasing people too"
    case .admin: "everything but erasing people"
    case .dispatcher: "board, history, incidents"
    case .auditor: "history, reports, audit"
    case .viewer: "the board only"
    }
  }
}
