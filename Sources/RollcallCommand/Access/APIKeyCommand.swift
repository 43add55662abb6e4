import ArgumentParser
import RollcallServer

/// `rollcall api-key`.
struct APIKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "api-key", abstract: "Makes and ends the keys of scripts.",
    subcommands: [Issue.self, Revoke.self])

  struct Issue: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Makes a key and prints it; it is told only once.")

    @Argument var slug: String
    @Option(help: "A name to know it by.") var name: String
    @Option(help: "owner, admin, dispatcher, auditor or viewer.") var role: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.issueAPIKey(slug: slug, name: name, role: role)) }
  }

  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Ends a key at once.")

    @Argument var slug: String
    @Option(help: "Its name.") var name: String
    @OptionGroup var options: DatabaseOptions

    func run() throws { try options.run(.revokeAPIKey(slug: slug, name: name)) }
  }
}
