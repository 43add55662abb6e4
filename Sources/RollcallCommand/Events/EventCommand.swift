import ArgumentParser
import RollcallServer

/// `rollcall event`.
struct EventCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "event", abstract: "Makes events and adds their participants.",
    subcommands: [Add.self, Join.self, List.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Makes an event without participants.")

    @Argument var slug: String
    @Argument(help: "Its name in URLs.") var event: String
    @Option(help: "Its name for people.") var name: String
    @Option(help: ArgumentHelp("When it begins; else with its first activity.", valueName: "day|instant"))
    var from: String?
    @Option(help: ArgumentHelp("When it ends; else it is open.", valueName: "day|instant")) var to: String?
    @OptionGroup var options: DatabaseOptions

    func run() throws {
      try options.run(.field(slug: slug, .addEvent(event: event, name: name, from: from, to: to)))
    }
  }

  struct Join: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Lets responders take part in an event, by their ids or by their profile.")

    @Argument var slug: String
    @Argument var event: String
    @Argument(help: ArgumentHelp(valueName: "responder_id")) var people: [Int64] = []
    @Option(help: "Everybody who is active and has this profile.") var profile: String?
    @OptionGroup var options: DatabaseOptions

    func validate() throws {
      guard !people.isEmpty || profile != nil else { throw ValidationError("name responders or a profile") }
    }

    func run() throws {
      try options.run(.field(slug: slug, .join(event: event, people: people, profile: profile)))
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the events of a workspace.")

    @Argument var slug: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.field(slug: slug, .listEvents)) }
  }
}
