import GRDB

/// The steps from an empty file to the present schema: forward only, each in one transaction.
enum Migrations {
  static var all: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 the ground") { db in
      try db.execute(sql: schema1)
      try db.execute(sql: "INSERT INTO alive (id, at) VALUES (1, 0)")
    }
    migrator.registerMigration("2 the truth") { db in
      try db.execute(
        sql: schema2 + dispatchSchema + pushSchema + memberSchema + accessSchema + privacySchema)
      try db.execute(
        sql: adapterSchema + fieldSchema + mapSchema + reportSchema + doubtSchema + noticeSchema + alertSchema
          + retentionSchema + scheduleSchema)
    }
    return migrator
  }

  /// Brings the file up to date.
  ///
  /// - Throws: `StoreError.invalid` for a file written by a newer version of the program.
  static func run(on pool: DatabasePool) throws {
    try pool.writeWithoutTransaction { db in
      if try all.hasBeenSuperseded(db) {
        throw StoreError.invalid("the database was written by a newer version of Rollcall")
      }
    }
    try all.migrate(pool)
  }
}
