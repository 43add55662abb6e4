import ArgumentParser
import RollcallServer

/// `rollcall convert`.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Moves a database from before packed positions into a new file, with the server stopped.",
    discussion: """
      The old file is only read. Whatever ends the command, Ctrl-C too: called again it goes on where it was. Before it \
      says that it is done, it has compared both files, and checked the new one as `rollcall verify` does. Until then \
      no server takes the new file.
      """)

  @Argument(help: "The database as it is.") var old: String
  @Argument(help: "The file to write.") var new: String
  @Flag(help: "Print one JSON object on the last line of standard output.") var json = false

  func run() throws {
    try Terminal.show(ConversionCommand.run(old, to: new, tell: Terminal.report), json: json)
  }
}
