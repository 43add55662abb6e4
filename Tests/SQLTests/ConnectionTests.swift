import Foundation
import Synchronization
import Testing

@testable import SQL

/// Connections to files, and what they can beyond statements.
@Suite("Connections")
struct ConnectionTests {
  /// Lends the name of a file in a folder of its own.
  private func file(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sql-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("file.db").path)
  }

  @Test("A transaction that throws is rolled back, and the error arrives unchanged")
  func takesBack() throws {
    struct Refusal: Error {}
    try file { path throws in
      let pool = try DatabasePool(path: path)
      try pool.write {
        try $0.execute(sql: "CREATE TABLE entry (id INTEGER PRIMARY KEY); PRAGMA user_version = 7")
      }
      #expect(throws: Refusal.self) {
        try pool.write { db in
          try db.run("INSERT INTO entry (id) VALUES (1)")
          throw Refusal()
        }
      }
      try pool.writeWithoutTransaction { db in
        try db.beginTransaction()
        try db.run("INSERT INTO entry (id) VALUES (2)")
        #expect(db.isInsideTransaction)
        try db.rollback()
        try db.beginTransaction()
        try db.run("INSERT INTO entry (id) VALUES (3)")
        try db.commit()
        #expect(!db.isInsideTransaction)
      }
      #expect(try pool.read { try $0.all("SELECT id FROM entry", as: Int.self) } == [3])
      #expect(try pool.read { try $0.first("PRAGMA user_version", as: Int.self) } == 7)
      try pool.close()
    }
  }

  @Test("SQLite's errors arrive as ours from every function")
  func ownErrors() throws {
    try file { path throws in
      try Data(repeating: 7, count: 4_096).write(to: URL(fileURLWithPath: path))
      let opening = #expect(throws: DatabaseError.self) { try DatabasePool(path: path) }
      #expect(opening?.resultCode == .notADatabase)
    }
    try file { path throws in
      let queue = try DatabaseQueue(path: path)
      try queue.inDatabase { db throws in
        let parsing = #expect(throws: DatabaseError.self) { try db.run("SELECT * FROM absent") }
        #expect(parsing?.message == "no such table: absent")
        #expect(throws: DatabaseError.self) {
          try db.execute(sql: "CREATE TABLE a (b); SELECT * FROM absent")
        }
        #expect(try db.hasTable("a"))
        #expect(throws: DatabaseError.self) { try db.execute(sql: "DELETE FROM a WHERE b = \(1)") }
        #expect(throws: DatabaseError.self) { try db.commit() }
      }
      try queue.close()
      var configuration = Configuration()
      configuration.readonly = true
      let reader = try DatabaseQueue(path: path, configuration: configuration)
      let writing = #expect(throws: DatabaseError.self) {
        try reader.inDatabase { try $0.run("DELETE FROM a") }
      }
      #expect(writing?.resultCode == .readOnly)
      #expect(reader.inDatabase { $0.isReadOnly })
      try reader.close()
    }
  }

  @Test("An error is described by its number and SQLite's message")
  func words() {
    let full = DatabaseError(resultCode: .full)
    #expect(
      full.message == "database or disk is full" && "\(full.resultCode)" == "13 (database or disk is full)")
    #expect(DatabaseError(resultCode: .ioErrorSync).resultCode == .ioError)
    #expect(
      ResultCode.ioErrorSync.rawValue == 1034 && ResultCode.ioErrorFolderSync.rawValue == 1290)
    #expect(ResultCode.readOnlyRollback.rawValue == 776)
    #expect(ResultCode.constraintUnique.rawValue == 2067)
  }

  @Test(
    "The size of the log is recorded until that is switched off; a checkpoint empties it, unless there is a reader"
  )
  func checkpoints() throws {
    try file { path throws in
      let pool = try DatabasePool(path: path)
      let pages = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
      pages.initialize(to: 0)
      defer { pages.deallocate() }
      pool.writeWithoutTransaction { $0.noteLogSize(in: pages) }
      try pool.write { try $0.execute(sql: "CREATE TABLE entry (id INTEGER PRIMARY KEY)") }
      #expect(pages.pointee > 0)
      try pool.read { reader in
        _ = try reader.exists("SELECT 1 FROM entry")
        _ = try pool.write { try $0.run("INSERT INTO entry (id) VALUES (1)") }
        let busy = #expect(throws: DatabaseError.self) {
          try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        }
        #expect(busy?.extendedResultCode == .busy)
        try pool.writeWithoutTransaction { try $0.checkpoint(.passive) }
      }
      try pool.writeWithoutTransaction { db in
        try db.checkpoint(.truncate)
        db.noteLogSize(in: nil)
      }
      let log = try FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
      #expect(log == 0)
      pages.pointee = 0
      _ = try pool.write { try $0.run("INSERT INTO entry (id) VALUES (2)") }
      #expect(pages.pointee == 0)
      try pool.close()
    }
  }

  @Test("A statement is interrupted when it may not go on, and the next one is not")
  func interrupts() throws {
    try DatabaseQueue().inDatabase { db in
      let long: Query = """
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT max(i) FROM n
        """
      var asked = 0
      let error = #expect(throws: DatabaseError.self) {
        try db.whileAllowed(
          every: 100,
          by: {
            asked += 1; return asked < 3
          }
        ) { try db.run(long) }
      }
      #expect(error?.resultCode == .interrupt && asked == 3)
      var found: Int?
      try db.whileAllowed(every: 100, by: { true }) { found = try db.first(long) }
      #expect(found == 100_000)
      #expect(try db.first(long) == 100_000)
    }
  }

  @Test("Each connection is prepared, with limits and functions of its own")
  func prepares() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.set(.values, to: 3)
      db.set(.length, to: 1_000)
      db.set(.statement, to: 200)
      db.set(.attached, to: 0)
      db.add(function: "reversed") { Data($0.utf8.reversed()) }
    }
    try file { path throws in
      let pool = try DatabasePool(path: path, configuration: configuration)
      try pool.read { db throws in
        #expect(try db.first("SELECT reversed(\("abc"))") == Data("cba".utf8))
        #expect(try db.first("SELECT reversed(NULL)", as: Data.self) == nil)
        #expect(throws: DatabaseError.self) { try db.run("SELECT \(1), \(2), \(3), \(4)") }
        #expect(throws: DatabaseError.self) { try db.run("SELECT zeroblob(1001)") }
        #expect(throws: DatabaseError.self) {
          try db.run(Query(trusted: "SELECT '\(String(repeating: "x", count: 200))'"))
        }
        #expect(throws: DatabaseError.self) { try db.run("ATTACH ':memory:' AS other") }
      }
      try pool.close()
    }
  }
}
