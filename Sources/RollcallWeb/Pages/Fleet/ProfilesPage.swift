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
  /// `60 s`, `900 s`; `not timed`.
  static func interval(_ rule: ProfileRule) -> String { rule.interval.map(seconds) ?? "not timed" }

  /// `degraded after 90 s, offline after 180 s`; `not timed`.
  static func thresholds(_ thresholds: Thresholds?) -> String {
    guard let thresholds else { return "not timed" }
    return
      "degraded after \(milliseconds(thresholds.degraded)), offline after \(milliseconds(thresholds.offline))"
  }

  /// The conditions: `on mission and low power mode`; `always` without any.
  static func conditions(_ when: ProfileRule.Condition?) -> String {
    guard let when else { return "always" }
    var parts: [String] = []
    if let duty = when.duty { parts.append(DutyState(rawValue: duty).map(word) ?? duty) }
    if let level = when.batteryBelow { parts.append("battery below \(Words.battery(level))") }
    if let speed = when.speedAbove { parts.append("faster than \(number(speed)) m/s") }
    if let state = when.appState { parts.append("app in the \(state)") }
    if let mode = when.powerMode {
      parts.append(mode == "low_power" ? "low power mode" : "\(mode) power mode")
    }
    if let between = when.between, between.count == 2 {
      parts.append("between \(between[0]) and \(between[1])")
    }
    return parts.isEmpty ? "always" : parts.joined(separator: " and ")
  }

  /// A number without needless decimals, at most six: `90`, `7.5`.
  static func number(_ number: Double) -> String {
    let rounded = (number * 1e6).rounded() / 1e6
    let places = (0..<6).first { Double(Words.decimal(rounded, places: $0)) == rounded } ?? 6
    return Words.decimal(rounded, places: places)
  }

  private static func milliseconds(_ length: Milliseconds) -> String { seconds(Double(length) / 1_000) }

  /// Seconds only: as in the documents and the rules' own sentences.
  private static func seconds(_ seconds: Double) -> String { "\(number(seconds)) s" }

  private static func word(_ duty: DutyState) -> String {
    switch duty {
    case .offDuty: "off duty"
    case .onDuty: "on duty"
    case .onMission: "on mission"
    }
  }
}
