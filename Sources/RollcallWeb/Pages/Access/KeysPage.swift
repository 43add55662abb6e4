import Rollcall

/// The keys of scripts.
struct KeysPage: Page {
  static let template = "Access/KeysPage"

  var shell: Shell
  var settings: String
  /// Where the form of a new key leads.
  var path: String
  var notice: ActionNotice?
  /// A key that was just made.
  var secret: SecretOnce?
  var problems: ProblemList?
  /// The keys, by name.
  var keys: [KeyRow]
  var hasKeys: Bool
  var name: FormField
  /// Its role.
  var role: FormSelect

  /// The page.
  ///
  /// - Parameters:
  ///   - mayGive: the roles that the reader may give.
  ///   - typed: what was typed for a new key.
  init(
    shell: Shell, slug: String, mayGive: [Role], keys: [KeyRow],
    typed: (name: String, role: String) = ("", ""),
    problems: [FieldProblem] = [], secret: SecretOnce? = nil, notice: ActionNotice? = nil
  ) {
    self.shell = shell
    settings = Shell.Section.settings.path(slug)
    path = Self.path(slug)
    self.notice = notice
    self.secret = secret
    self.problems = ProblemList(problems)
    self.keys = keys
    hasKeys = !keys.isEmpty
    name = FormField(
      "name", "Name", value: typed.name, hint: "The audit knows the script by it.", isRequired: true,
      problems: problems)
    role = FormSelect(
      "role", "Role", choices: Choice.roles(mayGive, chosen: typed.role), hint: RoleWords.hint(mayGive),
      problems: problems)
  }

  static func path(_ slug: String) -> String { PagePath.settings(slug, "keys") }
}

/// A key in the list.
struct KeyRow: PagePart {
  var name: String
  /// Its role, for people.
  var role: String
  var created: Moment
  /// When it was last used.
  var lastUsed: Moment
  /// Where the form that ends it leads; empty when the reader may not.
  var path: String

  init(
    name: String, role: Role, createdAt: Timestamp, lastUsed: Timestamp?, by reader: Role, slug: String,
    clock: PageClock
  ) {
    self.name = name
    self.role = RoleWords.label(role)
    created = clock.minute(createdAt)
    self.lastUsed = clock.age(of: lastUsed)
    path = reader.includes(role) ? "\(KeysPage.path(slug))/revoke" : ""
  }
}
