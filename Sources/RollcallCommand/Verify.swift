import ArgumentParser
import RollcallServer

/// `rollcall verify`.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks the whole database; ends with 1 when something is wrong.")

  @Flag(help: "With --json: also where each workspace's audit ends, to be kept elsewhere.") var heads = false
  @OptionGroup var options: DatabaseOptions

  func run() throws {
    var outcome = try options.reporting {
      let path = try options.path()
      return BackupCommands.verify(path) ?? CommandRunner.run(.verify, database: path)
    }
    if !heads, case .object(var members) = outcome.result {
      members["audit"] = nil
      outcome.result = .object(members)
    }
    try options.show(outcome)
  }
}
