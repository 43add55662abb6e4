import ArgumentParser
import Foundation
import RollcallServer

/// `rollcall backup`.
struct Backup: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a checked copy of the database, also while the server runs.",
    discussion: """
      The copy is the whole database at one moment. It gets its name when it is whole, on the disk and checked; it holds
      everything that the database does, secrets of second factors too, so only its owner may read it.
      """)

  @Argument(help: "The file to write.") var file: String
  @Flag(help: "Take the place of a file that is there.") var replace = false
  @OptionGroup var options: DatabaseOptions

  func run() throws {
    let path = URL(fileURLWithPath: file).standardizedFileURL.path
    let database = try options.reporting { try options.path() }
    try options.show(BackupCommands.make(path, of: database, replacing: replace))
  }
}

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

/// `rollcall verify`.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks the whole database; ends with 1 when something is wrong.",
    discussion: """
      --heads FILE takes a statement (its ZIP file, page or cover.json), a mail, the text beside a scheduled report, a
      backup, or any text with a line that begins with “rollcall-head:”, and finds an audit that was cut or rewritten
      since that was made.
      """)

  @Option(help: ArgumentHelp("A file in which ends of audits were written down.", valueName: "file"))
  var heads: [String] = []
  @Flag(help: "With --json: also where each workspace's audit ends, to be kept elsewhere.")
  var printHeads = false
  @OptionGroup var options: DatabaseOptions

  func run() throws {
    var outcome = try options.reporting {
      let path = try options.path()
      let known = try heads.flatMap { try WrittenHeads(path: $0).heads }
      return BackupCommands.verify(path, by: known) ?? CommandRunner.run(.verify(known), database: path)
    }
    if !printHeads, case .object(var members) = outcome.result {
      members["audit"] = nil
      outcome.result = .object(members)
    }
    try options.show(outcome)
  }
}
