import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("Opening the file")
struct OpeningTests {
  @Test("SQLite took every setting of the writer")
  func writerSettings() throws {
    let fixture = try TestStore(syncs: true, hasTables: false)
    let settings = try fixture.store.pool.writeWithoutTransaction { try $0.settings() }
    #expect(
      settings == [
        "synchronous": "2", "journal_mode": "wal", "foreign_keys": "1", "trusted_schema": "0",
        "cell_size_check": "1", "mmap_size": "0", "page_size": "8192", "auto_vacuum": "2",
        "temp_store": "2", "secure_delete": "1", "wal_autocheckpoint": "0", "busy_timeout": "5000",
        "application_id": "1380142156",
      ])
  }

  @Test("Readers cannot write, trust no schema and never checkpoint")
  func readerSettings() throws {
    let fixture = try TestStore(hasTables: false)
    let settings = try fixture.store.pool.read { try $0.settings() }
    #expect(settings["trusted_schema"] == "0")
    #expect(settings["wal_autocheckpoint"] == "0")
    #expect(settings["mmap_size"] == "0")
    #expect(throws: DatabaseError.self) {
      try fixture.store.pool.read { try $0.execute(sql: "UPDATE alive SET at = 0") }
    }
  }

  @Test("The files are their owner's alone")
  func rights() throws {
    let fixture = try TestStore(hasTables: false)
    for suffix in ["", "-wal", "-shm", ".lock"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path + suffix)
      let rights = try #require(attributes[.posixPermissions] as? NSNumber)
      #expect(rights.intValue == 0o600, "\(suffix)")
    }
  }

  @Test("A second opener is refused until the first has closed")
  func lock() throws {
    let fixture = try TestStore()
    let refusal = StoreError.unavailable("\(fixture.path) is in use by another process")
    #expect(throws: refusal) { try Store(path: fixture.path) }
    fixture.store.close()
    let second = try Store(path: fixture.path)
    #expect(throws: refusal) { try Store(path: fixture.path) }
    second.close()
  }

  @Test("A store that nobody closed keeps the lock until its writer has ended")
  func forgotten() throws {
    let fixture = try TestStore()
    fixture.store.close()
    do { _ = try Store(path: fixture.path) }
    var reopened: Store?
    for _ in 0..<500 where reopened == nil {
      reopened = try? Store(path: fixture.path)
      if reopened == nil { usleep(10_000) }
    }
    #expect(try reopened?.fleet.workspaces().count == 1)
    reopened?.close()
  }

  @Test("A database of another program is refused and left as it was")
  func foreign() throws {
    let fixture = try TestStore()
    let path = fixture.folder.appendingPathComponent("other.db").path
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { try $0.execute(sql: "CREATE TABLE note (text)") }
    try queue.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: StoreError.invalid("this is not a Rollcall database")) { try Store(path: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(
    "A file that is no database is refused",
    arguments: [
      "SQLite format 2\0", String(repeating: "no database, but long enough to look at. ", count: 100),
    ])
  func noDatabase(content: String) throws {
    let fixture = try TestStore()
    let path = fixture.folder.appendingPathComponent("other.db").path
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.invalid("this is not a Rollcall database")) { try Store(path: path) }
  }

  @Test("An empty file becomes a database")
  func empty() throws {
    let fixture = try TestStore()
    let path = fixture.folder.appendingPathComponent("other.db").path
    try Data().write(to: URL(fileURLWithPath: path))
    let store = try Store(path: path)
    #expect(try store.fleet.workspaces().isEmpty)
    #expect(try store.verify() == [])
    store.close()
  }

  @Test("A start that was killed while the file entered WAL mode is taken back by the next")
  func killedAtFirst() throws {
    let fixture = try TestStore()
    let path = fixture.folder.appendingPathComponent("other.db").path
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { db in
      try ConnectionSettings.claim(db)
      try db.execute(sql: Query(trusted: "PRAGMA user_version = \(Schema.mark)"))
      try db.execute(sql: "CREATE TABLE note (text); PRAGMA cache_spill = 1")
      try db.execute(
        sql:
          "PRAGMA cache_size = 1; BEGIN; WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 99) INSERT INTO note SELECT hex(randomblob(2000)) FROM n"
      )
      // As a kill leaves them.
      for suffix in ["", "-journal"] {
        try FileManager.default.copyItem(atPath: path + suffix, toPath: path + ".killed" + suffix)
      }
      try db.execute(sql: "ROLLBACK")
    }
    try queue.close()
    try DatabaseFile.prepare(path + ".killed")
    let rows = try DatabaseQueue(path: path + ".killed").read {
      try $0.first("SELECT count(*) FROM note", as: Int.self)
    }
    #expect(rows == 0)
  }

  @Test("A place that does not exist is unavailable, not a trap")
  func noFolder() {
    #expect(throws: StoreError.self) { try Store(path: "/nowhere/at/all/rollcall.db") }
  }

  @Test("A file of another build is refused and left as it was", arguments: [0, 1, -1] as [Int32])
  func otherBuild(mark: Int32) throws {
    let fixture = try TestStore()
    try fixture.execute("PRAGMA user_version = \(mark)")
    fixture.store.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    let error = #expect(throws: StoreError.self) { try Store(path: fixture.path) }
    let mine = String(UInt32(bitPattern: Schema.mark), radix: 16)
    let other = String(UInt32(bitPattern: mark), radix: 16)
    #expect(
      error
        == .invalid(
          "the database was made by another build of Rollcall (schema \(other), this build has \(mine)), and there is "
            + "no upgrade until 1.0.0: export what you need with the build that made it, or start with a new file"
        ))
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
  }

  @Test("A start that was killed before there were tables is carried on by the next")
  func killedBeforeTables() throws {
    let fixture = try TestStore()
    let path = fixture.folder.appendingPathComponent("other.db").path
    let queue = try DatabaseQueue(path: path, configuration: ConnectionSettings.configuration(readers: 1))
    try queue.inDatabase { try ConnectionSettings.claim($0) }
    try queue.close()
    let store = try Store(path: path)
    #expect(try store.verify() == [])
    store.close()
  }

  @Test("The schema's mark is that of its statements, whatever its comments say")
  func mark() {
    #expect(Schema.mark == Schema.mark(of: "-- What it is.\n  " + Schema.text + "\n    -- More."))
    #expect(Schema.mark != Schema.mark(of: Schema.text + "CREATE TABLE more (id INTEGER) STRICT;"))
    #expect(Schema.mark(of: "") != 0)
  }

  @Test("Opening again changes nothing of the schema")
  func twice() throws {
    let fixture = try TestStore()
    func schema() throws -> [String] {
      try fixture.store.read { try $0.all("SELECT sql FROM sqlite_schema WHERE sql > ''") }
    }
    let before = try schema()
    try fixture.restart()
    #expect(try schema() == before)
    #expect(try fixture.store.fleet.workspaces().map(\.slug) == ["north"])
  }

  @Test("What was committed is there after the process was killed: the log is read again")
  func killed() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await phone.send([ping(1, 1), ping(2, 2)], at: 10)
    // The files as a kill leaves them: database and log, taken while nothing writes.
    let folder = fixture.folder.appendingPathComponent("killed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let path = folder.appendingPathComponent("rollcall.db").path
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: fixture.path + suffix, toPath: path + suffix)
    }
    let store = try Store(path: path, options: .init(clock: { [clock = fixture.clock] in clock.now }))
    #expect(store.liveness.board(of: fixture.workspace.id).first?.live.lastContact == .at(10))
    #expect(try store.verify() == [])
    store.close()
  }
}

extension Database {
  fileprivate func settings() throws -> [String: String] {
    var settings: [String: String] = [:]
    for name in [
      "synchronous", "journal_mode", "foreign_keys", "trusted_schema", "cell_size_check", "mmap_size",
      "page_size", "auto_vacuum", "temp_store", "secure_delete", "wal_autocheckpoint", "busy_timeout",
      "application_id",
    ] {
      settings[name] = try first(Query(trusted: "PRAGMA \(name)"), as: AnyText.self)?.text
    }
    return settings
  }
}
