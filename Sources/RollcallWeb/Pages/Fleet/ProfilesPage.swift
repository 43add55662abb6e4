import Rollcall

/// How the kinds of reporting apps are expected to report.
struct ProfilesPage: Page {
  static let template = "Fleet/ProfilesPage"

  var shell: Shell
  var settings: String
  var rows: Rows<ProfileRow>
  var empty: EmptyState?

  /// The list of profiles, by name.
  init(shell: Shell, slug: String, rows: [ProfileRow]) {
    (self.shell, settings, self.rows) = (shell, Shell.Section.settings.path(slug), Rows(rows))
    empty =
      rows.isEmpty
      ? EmptyState(
        title: Words.Profiles.noneYet, advice: Words.Profiles.noneAdvice,
        command: "rollcall profile import \(slug) seeds/profiles/responder.json") : nil
  }
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
