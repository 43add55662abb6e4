import Rollcall

/// The links of screens on a wall.
public struct ScreensPage: Page {
  /// Its template.
  public static let template = "Access/ScreensPage"

  /// What surrounds it.
  public var shell: Shell
  /// The settings.
  public var settings: String
  /// Where the form of a new one leads.
  public var path: String
  /// What happened.
  public var notice: ActionNotice?
  /// A link that was just made.
  public var secret: SecretOnce?
  /// What is wrong with the form.
  public var problems: ProblemList?
  /// The screens, the newest first.
  public var screens: [ScreenRow]
  /// Whether there are any.
  public var hasScreens: Bool
  /// The name of a new one.
  public var name: FormField
  /// For how many days.
  public var days: FormField

  /// The page; `typed` is what was typed for a new link.
  public init(
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

  /// Its address.
  static func path(_ slug: String) -> String { PagePath.settings(slug, "screens") }

  /// A whole number from 1 to 90, of digits alone; `nil` for all else.
  static func days(_ typed: String) -> Int? {
    guard (1...2).contains(typed.utf8.count),
      typed.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let days = Int(typed),
      (1...90).contains(days)
    else { return nil }
    return days
  }

  /// An example with every kind of content.
  public static let sample = ScreensPage(
    shell: .example(.settings, title: "Screens"), slug: "city-rescue", screens: [.sample],
    typed: ("Control room", "365"), problems: [FieldProblem("days", "A whole number from 1 to 90.")],
    secret: .screen(
      named: "Control room",
      link: "https://rollcall.example.org/screen/2Jx0Qk7w9bYt5mZc1vR8sD4uH6nL3pA0eG7fK2hB9xM"),
    notice: ActionNotice(.calm, "The screen is dark."))
}

/// A screen in the list.
public struct ScreenRow: PagePart {
  /// What it is called.
  public var name: String
  /// When it was made.
  public var created: Moment
  /// When it goes dark.
  public var expires: Moment
  /// When it last asked for the board.
  public var lastSeen: Moment
  /// Where the form that makes it dark leads.
  public var path: String

  /// A row from its parts.
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

  /// An example with every kind of content.
  public static let sample = ScreenRow(
    id: 3, name: "Control room", createdAt: PageClock.sampleNow.advanced(by: -90_000_000),
    expiresAt: PageClock.sampleNow.advanced(by: 7_000_000_000),
    lastSeen: PageClock.sampleNow.advanced(by: -20_000), slug: "city-rescue", clock: PageClock.sample)
}
