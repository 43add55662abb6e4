import ArgumentParser
import Foundation
import RollcallServer

/// `rollcall export`.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes what is held into files.", subcommands: [OneResponder.self])

  struct OneResponder: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "responder",
      abstract: "Writes everything held about one responder into a new file, as JSON.",
      discussion: "The server writes the file when it runs; an entry of the audit says so.")

    @Argument var slug: String
    @Argument(help: "The responder's number.") var id: Int64
    @Option(help: "The file; it must not be there yet.") var out: String
    @OptionGroup var options: DatabaseOptions

    func run() throws {
      // The server runs in a different working directory.
      let path = URL(fileURLWithPath: out).standardizedFileURL.path
      try options.run(.exportResponder(slug: slug, id: id, path: path))
    }
  }
}
