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

/// A key in the list.
struct KeyRow: PagePart {
  var name, role: String
  var created, lastUsed: Moment
  /// The target of the form that ends it; empty when the reader may not.
  var path: String
}

extension KeyRow {
  init(
    name: String, role: Role, createdAt: Timestamp, lastUsed: Timestamp?, by reader: Role, slug: String,
    clock: PageClock
  ) {
    self.init(
      name: name, role: RoleWords.label(role), created: clock.minute(createdAt),
      lastUsed: clock.age(of: lastUsed),
      path: reader.includes(role) ? "\(KeysPage.path(slug))/revoke" : "")
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
      "name", "Name", value: typed.name, hint: Words.Keys.screenHint, isRequired: true,
      problems: problems)
    days = FormField(
      "days", Words.Keys.showsBoard, value: typed.days,
      hint: Words.Keys.mostDays(MemberStore.screenDays.upperBound),
      unit: "days", kind: .number, isRequired: true, problems: problems)
  }

  static func path(_ slug: String) -> String { PagePath.settings(slug, "screens") }
}

/// A screen in the list.
struct ScreenRow: PagePart {
  var name: String
  var created: Moment
  /// When it expires, and when it last asked for the board.
  var expires, lastSeen: Moment
  /// The target of the form that turns it off.
  var path: String
}

extension ScreenRow {
  init(
    id: Int64, name: String, createdAt: Timestamp, expiresAt: Timestamp, lastSeen: Timestamp?, slug: String,
    clock: PageClock
  ) {
    self.init(
      name: name, created: clock.minute(createdAt), expires: clock.minute(expiresAt),
      lastSeen: clock.age(of: lastSeen), path: "\(ScreensPage.path(slug))/\(id)/revoke")
  }
}
