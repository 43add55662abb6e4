import Rollcall
import RollcallStore

/// The keys of scripts.
struct KeysPage: Page {
  static let template = "Access/KeysPage"

  var head: FormHead
  /// The keys, by name.
  var keys: [KeyRow]
  var name: FormField
  var role: FormSelect

  /// - Parameters:
  ///   - mayGive: the roles that the reader may give.
  ///   - typed: the posted values for a new key.
  init(
    shell: Shell, slug: String, mayGive: [Role], keys: [KeyRow],
    typed: (name: String, role: String) = ("", ""), problems: [FieldProblem] = [],
    secret: SecretOnce? = nil, notice: ActionNotice? = nil
  ) {
    head = FormHead(
      shell, slug: slug, path: Self.path(slug), problems: problems, secret: secret, notice: notice)
    self.keys = keys
    name = FormField(
      "name", "Name", value: typed.name, hint: Words.Keys.auditKnowsScript, isRequired: true,
      problems: problems)
    role = FormSelect(roles: mayGive, chosen: typed.role, problems: problems)
  }

  static func path(_ slug: String) -> String { PagePath.settings(slug, "keys") }
}

struct KeyRow: PagePart {
  var name, role: String
  var created, lastUsed: Moment
  /// The target of the form that ends it; empty when the reader may not.
  var path: String

  init(_ key: APIKeyEntry, by reader: Role, slug: String, clock: PageClock) {
    (name, role) = (key.name, RoleWords.label(key.role))
    (created, lastUsed) = (clock.minute(key.createdAt), clock.age(of: key.lastUsed))
    path = reader.includes(key.role) ? "\(KeysPage.path(slug))/revoke" : ""
  }
}

/// The links of screens on a wall.
struct ScreensPage: Page {
  static let template = "Access/ScreensPage"

  var head: FormHead
  /// The screens, the newest first.
  var screens: [ScreenRow]
  var name, days: FormField

  /// - Parameter typed: the posted values for a new link.
  init(
    shell: Shell, slug: String, screens: [ScreenRow], typed: (name: String, days: String) = ("", "90"),
    problems: [FieldProblem] = [], secret: SecretOnce? = nil, notice: ActionNotice? = nil
  ) {
    head = FormHead(
      shell, slug: slug, path: Self.path(slug), problems: problems, secret: secret, notice: notice)
    self.screens = screens
    name = FormField(
      "name", "Name", value: typed.name, hint: Words.Keys.screenHint, isRequired: true, problems: problems)
    days = FormField(
      "days", Words.Keys.showsBoard, value: typed.days,
      hint: Words.Keys.mostDays(MemberStore.screenDays.upperBound),
      unit: "days", kind: .number, isRequired: true, problems: problems)
  }

  static func path(_ slug: String) -> String { PagePath.settings(slug, "screens") }
}

struct ScreenRow: PagePart {
  var name: String
  var created: Moment
  /// When it expires, and when it last asked for the board.
  var expires, lastSeen: Moment
  /// The target of the form that turns it off.
  var path: String

  init(_ screen: Screen, slug: String, clock: PageClock) {
    (name, created) = (screen.name, clock.minute(screen.createdAt))
    (expires, lastSeen) = (clock.minute(screen.expiresAt), clock.age(of: screen.lastSeen))
    path = "\(ScreensPage.path(slug))/\(screen.id.rawValue)/revoke"
  }
}
