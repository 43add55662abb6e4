import Foundation
import SQL

/// Steps before the pool opens the file. The caller holds the lock.
enum DatabaseFile {
  /// Makes the file, readable by its owner alone, or checks that the existing one is ours.
  ///
  /// This comes before the pool: SQLite gives the log the rights of the file, and entering WAL mode would
  /// change a file of another program.
  ///
  /// - Throws: `StoreError.invalid` when the file is another program's or another build's;
  ///   `StoreError.unavailable` when it cannot be made.
  static func prepare(_ path: String) throws {
    let made = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if made >= 0 {
      close(made)
      return
    }
    guard errno == EEXIST else {
      throw StoreError.unavailable("cannot make \(path): \(String(cString: strerror(errno)))")
    }
    do {
      try look(path) { db in
        try ConnectionSettings.refuseForeign(db)
        try Schema.refuseOther(db)
      }
    } catch let error as DatabaseError where error.resultCode == .notADatabase {
      throw ConnectionSettings.notOurs
    }
    for name in [path, path + "-wal", path + "-shm"] { chmod(name, 0o600) }
  }

  /// The length of a file, bytes; 0 when unknown.
  static func length(of path: String) -> Int64 {
    var found = stat()
    return stat(path, &found) == 0 ? Int64(found.st_size) : 0
  }

  /// Looks at an existing file.
  static func look(_ path: String, _ body: (Database) throws -> Void) throws {
    do { try look(path, readonly: true, body) } catch let error as DatabaseError {
      // Killed while the file entered WAL mode, or was made: that step is rolled back before anyone can read it.
      guard error.extendedResultCode == .readOnlyRollback else { throw error }
      try look(path, readonly: false, body)
    }
  }

  private static func look(
    _ path: String, readonly: Bool, _ body: (Database) throws -> Void
  ) throws {
    var configuration = Configuration()
    configuration.readonly = readonly
    configuration.waitForLocks(seconds: 5)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.read(body)
    try queue.close()
  }
}
