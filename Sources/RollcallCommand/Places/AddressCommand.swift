import ArgumentParser
import RollcallServer

/// `rollcall addresses`.
struct AddressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "addresses", abstract: "Brings and removes the addresses that the field Where finds.",
    subcommands: [Import.self, Count.self, Remove.self])

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Takes a CSV file with the header name,number,town,lat,lng; all or none.",
      discussion: "It takes the place of the addresses that the workspace has. A server may run meanwhile.")

    @Argument var slug: String
    @Argument(help: ArgumentHelp(valueName: "file.csv")) var file: String
    @OptionGroup var options: DatabaseOptions

    func run() throws {
      let database = try options.reporting { try options.path() }
      let draft = try options.reporting { try AddressImport.read(file, database: database) }
      try options.run(.field(slug: slug, .adoptAddresses(draft: draft)))
    }
  }

  struct Count: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Counts the addresses of a workspace.")

    @Argument var slug: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.field(slug: slug, .countAddresses)) }
  }

  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Removes the addresses of a workspace.")

    @Argument var slug: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.field(slug: slug, .removeAddresses)) }
  }
}
