import ArgumentParser
import RollcallServer

/// `rollcall outlet`.
struct OutletCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outlet", abstract: "Brings and lists the places to be visited.",
    subcommands: [Import.self, List.self])

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Takes a CSV file with the header name,lat,lng,external_id,radius_m; all or none.",
      discussion:
        "An outlet with a known external_id is changed, others are added. radius_m is 100 if absent.")

    @Argument var slug: String
    @Argument(help: ArgumentHelp(valueName: "file.csv")) var file: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.field(slug: slug, .importOutlets(try outlets()))) }

    private func outlets() throws -> [Seed.Outlet] {
      do { return try OutletFile.read(file) } catch { throw Failure(description: Words.of(error)) }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the outlets of a workspace.")

    @Argument var slug: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.field(slug: slug, .listOutlets)) }
  }
}

/// `rollcall visit`.
struct VisitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "visit", abstract: "Plans and lists visits to outlets.", subcommands: [Plan.self, List.self])

  struct Plan: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Plans a visit of a responder to an outlet.")

    @Argument var slug: String
    @Argument(help: ArgumentHelp(valueName: "responder_id")) var responder: Int64
    @Argument(help: ArgumentHelp(valueName: "outlet_id")) var outlet: Int64
    @Option(help: ArgumentHelp("By the workspace's clocks; else today.", valueName: "2026-11-21"))
    var day: String?
    @Option(help: ArgumentHelp("Else from the beginning of the day.", valueName: "hh:mm")) var from: String?
    @Option(help: ArgumentHelp("Else until the end of the day.", valueName: "hh:mm")) var to: String?
    @OptionGroup var options: DatabaseOptions

    func run() throws {
      try options.run(
        .field(slug: slug, .planVisit(responder: responder, outlet: outlet, day: day, from: from, to: to)))
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists the visits of a day.")

    @Argument var slug: String
    @Option(help: ArgumentHelp("By the workspace's clocks; else today.", valueName: "2026-11-21"))
    var day: String?
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.field(slug: slug, .listVisits(day: day))) }
  }
}
