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
        title: "No profiles yet.", advice: "Import one on the server.",
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

/// The words of rules.
enum RuleWords {
  /// `60 s`, `15 min`; `not timed`.
  static func interval(_ rule: ProfileRule) -> String {
    rule.interval.map { Words.exactly(seconds: $0) } ?? "not timed"
  }

  /// `limited after 90 s, offline after 3 min`; `not timed`.
  static func thresholds(_ thresholds: Thresholds?) -> String {
    guard let thresholds else { return "not timed" }
    let (limited, offline) = (Words.exactly(thresholds.degraded), Words.exactly(thresholds.offline))
    return "limited after \(limited), offline after \(offline)"
  }

  /// The conditions: `on mission and low power mode`; `always` without any.
  static func conditions(_ when: ProfileRule.Condition?) -> String {
    guard let when else { return "always" }
    var parts: [String] = []
    if let duty = when.duty { parts.append(DutyState(rawValue: duty).map(word) ?? duty) }
    if let level = when.batteryBelow { parts.append("battery below \(Words.share(level))") }
    if let speed = when.speedAbove { parts.append("faster than \(Words.speed(speed))") }
    if let state = when.appState { parts.append("app in the \(state)") }
    if let mode = when.powerMode {
      parts.append(mode == "low_power" ? "low power mode" : "\(mode) power mode")
    }
    if let between = when.between, between.count == 2 {
      parts.append("between \(between[0]) and \(between[1])")
    }
    return parts.isEmpty ? "always" : parts.joined(separator: " and ")
  }

  private static func word(_ duty: DutyState) -> String {
    switch duty {
    case .offDuty: "off duty"
    case .onDuty: "on duty"
    case .onMission: "on mission"
    }
  }
}
