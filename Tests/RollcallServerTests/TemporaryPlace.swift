import Foundation
import Rollcall
import RollcallStore

@testable import RollcallServer

/// A folder of its own for one test, taken away at the end.
final class TemporaryPlace: Sendable {
  let path: String
  var database: String { path + "/rollcall.db" }

  init(name: String = "rollcall-\(UUID().uuidString)") throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    let file = path + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  func open() throws -> Store { try Store(path: database) }
}

extension AdminCommand {
  /// A workspace `north` with one profile.
  static let addNorth = AdminCommand.addWorkspace(
    slug: "north", name: "North", timeZone: "Europe/Ljubljana", retentionDays: 90,
    profiles: [
      Profile(name: "responder", offers: ["incident"], rules: [ProfileRule(name: "on_duty", interval: 60)])
    ])
}
