import Foundation
import SQL

/// The new file of a conversion while it is filled. It has today's tables and two more, which say of what and how far; a
/// mark of its own keeps servers away from it until they are gone.
struct ConversionTarget {
  /// The mark of a file that is not complete.
  static let mark: Int32 = 0x434f_4e56
  let db: Database

  /// How far one step has come.
  struct Step: Equatable {
    /// The last row number, or the last millisecond, that was carried over.
    var place: Int64
    var isDone = false
  }

  /// Makes the file, or finds the one that was begun.
  ///
  /// - Throws: `StoreError.conflict` for a file that is not an unfinished conversion of this source.
  static func prepare(_ path: String, for source: ConversionSource) throws {
    let made = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    if made >= 0 {
      FileOwner.follow(made, beside: source.path)
      close(made)
      return
    }
    guard errno == EEXIST else { throw BackupFile.failure("cannot make \(path)") }
    // Killed before there was anything in it.
    if DatabaseFile.length(of: path) == 0 { return }
    do { try DatabaseFile.look(path) { try check($0, path, source) } } catch let error as DatabaseError {
      guard error.resultCode == .notADatabase else { throw error }
      throw occupied(path)
    }
  }

  private static func occupied(_ path: String) -> StoreError { .conflict("\(path) is there already") }

  private static func check(_ db: Database, _ path: String, _ source: ConversionSource) throws {
    // Killed while the tables were made: they are rolled back.
    guard try db.exists("SELECT 1 FROM sqlite_schema") else { return }
    guard try db.first("PRAGMA user_version") == mark, try db.hasTable("conversion") else {
      throw occupied(path)
    }
    guard try db.first("SELECT origin FROM conversion") == source.origin else {
      throw StoreError.conflict(
        "\(path) was begun for another database, or for this one before it changed: remove it, or name another file"
      )
    }
    guard try db.first("SELECT schema FROM conversion") == Schema.mark else {
      throw StoreError.conflict("\(path) was begun by another build: remove it, or name another file")
    }
  }

  /// Makes the tables, unless that is done.
  func begin(_ source: ConversionSource) throws {
    if try db.hasTable("conversion") { return }
    try write {
      try ConnectionSettings.claim(db)
      try db.execute(sql: Query(trusted: Schema.text))
      try db.execute(
        sql: """
          CREATE TABLE conversion (origin TEXT NOT NULL, schema INTEGER NOT NULL) STRICT;
          CREATE TABLE conversion_step (name TEXT PRIMARY KEY, place INTEGER NOT NULL, is_done INTEGER NOT NULL)
            STRICT, WITHOUT ROWID;
          """)
      try db.run("INSERT INTO conversion (origin, schema) VALUES (\(source.origin), \(Schema.mark))")
      try db.execute(sql: Query(trusted: "PRAGMA user_version = \(Self.mark)"))
    }
  }

  /// Writes in a transaction, all or nothing.
  func write<Result>(_ body: () throws -> Result) throws -> Result {
    try db.beginTransaction()
    do {
      let result = try body()
      try db.commit()
      return result
    } catch {
      // Some errors have rolled back already.
      if db.isInsideTransaction { try db.rollback() }
      throw error
    }
  }

  /// How far a step has come; `nil` = it has not begun.
  func step(_ name: String) throws -> Step? {
    try db.first("SELECT place, is_done FROM conversion_step WHERE name = \(name)") { row in
      Step(place: try row[0], isDone: try row[1])
    }
  }

  /// Remembers how far a step has come, in the transaction of what it wrote.
  func save(_ step: Step, of name: String) throws {
    try db.run(
      """
      INSERT INTO conversion_step (name, place, is_done) VALUES (\(name), \(step.place), \(step.isDone))
      ON CONFLICT (name) DO UPDATE SET place = excluded.place, is_done = excluded.is_done
      """)
  }

  /// Makes it a database of this build.
  func finish() throws {
    try write {
      try db.execute(sql: "DROP TABLE conversion; DROP TABLE conversion_step")
      try db.execute(sql: Query(trusted: "PRAGMA user_version = \(Schema.mark)"))
    }
  }
}
