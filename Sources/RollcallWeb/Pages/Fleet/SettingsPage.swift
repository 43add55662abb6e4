import Rollcall

/// The groups of a workspace's settings, by the words of their addresses, in the order of their list.
enum SettingsGroup: String, CaseIterable {
  case workspace, profiles, dispatch, templates, flags, outlets, regions, addresses, channels, escalation
  case members, keys, screens

  var label: String {
    switch self {
    case .outlets: "Sites"
    case .keys: Words.Settings.apiKeys
    case .flags: Words.Settings.rollout
    default: Words.capitalized(rawValue)
    }
  }
}

/// One group of settings: its name, its page, and its present state.
struct SettingsEntry: PagePart {
  var link: Link
  var summary: String
}

/// The settings of a workspace, with their present state.
struct SettingsPage: Page {
  static let template = "Fleet/SettingsPage"

  var shell: Shell
  var entries: [SettingsEntry]

  /// - Parameters:
  ///   - profiles: the names of the workspace's profiles.
  ///   - dispatch: the times for answers and graces.
  ///   - server: the page of the installation; empty for readers who do not own it.
  ///   - flags: each flag's name and its percentage of people.
  init(
    shell: Shell, slug: String, timeZone: String, retentionDays: Int, profiles: [String],
    dispatch: String = "", server: String = "", flags: [(name: String, percent: Int)]
  ) {
    self.shell = shell
    let partly = flags.filter { $0.percent < 100 }.map { "\(FlagSetting.title(of: $0.name)) \($0.percent) %" }
    let summary = { (group: SettingsGroup) -> String in
      switch group {
      case .workspace: Words.Settings.aboutWorkspace(shell.workspace, timeZone, retentionDays)
      case .profiles: profiles.isEmpty ? Words.Settings.noneYet : profiles.joined(separator: " · ")
      case .dispatch: dispatch
      case .templates: Words.Settings.aboutTemplates
      case .flags: partly.isEmpty ? Words.Settings.allFlagsOn : partly.joined(separator: " · ")
      case .outlets: Words.Settings.aboutOutlets
      case .regions: Words.Settings.aboutRegions
      case .addresses: Words.Settings.aboutAddresses
      case .channels: Words.Settings.aboutChannels
      case .escalation: Words.Settings.aboutEscalation
      case .members: Words.Settings.aboutMembers
      case .keys: Words.Settings.aboutKeys
      case .screens: Words.Settings.aboutScreens
      }
    }
    entries = SettingsGroup.allCases.map { group in
      SettingsEntry(
        link: Link(label: group.label, href: PagePath.settings(slug, group.rawValue)), summary: summary(group)
      )
    }
    if !server.isEmpty {
      entries.append(
        SettingsEntry(link: Link(label: Words.Server.title, href: server), summary: Words.Server.about))
    }
  }
}

/// Which behaviours are on, and for how many.
struct FlagsPage: Page {
  static let template = "Fleet/FlagsPage"

  var head: FormHead
  var flags: [FlagSetting]

  /// - Parameter flags: each flag's name, its percentage as stored or as typed, and the number of people for
  ///   whom it is on, of how many, by the stored percentage.
  init(
    shell: Shell, slug: String, flags: [(name: String, percent: String, on: Int, total: Int)],
    problems: [FieldProblem] = [], notice: ActionNotice? = nil
  ) {
    head = FormHead(
      shell, slug: slug, path: PagePath.settings(slug, "flags"), problems: problems, notice: notice)
    self.flags = flags.map {
      FlagSetting(name: $0.name, percent: $0.percent, on: $0.on, total: $0.total, problems: problems)
    }
  }
}

/// A flag: a behaviour that can be on for a part of the people.
struct FlagSetting: PagePart {
  var title: String
  var about: String
  /// The behaviour where it is off.
  var off: String
  /// For how many percent it is on.
  var percent: FormField
  /// `20 of 41 people now`.
  var people: String

  init(name: String, percent: String, on: Int, total: Int, problems: [FieldProblem]) {
    (title, about, off) = Self.words[name] ?? (name, "", "")
    self.percent = FormField(
      name, Words.Settings.onFor, value: percent, unit: Words.Settings.ofPeople, kind: .number,
      isRequired: true, problems: problems
    )
    people = Words.Settings.nowOnForOf(Words.grouped(on), Words.count(total, "person", "people"))
  }

  /// What a flag is called on pages.
  static func title(of name: String) -> String { words[name]?.0 ?? name }

  private static let words = [
    "adaptive_intervals": (
      Words.Settings.adaptiveIntervalsTitle, Words.Settings.adaptiveIntervals,
      Words.Settings.adaptiveIntervalsOff
    ),
    "server_thresholds": (
      Words.Settings.serverThresholdsTitle, Words.Settings.serverThresholds,
      Words.Settings.serverThresholdsOff
    ),
    "native_fallback": (
      Words.Settings.nativeFallbackTitle, Words.Settings.nativeFallback,
      Words.Settings.nativeFallbackOff
    ),
  ]
}
