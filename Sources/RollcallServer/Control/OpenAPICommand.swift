import Foundation
import RollcallWeb

/// Prints the description for `rollcall openapi`.
public enum OpenAPICommand {
  /// The description of the API for programs, as JSON.
  ///
  /// - Throws: when the templates are not found, or do not fit this program.
  public static func document() throws -> String {
    let template = URL(fileURLWithPath: try Places.find().templates).appendingPathComponent("openapi.json")
    return try OpenAPI.document(of: String(contentsOf: template, encoding: .utf8))
  }
}
