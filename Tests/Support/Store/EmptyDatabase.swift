import Foundation
import SQL

@testable import RollcallStore

/// A database that has every table and no row but those of the schema: made once, copied for each test.
package enum EmptyDatabase {
  private static let bytes = Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "empty-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("rollcall.db")
    let pool = try DatabasePool(
      path: file.path, configuration: ConnectionSettings.configuration(readers: 1))
    try pool.writeWithoutTransaction { db in
      try ConnectionSettings.claim(db)
      try ConnectionSettings.finishWriter(db, syncs: false)
    }
    try pool.write { try Schema.make(in: $0) }
    // What is only in the log would not be in a copy.
    try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try pool.close()
    return try Data(contentsOf: file)
  }

  /// Writes a copy, for its owner alone.
  package static func copy(to path: String) throws {
    try bytes.get().write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }
}
