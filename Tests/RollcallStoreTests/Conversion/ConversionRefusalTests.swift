import Foundation
import SQL
import Testing

@testable import RollcallStore

@Suite("What a conversion refuses, and leaves as it was")
struct ConversionRefusalTests {
  /// A case: how it comes about, and what is said.
  static let cases: [(name: String, words: String)] = [
    ("nothing there", "not found: "),
    ("in use", "old.db is in use by another process"),
    ("today's", "its tables are this build's already: it needs no conversion"),
    ("another build's", "it was made by another build of Rollcall (schema 5, "),
    ("another program's", "this is not a Rollcall database"),
    ("a text", "this is not a Rollcall database"),
    ("two names", "has 2 names (hard links)"),
    ("another table", "it has a table that this program does not know: more"),
    ("another column", "its table screen has a column that this program does not know: more"),
    ("a high id", "ids that are too high or too low"),
    ("a low id", "ids that are too high or too low"),
    ("new is a text", "new.db is there already"),
    ("new is a database", "new.db is there already"),
    ("new is in use", "new.db is in use by another process"),
    ("new of another one", "was begun for another database, or for this one before it changed"),
    ("new of another build", "was begun by another build"),
    ("no room", "there is not enough free space for"),
    ("a restore under way", "is not finished"),
  ]

  @Test("It is said in a sentence why not", arguments: cases.indices)
  func refused(index: Int) throws {
    let (name, words) = Self.cases[index]
    let old = try OldDatabase()
    try old.fill(20, seed: 3)
    var locks: [FileLock?] = []
    try prepare(name, old, &locks)
    let before = try files(old)
    let refusal = #expect(throws: StoreError.self) {
      try old.convert(leaving: name == "no room" ? .max : 0)
    }
    #expect(refusal?.said.contains(words) == true, "\(refusal?.said ?? "")")
    #expect(try files(old) == before)
    withExtendedLifetime(locks) {}
  }

  private func prepare(_ name: String, _ old: OldDatabase, _ locks: inout [FileLock?]) throws {
    let (manager, text) = (FileManager.default, Data("a text, and no database".utf8))
    switch name {
    case "nothing there": try manager.removeItem(atPath: old.path)
    case "in use": locks.append(try FileLock(beside: old.path))
    case "today's": try replace(old.path, by: old.fixture.path)
    case "another build's": try execute("PRAGMA user_version = 5", old)
    case "another program's": try execute("PRAGMA application_id = 5", old)
    case "a text": try text.write(to: URL(fileURLWithPath: old.path))
    case "two names": try manager.linkItem(atPath: old.path, toPath: old.path + ".link")
    case "another table": try execute("CREATE TABLE more (id INTEGER PRIMARY KEY)", old)
    case "another column": try execute("ALTER TABLE screen ADD COLUMN more INTEGER", old)
    case "a high id": try execute("UPDATE ping SET id = 4294967296 WHERE id = 3", old)
    case "a low id": try execute("UPDATE ping SET id = 0 WHERE id = 3", old)
    case "new is a text": try text.write(to: URL(fileURLWithPath: old.converted))
    case "new is a database": try manager.copyItem(atPath: old.fixture.path, toPath: old.converted)
    case "new is in use": locks.append(try FileLock(beside: old.converted))
    case "new of another one":
      try begin(old)
      try execute("UPDATE alive SET at = at + 1", old)
    case "new of another build":
      try begin(old)
      try old.edit(old.converted) { try $0.execute(sql: "UPDATE conversion SET schema = 1") }
    case "a restore under way":
      try text.write(to: URL(fileURLWithPath: old.path + ".restored-20261121T213000Z"))
    default: break
    }
  }

  private func replace(_ path: String, by other: String) throws {
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: other, toPath: path)
  }

  private func execute(_ sql: String, _ old: OldDatabase) throws {
    try old.edit { try $0.execute(sql: Query(trusted: sql)) }
  }

  private func begin(_ old: OldDatabase) throws {
    struct Ended: Error {}
    #expect(throws: StoreError.self) { try old.convert { _ in throw Ended() } }
  }

  /// The bytes of both files.
  private func files(_ old: OldDatabase) throws -> [Data?] {
    [old.path, old.converted].map { FileManager.default.contents(atPath: $0) }
  }

  @Test("A path with letters that mean something in an address is one like any other")
  func oddPath() throws {
    let old = try OldDatabase()
    try old.fill(50, seed: 4)
    let folder = old.fixture.folder.appendingPathComponent("a b%41?mode=rw#é&", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (from, to) = (
      folder.appendingPathComponent("o;ld.db").path, folder.appendingPathComponent("new.db").path
    )
    try FileManager.default.copyItem(atPath: old.path, toPath: from)
    #expect(try Conversion.run(from, to: to).positions > 50)
  }
}
