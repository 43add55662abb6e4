import GRDB
import GRDBSQLite

/// How every connection is set up, and proof that SQLite took the settings.
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
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { db in try prepare(db) }
    return configuration
  }

  private static func prepare(_ db: Database) throws {
    if !db.configuration.readonly {
      // They take effect only before the file exists. A reader may not even say them.
      try db.execute(sql: "PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = INCREMENTAL")
    }
    for (name, value) in [
      ("trusted_schema", "OFF"),
      ("cell_size_check", "ON"), ("mmap_size", "0"), ("temp_store", "MEMORY"), ("secure_delete", "ON"),
      ("wal_autocheckpoint", "0"), ("journal_size_limit", "67108864"), ("cache_size", "-8192"),
    ] {
      try db.execute(sql: "PRAGMA \(name) = \(value)")
    }
    db.add(function: OTPNumberKey.function)
    let connection = db.sqliteConnection
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 4 << 20)
    sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, 100_000)
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 2)
    sqlite3_limit(connection, SQLITE_LIMIT_VARIABLE_NUMBER, 1_000)
  }

  /// Sets what only the writer needs and reads every setting back.
  ///
  /// GRDB chooses `synchronous = NORMAL` when it enters WAL mode; acknowledged means on disk, so FULL.
  ///
  /// - Parameter syncs: Whether a commit waits for the disk.
  static func finishWriter(_ db: Database, syncs: Bool) throws {
    let synchronous = syncs ? 2 : 0
    try db.execute(sql: "PRAGMA synchronous = \(synchronous)")
    for (name, expected) in [
      ("journal_mode", "wal"), ("synchronous", "\(synchronous)"), ("foreign_keys", "1"),
      ("trusted_schema", "0"),
      ("wal_autocheckpoint", "0"), ("mmap_size", "0"), ("page_size", "\(pageSize)"), ("auto_vacuum", "2"),
      ("cell_size_check", "1"), ("secure_delete", "1"), ("temp_store", "2"),
      ("journal_size_limit", "67108864"),
    ] {
      let value = try String.fetchOne(db, sql: "PRAGMA \(name)")
      guard value == expected else {
        throw StoreError.unavailable("PRAGMA \(name) is \(value ?? "unknown"), not \(expected)")
      }
    }
  }

  /// Marks a new file as ours, and refuses a file of another program.
  static func claim(_ db: Database) throws {
    let found = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
    if found == 0, tables == 0 { return try db.execute(sql: "PRAGMA application_id = \(applicationID)") }
    guard found == applicationID else { throw notOurs }
  }

  /// Refuses a file of another program, without a change to it.
  static func refuseForeign(_ db: Database) throws {
    let found = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
    guard found == applicationID || (found == 0 && tables == 0) else { throw notOurs }
  }

  private static let notOurs = StoreError.invalid("this is not a Rollcall database")
}

extension OTPNumberKey {
  /// The same within SQL, for whoever knows the person and not the number: `NULL` of `NULL`.
  static var function: DatabaseFunction {
    DatabaseFunction("otp_number_key", argumentCount: 1, pure: true) { values in
      values.first.flatMap { String.fromDatabaseValue($0) }.map(of)
    }
  }
}
