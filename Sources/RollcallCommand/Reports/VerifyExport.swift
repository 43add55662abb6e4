import ArgumentParser
import RollcallServer

/// `rollcall verify-export`.
struct VerifyExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-export",
    abstract:
      "Says whether a file is one that was exported, whole and unaltered; ends with 1 when it is not.",
    discussion: "Of a file that was cut or altered it says which one it begins like, and how far.")

  @Argument(help: "The file in hand.") var file: String
  @OptionGroup var options: DatabaseOptions

  func run() throws {
    let inHand = try options.reporting { try ClaimedFile(path: file) }
    try options.run(.verifyExport(inHand.fingerprint, rows: inHand.rows))
  }
}
