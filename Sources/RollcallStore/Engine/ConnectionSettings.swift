import SQL

/// The settings of every connection, and the check that SQLite applied them.
enum ConnectionSettings {
  /// "RCLL": marks our files among all SQLite databases.
  static let applicationID: Int32 = 0x5243_4C4C
  /// Bytes a page. Fixed when the file is made.
  static let pageSize = 8_192

  /// The configuration of the pool: one writer, a few readers.
  static func configuration(readers: Int) -> Configuration {
    var configuration = Configuration()
    configuration.maximumReaderCount = readers
    configuration.foreignKeysEnabled = true
    configuration.waitForLocks(seconds: 5)
    configuration.prepareDatabase { db in try prepare(db) }
    return configuration
  }

  private static func prepare(_ db: Database) throws {
    if !db.isReadOnly {
      // They take effect only before the file exists. A reader must not even send them.
      try db.execute(
        sql: Query(trusted: "PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = INCREMENTAL"))
    }
    for (name, value) in [
      ("trusted_schema", "OFF"),
      ("cell_size_check", "ON"), ("mmap_size", "0"), ("temp_store", "MEMORY"), ("secure_delete", "ON"),
      ("wal_autocheckpoint", "0"), ("journal_size_limit", "67108864"), ("cache_size", "-8192"),
    ] {
      try db.execute(sql: Query(trusted: "PRAGMA \(name) = \(value)"))
    }
    OTPNumberKey.addFunction(to: db)
    db.set(.length, to: 4 << 20)
    db.set(.statement, to: 100_000)
    db.set(.attached, to: 2)
    db.set(.values, to: 1_000)
  }

  /// Sets the writer's settings and reads each one back.
  ///
  /// A pool chooses `synchronous = NORMAL` when it enters WAL mode; acknowledged means on disk, so FULL.
  ///
  /// - Parameter syncs: whether a commit waits for the disk.
  static func finishWriter(_ db: Database, syncs: Bool) throws {
    let synchronous = syncs ? 2 : 0
    try db.execute(sql: Query(trusted: "PRAGMA synchronous = \(synchronous)"))
    let mode = try db.first("PRAGMA journal_mode", as: String.self)
    guard mode == "wal" else {
      throw StoreError.unavailable("PRAGMA journal_mode is \(mode ?? "unknown"), not wal")
    }
    for (name, expected) in [
      ("synchronous", synchronous), ("foreign_keys", 1), ("trusted_schema", 0), ("wal_autocheckpoint", 0),
      ("mmap_size", 0), ("page_size", pageSize), ("auto_vacuum", 2), ("cell_size_check", 1),
      ("secure_delete", 1), ("temp_store", 2), ("journal_size_limit", 64 << 20),
    ] {
      let value = try db.first(Query(trusted: "PRAGMA \(name)"), as: Int.self)
      guard value == expected else {
        throw StoreError.unavailable(
          "PRAGMA \(name) is \(value.map(String.init) ?? "unknown"), not \(expected)")
      }
    }
  }

  /// Marks a new file as ours, and refuses a file of another program.
  static func claim(_ db: Database) throws {
    try refuseForeign(db)
    if try mark(of: db) == 0 {
      try db.execute(sql: Query(trusted: "PRAGMA application_id = \(applicationID)"))
    }
  }

  /// Refuses a file of another program, without changing it.
  static func refuseForeign(_ db: Database) throws {
    let mark = try mark(of: db)
    guard try mark == applicationID || mark == 0 && !db.exists("SELECT 1 FROM sqlite_schema") else {
      throw notOurs
    }
  }

  /// The application id of the file; 0 = none yet.
  private static func mark(of db: Database) throws -> Int32 { try db.first("PRAGMA application_id") ?? 0 }

  static let notOurs = StoreError.invalid("this is not a Rollcall database")
}

extension OTPNumberKey {
  /// The same within SQL, for queries that know the person and not the number: `NULL` of `NULL`.
  static func addFunction(to db: Database) { db.add(function: "otp_number_key", of) }
}
