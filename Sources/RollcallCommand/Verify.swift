import ArgumentParser
import RollcallServer

/// `rollcall verify`.
struct Verify: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks the whole database; ends with 1 when something is wrong.")

  @OptionGroup var options: DatabaseOptions

  func run() throws { try options.run(.verify) }
}
