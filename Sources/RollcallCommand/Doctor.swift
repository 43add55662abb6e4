import ArgumentParser
import RollcallServer

/// `rollcall doctor`.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Looks at all that a server needs and says what to do; ends with 1 when something is broken.",
    discussion: """
      Changes nothing, shows no secret, and may be run beside a server. It reads the whole database. Run it as the
      server's user, with the settings of the server.
      """)

  @Option(help: ArgumentHelp("The server's file with settings.", valueName: "file")) var config: String?
  @OptionGroup var options: DatabaseOptions

  func run() throws {
    var flags = Settings.Flags()
    flags.config = config
    flags.values["database"] = options.database
    let outcome = Doctor.examine(flags, database: try? options.path(), version: Version.number)
    try options.show(outcome)
  }
}
