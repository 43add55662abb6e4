public import Rollcall

/// Who is a member of a workspace, and who is invited.
public struct MembersPage: Page {
  /// Its template.
  public static let template = "Access/MembersPage"

  /// What surrounds it.
  public var shell: Shell
  /// The settings.
  public var settings: String
  /// Where an invitation's form leads.
  public var invitePath: String
  /// What happened.
  public var notice: ActionNotice?
  /// A link that was just made.
  public var secret: SecretOnce?
  /// What is wrong with the form.
  public var problems: ProblemList?
  /// The members, by role and address.
  public var members: [MemberRow]
  /// The open invitations, the newest first.
  public var invitations: [InvitationRow]
  /// Whether there are any.
  public var hasInvitations: Bool
  /// For whom an invitation is.
  public var email: FormField
  /// Their role.
  public var role: FormSelect

  /// The page.
  ///
  /// - Parameters:
  ///   - mayGive: the roles that the reader may give.
  ///   - typed: what was typed for an invitation.
  public init(
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

  /// Its address.
  static func path(_ slug: String) -> String { PagePath.settings(slug, "members") }

  /// An example with every kind of content.
  public static let sample = MembersPage(
    shell: .example(.settings, title: "Members"), slug: "city-rescue", mayGive: Role.owner.given,
    members: MemberRow.samples, invitations: [.sample], typed: ("nina@example", "dispatcher"),
    problems: [FieldProblem("email", "This is not an e-mail address.")], secret: .sample,
    notice: ActionNotice(.calm, "The role is changed.", detail: "It holds from their next request on."))
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
