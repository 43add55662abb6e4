import ArgumentParser
import RollcallServer

/// `rollcall restore`.
struct Restore: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts a backup in the place of the database, while no server runs.",
    discussion: """
      The backup is checked first. The database from before stays beside it, under a name that is printed. Killed at any
      moment, it leaves the one or the other. People who were erased since the backup was made are erased again.
      """)

  @Argument(help: "The backup.") var file: String
  @Option(name: .customLong("sha256"), help: "What its SHA-256 must be.") var sha256: String?
  @OptionGroup var options: DatabaseOptions

  func run() throws {
    let database = try options.reporting { try options.path() }
    try options.show(BackupCommands.restore(file, to: database, sha256: sha256))
  }
}
