import SQL

/// Moves the write-ahead log into the database file. Only the writer's thread uses it.
///
/// A passive checkpoint runs after each 8 MiB of log, or when idle; it never waits for readers. SQLite starts
/// a completely copied log anew, so it stays small.
final class Checkpoints {
  private let pool: DatabasePool
  private let pagesInLog = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
  private var pagesAtLastCheckpoint: Int32 = 0
  private let pagesBetween = Int32((8 << 20) / ConnectionSettings.pageSize)

  /// Listens to the size of the log. See <https://www.sqlite.org/c3ref/wal_hook.html>.
  init(_ pool: DatabasePool) throws {
    self.pool = pool
    pagesInLog.initialize(to: 0)
    pool.writeWithoutTransaction { $0.noteLogSize(in: pagesInLog) }
  }

  deinit { pagesInLog.deallocate() }

  /// After a commit: checkpoints when the log grew enough.
  ///
  /// - Throws: `DatabaseError` when the file could not be synced.
  func committed() throws {
    if pagesInLog.pointee < pagesAtLastCheckpoint { pagesAtLastCheckpoint = 0 }
    if pagesInLog.pointee - pagesAtLastCheckpoint >= pagesBetween { try run(.passive) }
  }

  /// When there is nothing to write.
  ///
  /// - Throws: `DatabaseError` when the file could not be synced; a second try would claim success.
  func idle() throws {
    if pagesInLog.pointee > pagesAtLastCheckpoint { try run(.passive) }
  }

  /// Removes every trace of deleted rows: empties the log, and if `isWhole` rewrites the file first.
  ///
  /// `secure_delete` overwrites deleted rows, but not the copies that SQLite left between rows when it moved
  /// them from page to page. See <https://www.sqlite.org/lang_vacuum.html>.
  ///
  /// - Throws: `StoreError.unavailable` while a reader is in the way; `DatabaseError`, e.g. for a full disk.
  func scrub(isWhole: Bool) throws {
    try pool.writeWithoutTransaction { db in
      if isWhole {
        // The new file is made on disk beside the old one: memory would not hold a large one.
        try db.execute(sql: "PRAGMA temp_store = FILE")
        defer { try? db.execute(sql: "PRAGMA temp_store = MEMORY") }
        try db.execute(sql: "VACUUM")
      }
      let isBusy = try db.first("PRAGMA wal_checkpoint(TRUNCATE)", as: Int.self)
      guard isBusy == 0 else {
        throw StoreError.unavailable("somebody still reads an older state of the file")
      }
    }
    pagesAtLastCheckpoint = 0
  }

  /// At the end: stops listening.
  ///
  /// - Parameter emptyingLog: whether to leave an empty log, when no reader is in the way; the file is synced then, also
  ///   when commits were not.
  func close(emptyingLog: Bool) {
    if emptyingLog {
      try? pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      try? run(.truncate)
    }
    pool.writeWithoutTransaction { $0.noteLogSize(in: nil) }
  }

  private func run(_ kind: Database.Checkpoint) throws {
    do { try pool.writeWithoutTransaction { try $0.checkpoint(kind) } } catch let error as DatabaseError {
      // A blocking reader or a full disk need not stop the writer: the log still holds everything.
      if error.isFatal { throw error }
    }
    pagesAtLastCheckpoint = pagesInLog.pointee
  }
}
