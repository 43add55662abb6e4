/// One group of settings.
struct SettingsEntry: PagePart {
  /// Its name, and where it is changed.
  var link: Link
  /// How it stands now.
  var summary: String
}

/// The settings of a workspace: what there is, and how it stands.
struct SettingsPage: Page {
  static let template = "Fleet/SettingsPage"

  var shell: Shell
  /// The groups.
  var entries: [SettingsEntry]

  /// The groups with one line on each.
  ///
  /// - Parameters:
  ///   - slug: the workspace's name in URLs.
  ///   - profiles: the names of the workspace's profiles.
  ///   - dispatch: how long answers and graces take.
  ///   - flags: each flag's name and for how many percent of the people it is on.
  init(
    shell: Shell, slug: String, timeZone: String, retentionDays: Int, profiles: [String],
    dispatch: String = "", flags: [(name: String, percent: Int)]
  ) {
    self.shell = shell
    let partly = flags.filter { $0.percent < 100 }
    let flagWords =
      partly.isEmpty
      ? "All are on for everybody"
      : partly.map { "\($0.name) \($0.percent) %" }.joined(separator: " · ")
    entries = [
      Self.entry(
        slug, "workspace", "Workspace",
        "\(shell.workspace) · \(timeZone) · positions are kept for \(retentionDays) days"),
      Self.entry(
        slug, "profiles", "Profiles",
        profiles.isEmpty ? "None yet" : profiles.joined(separator: " · ")),
      Self.entry(slug, "dispatch", "Dispatch", dispatch),
      Self.entry(slug, "flags", "Flags", flagWords),
      Self.entry(slug, "outlets", "Outlets", "Places to be visited, and how near one must be"),
      Self.entry(slug, "regions", "Regions", "By which alerts and availability are counted, on the map"),
      Self.entry(
        slug, "channels", "Channels", "Who is told of alerts outside of the console, and what became of it"),
      Self.entry(slug, "members", "Members", "Who may log in, their roles, invitations"),
      Self.entry(slug, "keys", "API keys", "For scripts: each with a role, shown once"),
      Self.entry(slug, "screens", "Screens", "Links that show the board on a wall"),
    ]
  }

  private static func entry(_ slug: String, _ group: String, _ label: String, _ summary: String)
    -> SettingsEntry
  { SettingsEntry(link: Link(label: label, href: PagePath.settings(slug, group)), summary: summary) }
}
