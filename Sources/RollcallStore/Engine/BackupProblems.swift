import Foundation
import SQL

/// The problems of a backup, found when it was made.
public struct BackupProblems: Sendable {
  /// In words; empty when all is well.
  public let found: [String]
  /// The end of each workspace's audit, by slug.
  public let heads: [(slug: String, head: AuditHead)]

  /// Examines a backup without changing it; `nil` when the file is something else. Blocks.
  ///
  /// - Parameter heads: ends of its chains that were written down elsewhere.
  /// - Throws: `StoreError` when it cannot be read, or was made by another build.
  public static func of(
    _ path: String, by heads: [KnownHead] = []
  ) throws(StoreError) -> BackupProblems? {
    var log = stat()
    guard stat(path + "-wal", &log) != 0 || log.st_size == 0 else { return nil }
    do { return try look(path, heads) } catch { throw StoreError(error) }
  }

  private static func look(_ path: String, _ known: [KnownHead]) throws -> BackupProblems? {
    var configuration = BackupCheck.configuration
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    guard try queue.inDatabase({ try BackupSum.isIn($0) }) else { return nil }
    try queue.inDatabase { try Schema.refuseOther($0) }
    var found: [String] = []
    do { try BackupSum.check(path, leavingAlone: true) } catch StoreError.invalid(let words) {
      found.append(words)
    }
    return try queue.inDatabase { db in
      BackupProblems(
        found: found + (try Store.problems(db)) + (try KnownHead.problems(known, db)),
        heads: try AuditHead.all(db))
    }
  }
}
