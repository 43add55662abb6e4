import Rollcall

/// How the kinds of reporting apps are expected to report.
struct ProfilesPage: Page {
  static let template = "Fleet/ProfilesPage"

  var shell: Shell
  var settings: String
  var rows: Rows<ProfileRow>
  var empty: EmptyState?
  var path: String
  var problems: ProblemList?
  /// The form of a new profile: its name, and which one it is a copy of; absent while there is none.
  var name: FormField
  var original: FormSelect?

  /// The list of profiles, by name.
  init(
    shell: Shell, slug: String, rows: [ProfileRow], new: ProfileCopyForm = ProfileCopyForm(),
    problems: [FieldProblem] = []
  ) {
    (self.shell, settings, self.rows) = (shell, Shell.Section.settings.path(slug), Rows(rows))
    (path, self.problems) = (PagePath.settings(slug, "profiles"), ProblemList(problems))
    name = FormField(
      "name", Words.Profiles.newName, value: new.name, hint: Words.Profiles.newNameHint, isRequired: true,
      problems: problems)
    original =
      rows.isEmpty
      ? nil
      : FormSelect(
        "copy_of", Words.Profiles.copyOf,
        choices: Choice.list(rows.map { ($0.name, $0.name) }, chosen: new.original, all: "Choose…"),
        problems: problems)
    empty =
      rows.isEmpty
      ? EmptyState(title: Words.Profiles.noneYet, advice: Words.Profiles.noneAdvice) : nil
  }
}

/// The form of a new profile, as typed.
struct ProfileCopyForm: FieldValues {
  var name = ""
  /// The name of the profile that it is a copy of.
  var original = ""

  static let fields: [Field<ProfileCopyForm>] = [.text("name", \.name), .text("copy_of", \.original)]
}

/// One profile in the list.
struct ProfileRow: PageRow {
  static let template = "Fleet/ProfileRow"

  var key, name, href: String
  /// Its rules with their intervals: `on_mission 15 s · on_duty 60 s`.
  var rules: String
  /// The kinds of incident that its people may be offered: `incidents`; `nothing`.
  var offers: String
  /// How many people report by it, and the board of those people.
  var people, board: String
}

extension ProfileRow {
  init(_ profile: Profile, slug: String, people: Int) {
    let kinds = IncidentKind.allCases.filter(profile.offeredKinds.contains).map(\.plural)
    var query = URLQuery()
    query.add("profile", profile.name)
    self.init(
      key: "profile-\(profile.name)", name: profile.name, href: ProfilePage.path(slug, profile.name),
      rules: profile.rules.map { "\($0.name) \(RuleWords.interval($0))" }.joined(separator: " · "),
      offers: kinds.isEmpty ? "nothing" : kinds.joined(separator: ", "), people: Words.grouped(people),
      board: query.link(Shell.Section.board.path(slug)))
  }
}
