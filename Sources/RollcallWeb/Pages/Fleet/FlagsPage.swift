/// A flag: a behaviour that can be given to a part of the people.
struct FlagSetting: PagePart {
  /// Its name, as phones see it.
  var name: String
  var about: String
  /// What happens where it is off.
  var off: String
  /// For how many percent it is on.
  var percent: FormField
  /// `20 of 41 people now`.
  var people: String

  /// A flag.
  ///
  /// - Parameters:
  ///   - name: `adaptive_intervals`, `server_thresholds` or `native_fallback`.
  ///   - percent: what is stored, or what was typed.
  ///   - on: for how many people it is on by what is stored.
  ///   - total: of how many.
  init(name: String, percent: String, on: Int, total: Int, problems: [FieldProblem]) {
    self.name = name
    (about, off) = Self.words[name] ?? ("", "")
    self.percent = FormField(
      name, "On for", value: percent, unit: "% of people", kind: .number, isRequired: true, problems: problems
    )
    people = "Now on for \(Words.grouped(on)) of \(Words.count(total, "person", "people"))."
  }

  private static let words = [
    "adaptive_intervals": (
      "The interval follows the profile's rules: duty, motion, battery, time of day.",
      "the profile's last rule is in force whatever the conditions."
    ),
    "server_thresholds": (
      "Degraded and offline after the times that this workspace's profiles say.",
      "the thresholds of the profile's original document are in force."
    ),
    "native_fallback": (
      "The app may fall back on its own native location code where the platform's is not enough.",
      "the app uses the platform's own location API only."
    ),
  ]
}

/// Which behaviours are on, and for how many.
struct FlagsPage: Page {
  static let template = "Fleet/FlagsPage"

  var shell: Shell
  var settings: String
  var path: String
  var notice: ActionNotice?
  var problems: ProblemList?
  /// The flags.
  var flags: [FlagSetting]

  /// The form.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - flags: each flag's name, its percentage as stored or as typed, and for how many of how many people it is on.
  ///   - problems: what is wrong, by the flags' names; see `percent(_:)`.
  ///   - notice: what happened, e.g. that it was saved.
  init(
    shell: Shell, slug: String, flags: [(name: String, percent: String, on: Int, total: Int)],
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) {
    self.shell = shell
    settings = Shell.Section.settings.path(slug)
    path = PagePath.settings(slug, "flags")
    self.notice = notice
    self.problems = ProblemList(problems)
    self.flags = flags.map {
      FlagSetting(name: $0.name, percent: $0.percent, on: $0.on, total: $0.total, problems: problems)
    }
  }

  /// The percentage that was typed, 0 to 100; `nil` for anything else.
  static func percent(_ text: String) -> Int? {
    let isDigits = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isDigits, (1...3).contains(text.utf8.count), let number = Int(text), number <= 100 else {
      return nil
    }
    return number
  }
}
