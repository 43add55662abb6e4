import Foundation
import GRDB
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Restoring a backup")
struct BackupRestoreTests {
  @Test("The backup takes the place of the database, which is kept with its log")
  func whole() async throws {
    let fixture = try TestStore()
    try await fixture.phone().send([ping(1, 1)], at: 10)
    let made = try fixture.backup()
    _ = try fixture.addWorkspace("south")
    fixture.store.close()
    let restored = try BackupRestore.run(
      made.file, to: fixture.path, sha256: made.sha256.uppercased(), now: .at(60))
    #expect(restored.asOf == .at(10))
    #expect(restored.erasedSince == [])
    let kept = try #require(restored.kept)
    try fixture.restart()
    #expect(try fixture.store.workspaces().map(\.slug) == ["north"])
    #expect(try fixture.store.verify() == [])
    #expect(try BackupCheck.of(kept).chains.count == 2)
    #expect(try fixture.names("rollcall.db.rest") == [])
  }

  @Test("A log that lies beside the old database goes with it, and is not read into the new one")
  func logGoesToo() async throws {
    let fixture = try TestStore()
    let made = try fixture.backup()
    _ = try fixture.addWorkspace("south")
    // As after a kill: the newest is in the log alone.
    let killed = fixture.other("killed.db")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: fixture.path + suffix, toPath: killed + suffix)
    }
    let kept = try #require(try BackupRestore.run(made.file, to: killed).kept)
    #expect(try slugs(killed) == ["north"])
    #expect(try slugs(kept) == ["north", "south"])
  }

  @Test("Nothing is restored while the database is open")
  func open() throws {
    let fixture = try TestStore()
    let made = try fixture.backup()
    #expect(throws: StoreError.unavailable("\(fixture.path) is in use: stop the server first")) {
      _ = try BackupRestore.run(made.file, to: fixture.path)
    }
  }

  @Test(
    "What is no whole backup of ours is refused, and the database stays",
    arguments: ["cut", "flipped", "foreign", "empty", "newer", "text", "other sum", "with a log", "missing"])
  func refused(_ kind: String) async throws {
    let fixture = try TestStore()
    try await fixture.phone().send([ping(1, 1)], at: 10)
    let made = try fixture.backup()
    fixture.store.close()
    try spoil(made.file, kind, fixture)
    let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    #expect(throws: StoreError.self) {
      try BackupRestore.run(made.file, to: fixture.path, sha256: kind == "other sum" ? "00" : nil)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
    #expect(try fixture.names("rollcall.db.") == ["rollcall.db.backup", "rollcall.db.lock"])
  }

  private func spoil(_ file: String, _ kind: String, _ fixture: TestStore) throws {
    let url = URL(fileURLWithPath: file)
    var bytes = try Data(contentsOf: url)
    switch kind {
    case "cut": bytes.removeLast(8_192 * 3)
    case "flipped": for place in stride(from: 8_192, to: bytes.count, by: 8_192) { bytes[place + 3] ^= 0xFF }
    case "empty": bytes = Data()
    case "text": bytes = Data(String(repeating: "no database ", count: 1_000).utf8)
    case "foreign", "newer":
      let queue = try DatabaseQueue(path: file)
      try queue.writeWithoutTransaction { db in
        try db.execute(
          sql: kind == "foreign"
            ? "PRAGMA application_id = 7"
            : "INSERT INTO grdb_migrations (identifier) VALUES ('99 the future')")
      }
      return try queue.close()
    case "with a log": try Data("x".utf8).write(to: URL(fileURLWithPath: file + "-wal"))
    case "missing": return try FileManager.default.removeItem(at: url)
    default: return
    }
    try bytes.write(to: url)
  }

  @Test("Killed after the decision, wherever: whoever opens it next carries it out", arguments: 0...4)
  func resumed(done: Int) throws {
    let fixture = try TestStore()
    let made = try fixture.backup()
    _ = try fixture.addWorkspace("south")
    let killed = fixture.other("killed.db")
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: fixture.path + suffix, toPath: killed + suffix)
    }
    let stamp = "20261121T213000Z"
    try FileManager.default.copyItem(atPath: made.file, toPath: killed + ".restored-" + stamp)
    for suffix in ["-wal", "-journal", "", "-shm"].prefix(done) {
      rename(killed + suffix, "\(killed).before-\(stamp)\(suffix)")
    }
    #expect(Store.exists(at: killed))
    #expect(try slugs(killed) == ["north"])
    #expect(try slugs("\(killed).before-\(stamp)") == ["north", "south"])
    #expect(try fixture.names("killed.db.rest") == [])
  }

  @Test("Killed before the decision, it leaves the old database, and the next restore is not in its way")
  func undecided() throws {
    let fixture = try TestStore()
    let made = try fixture.backup()
    _ = try fixture.addWorkspace("south")
    fixture.store.close()
    try Data("half a copy".utf8).write(to: URL(fileURLWithPath: fixture.path + ".restoring"))
    #expect(try slugs(fixture.path) == ["north", "south"])
    _ = try BackupRestore.run(made.file, to: fixture.path)
    #expect(try slugs(fixture.path) == ["north"])
  }

  @Test("Names who was erased since, but nobody of another database whose numbers mean others")
  func erased() throws {
    let fixture = try TestStore()
    let ids = try fixture.store.addResponders(
      ["Ana", "Bor", "Cene"].map { NewResponder(name: $0, profile: "family") }, slug: "north")
    try fixture.store.erase(ids[0], by: "test", in: fixture.workspace.id)
    try fixture.store.finishErasures()
    let made = try fixture.backup()
    try fixture.store.erase(ids[1], by: "test", in: fixture.workspace.id)
    fixture.store.close()
    let other = try TestStore()
    other.clock.now = .at(5)
    _ = try other.phone()
    let foreign = try other.backup()
    let restored = try BackupRestore.run(made.file, to: fixture.path, now: .at(60))
    #expect(restored.erasedSince.map(\.responder) == [ids[1]])
    let again = try BackupRestore.run(foreign.file, to: fixture.path, now: .at(70))
    #expect(again.erasedSince == [])
  }

  /// Opens a database, as a server does at its start.
  private func slugs(_ path: String) throws -> [String] {
    let store = try Store(path: path)
    defer { store.close() }
    return try store.workspaces().map(\.slug).sorted()
  }
}
