import ArgumentParser
import RollcallServer

/// `rollcall hold`.
struct HoldTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hold", abstract: "Keeps what must not be purged.",
    subcommands: [Add.self, Release.self, List.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Puts a person's time, or an incident with its people's reports, on hold.")

    @Argument var slug: String
    @Option(help: ArgumentHelp("Whose time.", valueName: "responder_id")) var responder: Int64?
    @Option(help: ArgumentHelp("A local day or an instant.", valueName: "2026-11-21")) var from: String?
    @Option(help: ArgumentHelp("The first day or instant after it.", valueName: "2026-11-22")) var to: String?
    @Option(help: ArgumentHelp("An incident's number instead.", valueName: "n")) var incident: Int64?
    @Option(help: "Why, in 1 to 200 characters.") var reason: String
    @Option(help: ArgumentHelp("When it ends by itself; else when it is released.", valueName: "2027-06-30"))
    var until: String?
    @OptionGroup var options: DatabaseOptions

    func validate() throws {
      let isPerson = responder != nil && from != nil && to != nil && incident == nil
      let isIncident = incident != nil && responder == nil && from == nil && to == nil
      guard isPerson || isIncident else {
        throw ValidationError("Name either --responder with --from and --to, or --incident.")
      }
    }

    func run() throws {
      if let incident {
        return try options.run(
          .hold(slug: slug, .holdIncident(incident, reason: reason, until: until)))
      }
      guard let responder, let from, let to else { return }
      try options.run(
        .hold(slug: slug, .holdPerson(responder, from: from, to: to, reason: reason, until: until)))
    }
  }

  struct Release: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Ends a hold; what has expired goes with the next purge.")

    @Argument var slug: String
    @Argument(help: ArgumentHelp(valueName: "hold_id")) var id: Int64
    @Option(help: "Why, in 1 to 200 characters.") var note: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.hold(slug: slug, .release(id, note: note))) }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the holds, those in force first.")

    @Argument var slug: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.hold(slug: slug, .list)) }
  }
}
