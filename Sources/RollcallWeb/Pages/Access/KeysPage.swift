public import Rollcall

/// The keys of scripts.
public struct KeysPage: Page {
  /// Its template.
  public static let template = "Access/KeysPage"

  /// What surrounds it.
  public var shell: Shell
  /// The settings.
  public var settings: String
  /// Where the form of a new key leads.
  public var path: String
  /// What happened.
  public var notice: ActionNotice?
  /// A key that was just made.
  public var secret: SecretOnce?
  /// What is wrong with the form.
  public var problems: ProblemList?
  /// The keys, by name.
  public var keys: [KeyRow]
  /// Whether there are any.
  public var hasKeys: Bool
  /// The name of a new one.
  public var name: FormField
  /// Its role.
  public var role: FormSelect

  /// The page.
  ///
  /// - Parameters:
  ///   - mayGive: the roles that the reader may give.
  ///   - typed: what was typed for a new key.
  public init(
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

  /// Its address.
  static func path(_ slug: String) -> String { PagePath.settings(slug, "keys") }

  /// An example with every kind of content.
  public static let sample = KeysPage(
    shell: .example(.settings, title: "API keys"), slug: "city-rescue", mayGive: Role.admin.given,
    keys: [.sample], typed: ("nightly report", "auditor"),
    problems: [FieldProblem("name", "There is a key of this name.")],
    secret: .key(named: "cad", secret: "rck_2Jx0Qk7w9bYt5mZc1vR8sD4uH6nL3pA0eG7fK2hB9xM"),
    notice: ActionNotice(.calm, "The key has ended."))
}

/// A key in the list.
public struct KeyRow: PagePart {
  /// Its name.
  public var name: String
  /// Its role, for people.
  public var role: String
  /// When it was made.
  public var created: Moment
  /// When it was last used.
  public var lastUsed: Moment
  /// Where the form that ends it leads; empty when the reader may not.
  public var path: String

  /// A row from its parts.
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

  /// An example with every kind of content.
  public static let sample = KeyRow(
    name: "nightly report", role: .auditor, createdAt: PageClock.sampleNow.advanced(by: -90_000_000),
    lastUsed: PageClock.sampleNow.advanced(by: -600_000), by: .admin, slug: "city-rescue",
    clock: PageClock.sample)
}
