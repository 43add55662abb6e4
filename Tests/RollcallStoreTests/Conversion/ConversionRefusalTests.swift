import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("What a conversion refuses")
struct ConversionRefusalTests {
  /// What is wrong, and with what words it is told.
  static let cases: [(String, String)] = [
    ("no old file", "old.db"), ("in use", "is in use by another process"),
    ("of today", "it needs no conversion"),
    ("of another build", "made by another build of Rollcall (schema 7b, this build has"),
    ("unfinished itself", "begun by a conversion"), ("empty", "it has no tables"),
    ("of another program", "not a Rollcall database"), ("text", "not a Rollcall database"),
    ("an unknown table", "it has a table that this program does not know: telegram"),
    ("an unknown column", "its table responder has a column that this program does not know: shoe_size"),
    ("ids too high", "too high"), ("the same file", "is the database itself"), ("two names", "2 names"),
    ("new is a database", "is there already"), ("new is text", "is there already"),
    ("new is of another", "was begun for another database, or for this one before it changed"),
    ("old has changed", "was begun for another database, or for this one before it changed"),
    ("new is being written", "is in use by another process"), ("no room", "not enough free space"),
    ("no folder", "cannot"),
  ]

  @Test("It says why in a sentence, and both files stay as they are", arguments: cases)
  func refused(_ kind: String, _ words: String) throws {
    let old = try OldFile(seed: 7, people: 3, count: 40)
    var new = old.fixture.other("new.db")
    let held = try prepare(kind, old, &new)
    defer { held?.release() }
    let before = (try? contents(old.path), try? contents(new))
    let error = #expect(throws: StoreError.self) {
      try Conversion.run(old.path, to: new, leaving: kind == "no room" ? 1 << 60 : 0)
    }
    #expect("\(String(describing: error))".contains(words))
    #expect((try? contents(old.path)) == before.0)
    if kind != "no room" { #expect((try? contents(new)) == before.1) }
  }

  private func contents(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  private func prepare(_ kind: String, _ old: OldFile, _ new: inout String) throws -> FileLock? {
    let files = FileManager.default
    switch kind {
    case "no old file": try files.removeItem(atPath: old.path)
    case "in use": return try FileLock(beside: old.path)
    case "of today":
      try files.removeItem(atPath: old.path)
      try files.copyItem(atPath: old.fixture.path, toPath: old.path)
    case "of another build": try old.change { try $0.execute(sql: "PRAGMA user_version = 123") }
    case "unfinished itself":
      try old.change { try $0.execute(sql: Query(trusted: "PRAGMA user_version = \(ConversionTarget.mark)")) }
    case "empty":
      try files.removeItem(atPath: old.path)
      try old.change { try ConnectionSettings.claim($0) }
    case "of another program": try old.change { try $0.execute(sql: "PRAGMA application_id = 99") }
    case "text":
      try Data(String(repeating: "no database ", count: 999).utf8).write(to: URL(fileURLWithPath: old.path))
    case "an unknown table":
      try old.change { try $0.execute(sql: "CREATE TABLE telegram (id INTEGER) STRICT") }
    case "an unknown column":
      try old.change { try $0.execute(sql: "ALTER TABLE responder ADD COLUMN shoe_size INTEGER") }
    case "ids too high":
      try old.change { try $0.execute(sql: "UPDATE ping SET id = 4294967296 WHERE id = 1") }
    case "the same file": new = old.path
    case "two names": try files.linkItem(atPath: old.path, toPath: old.fixture.other("second.db"))
    case "no folder": new = old.fixture.other("nowhere/new.db")
    default: return try prepareNew(kind, old, new)
    }
    return nil
  }

  private func prepareNew(_ kind: String, _ old: OldFile, _ new: String) throws -> FileLock? {
    let files = FileManager.default
    switch kind {
    case "new is a database": try files.copyItem(atPath: old.fixture.path, toPath: new)
    case "new is text": try Data("notes".utf8).write(to: URL(fileURLWithPath: new))
    case "new is of another":
      let other = try OldFile(seed: 8, people: 3, count: 41)
      try begin(other, new)
    case "old has changed":
      try begin(old, new)
      try old.change { try $0.execute(sql: "UPDATE alive SET at = at + 1") }
    case "new is being written": return try FileLock(beside: new)
    default: break
    }
    return nil
  }

  /// Leaves what a conversion had after its first transaction.
  private func begin(_ old: OldFile, _ new: String) throws {
    let whole = old.fixture.other("whole.db")
    _ = try Conversion.run(old.path, to: whole, leaving: 0) { _ in
      try? FileManager.default.copyItem(atPath: whole, toPath: new)
    }
    #expect(FileManager.default.fileExists(atPath: new))
  }

  @Test("A file that was begun is not opened, and says what to do")
  func begun() throws {
    let old = try OldFile(seed: 9, people: 3, count: 40)
    let new = old.fixture.other("new.db")
    try begin(old, new)
    let error = #expect(throws: StoreError.self) { try Store(path: new) }
    #expect("\(String(describing: error))".contains("the same `rollcall convert` goes on with it"))
    let other = #expect(throws: StoreError.self) { try Store(path: old.path) }
    #expect("\(String(describing: other))".contains("`rollcall convert` moves it into a new file"))
  }
}
