import ArgumentParser
import RollcallServer

/// `rollcall workspace`.
struct WorkspaceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "workspace", abstract: "Makes, changes and lists workspaces.",
    subcommands: [Add.self, Change.self, List.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a workspace with the five profiles of the seeds.")

    @Argument(help: "Its name in URLs.") var slug: String
    @Option(help: "Its name for people.") var name: String
    @Option(help: ArgumentHelp("For example Europe/Ljubljana.", valueName: "area/city")) var timeZone: String
    @Option(help: "Two letters, for example SI: how telephone numbers without a country code are read.")
    var country: String?
    @Option(help: ArgumentHelp("How many days pings are kept.", valueName: "n")) var retentionDays = 90
    @OptionGroup var options: DatabaseOptions

    func run() throws {
      try options.run(
        .addWorkspace(
          slug: slug, name: name, timeZone: timeZone, retentionDays: retentionDays,
          profiles: try Places.find().profiles(), country: country))
    }
  }

  struct Change: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Changes a workspace; what is not named stays.")

    @Argument var slug: String
    @Option(help: "Its name for people.") var name: String?
    @Option(help: ArgumentHelp("For example Europe/Ljubljana.", valueName: "area/city")) var timeZone: String?
    @Option(help: ArgumentHelp("How many days pings are kept.", valueName: "n")) var retentionDays: Int?
    @Option(help: "Two letters, for example SI: how telephone numbers without a country code are read.")
    var country: String?
    @Option(
      help: ArgumentHelp("Whether everybody who is offline is an alert.", valueName: "on|off"))
    var offlineAlerts: Switch?
    @Flag(help: "Say what the retention would purge, and change nothing.") var preview = false
    @OptionGroup var options: DatabaseOptions

    func run() throws {
      if preview { return try options.run(.previewRetention(slug: slug, days: retentionDays)) }
      try options.run(
        .setWorkspace(
          slug: slug, name: name, timeZone: timeZone, retentionDays: retentionDays,
          tellsOffline: offlineAlerts.map { $0 == .on }, country: country))
    }

    enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the workspaces.")

    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.listWorkspaces) }
  }
}
