import Rollcall

/// The links of screens on a wall.
struct ScreensPage: Page {
  static let template = "Access/ScreensPage"

  var shell: Shell
  var settings: String
  /// Where the form of a new one leads.
  var path: String
  var notice: ActionNotice?
  /// A link that was just made.
  var secret: SecretOnce?
  var problems: ProblemList?
  /// The screens, the newest first.
  var screens: [ScreenRow]
  var hasScreens: Bool
  var name: FormField
  /// For how many days.
  var days: FormField

  /// The page; `typed` is what was typed for a new link.
  init(
    shell: Shell, slug: String, screens: [ScreenRow], typed: (name: String, days: String) = ("", "90"),
    problems: [FieldProblem] = [], secret: SecretOnce? = nil, notice: ActionNotice? = nil
  ) {
    self.shell = shell
    settings = Shell.Section.settings.path(slug)
    path = Self.path(slug)
    self.notice = notice
    self.secret = secret
    self.problems = ProblemList(problems)
    self.screens = screens
    hasScreens = !screens.isEmpty
    name = FormField(
      "name", "Name", value: typed.name, hint: "Where it hangs, e.g. Control room.", isRequired: true,
      problems: problems)
    days = FormField(
      "days", "Shows the board for", value: typed.days, hint: "At most 90 days.", unit: "days", kind: .number,
      isRequired: true, problems: problems)
  }

  static func path(_ slug: String) -> String { PagePath.settings(slug, "screens") }

  /// A whole number from 1 to 90, of digits alone; `nil` for all else.
  static func days(_ typed: String) -> Int? {
    guard (1...2).contains(typed.utf8.count),
      typed.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let days = Int(typed),
      (1...90).contains(days)
    else { return nil }
    return days
  }
}

/// A screen in the list.
struct ScreenRow: PagePart {
  var name: String
  var created: Moment
  /// When it goes dark.
  var expires: Moment
  /// When it last asked for the board.
  var lastSeen: Moment
  /// Where the form that makes it dark leads.
  var path: String

  init(
    id: Int64, name: String, createdAt: Timestamp, expiresAt: Timestamp, lastSeen: Timestamp?, slug: String,
    clock: PageClock
  ) {
    self.name = name
    created = clock.minute(createdAt)
    expires = clock.minute(expiresAt)
    self.lastSeen = clock.age(of: lastSeen)
    path = "\(ScreensPage.path(slug))/\(id)/revoke"
  }
}
