import ArgumentParser
import RollcallServer

/// `rollcall openapi`.
struct OpenAPITool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi", abstract: "Prints the description of the API for programs, OpenAPI 3.1.")

  func run() throws { print(try OpenAPICommand.document(), terminator: "") }
}
