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
