import ArgumentParser

/// The one executable.
@main
struct RollcallTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollcall",
    abstract: "Who in the field can be reached, who cannot, since when, and why.",
    version: Version.number,
    subcommands: [
      Serve.self, Demo.self, WorkspaceCommand.self, MemberCommand.self, ResponderCommand.self,
      TokenCommand.self, AppCommand.self, APIKeyCommand.self, ProfileCommand.self, SeedCommand.self,
      EventCommand.self, OutletCommand.self, VisitCommand.self, RegionCommand.self, HoldTool.self,
      Simulate.self, ExportCommand.self, Verify.self, VerifyExport.self,
      Backup.self, Restore.self, DoctorCommand.self, ClockCommand.self,
      OpenAPITool.self, Version.self,
    ])
}

/// `rollcall version`.
struct Version: ParsableCommand {
  /// The version of this program.
  static let number = "0.1.0"

  static let configuration = CommandConfiguration(abstract: "Prints the version.")

  @Flag(help: "Print one JSON object.") var json = false

  func run() { print(json ? #"{"version":"\#(Self.number)"}"# : "rollcall \(Self.number)") }
}
