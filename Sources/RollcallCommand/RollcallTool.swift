import ArgumentParser
import RollcallServer

/// The one executable.
@main
struct RollcallTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollcall",
    abstract: "Who in the field can be reached, who cannot, since when, and why.",
    version: Version.text,
    subcommands: [
      Serve.self, Demo.self, WorkspaceCommand.self, MemberCommand.self, ResponderCommand.self,
      TokenCommand.self, AppCommand.self, APIKeyCommand.self, ProfileCommand.self, SeedCommand.self,
      EventCommand.self, OutletCommand.self, VisitCommand.self, RegionCommand.self, AddressCommand.self,
      HoldTool.self,
      Simulate.self, ExportCommand.self, Verify.self, VerifyExport.self,
      Backup.self, Restore.self, Convert.self, DoctorCommand.self, ClockCommand.self,
      OpenAPITool.self, Version.self,
    ])
}

/// `rollcall version`.
struct Version: ParsableCommand {
  static let number = "1.0.0-dev"

  static var text: String { commit.map { "\(number) (\($0))" } ?? number }

  /// Where the program's files are, with its version.
  static func places() throws -> Places {
    var places = try Places.find()
    places.version = text
    return places
  }

  static let configuration = CommandConfiguration(
    abstract: "Prints the version, and the commit it was built from.")

  @Flag(help: "Print one JSON object.") var json = false

  func run() {
    let commit = Self.commit.map { "\"\($0)\"" } ?? "null"
    print(json ? #"{"version":"\#(Self.number)","commit":\#(commit)}"# : "rollcall \(Self.text)")
  }
}

/// `rollcall openapi`.
struct OpenAPITool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi", abstract: "Prints the description of the API for programs, OpenAPI 3.1.")

  func run() throws { print(try OpenAPICommand.document(), terminator: "") }
}
