import StoreSupport
import Foundation
import Rollcall
import SQL
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
    #expect(restored.erasedSince == [] && restored.erasedElsewhere == [] && restored.knowsErased)
    let kept = try #require(restored.kept)
    try fixture.restart()
    #expect(try fixture.store.fleet.workspaces().map(\.slug) == ["north"])
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
    arguments: [
      "cut", "flipped", "foreign", "empty", "of another build", "text", "other sum", "with a log", "missing",
    ])
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
    case "foreign", "of another build":
      let queue = try DatabaseQueue(path: file)
      try queue.inDatabase { db in
        try db.execute(
          sql: kind == "foreign"
            ? "PRAGMA application_id = 7"
            : "PRAGMA user_version = 1")
      }
      try queue.close()
      if kind == "of another build" { try BackupSum.seal(file) }
      return
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
    let ids = try fixture.store.fleet.addResponders(
      ["Ana", "Bor", "Cene"].map { NewResponder(name: $0, profile: "family") }, slug: "north")
    try fixture.store.privacy.erase(ids[0], in: .test(fixture.workspace.id, "test"))
    try fixture.store.privacy.finishErasures()
    let made = try fixture.backup()
    try fixture.store.privacy.erase(ids[1], in: .test(fixture.workspace.id, "test"))
    fixture.store.close()
    let other = try TestStore()
    other.clock.now = .at(5)
    _ = try other.phone()
    let foreign = try other.backup()
    let restored = try BackupRestore.run(made.file, to: fixture.path, now: .at(60))
    #expect(restored.erasedSince.map(\.responder) == [ids[1]] && restored.knowsErased)
    let again = try BackupRestore.run(foreign.file, to: fixture.path, now: .at(70))
    #expect(again.erasedSince == [] && again.erasedElsewhere == [] && !again.knowsErased)
  }

  @Test(
    "Who was erased after two backups stays erased, or is named, when the one is restored after the other")
  func twice() throws {
    let fixture = try TestStore()
    let ids = try fixture.store.fleet.addResponders(
      ["Ana", "Bor"].map { NewResponder(name: $0, profile: "family") }, slug: "north")
    let monday = try Backup.make(of: fixture.path, at: fixture.other("monday.db"), leaving: 0)
    _ = try fixture.store.fleet.addResponders([NewResponder(name: "Cene", profile: "family")], slug: "north")
    let tuesday = try Backup.make(of: fixture.path, at: fixture.other("tuesday.db"), leaving: 0)
    try fixture.store.privacy.erase(ids[1], in: .test(fixture.workspace.id, "test"))
    fixture.store.close()

    func restore(_ backup: Backup, at seconds: Double) throws -> BackupRestore {
      try BackupRestore.run(backup.file, to: fixture.path, now: .at(seconds)) { store, restored in
        for person in restored.erasedSince {
          try store.privacy.erase(person.responder, in: .test(person.workspace, "test"))
        }
        try store.noteRestore(asOf: restored.asOf, actor: "test")
      }
    }
    func forget() throws {
      for name in try fixture.names("rollcall.db.before-") {
        try FileManager.default.removeItem(atPath: fixture.other(name))
      }
    }
    let first = try restore(monday, at: 60)
    #expect(first.erasedSince.map(\.responder) == [ids[1]] && first.knowsErased)
    // The database that goes is none that Tuesday's became, but the one before it is still there.
    let second = try restore(tuesday, at: 70)
    #expect(second.erasedSince.map(\.responder) == [ids[1]] && !second.knowsErased)
    try forget()
    #expect(try restore(monday, at: 80).erasedSince.map(\.responder) == [ids[1]])
    try forget()
    let last = try restore(tuesday, at: 90)
    #expect(last.erasedSince == [] && last.erasedElsewhere.map(\.responder) == [ids[1]])
    #expect(!last.knowsErased)
  }

  @Test("Where the database is gone, nobody claims to know who was erased")
  func gone() throws {
    let fixture = try TestStore()
    let made = try fixture.backup()
    let restored = try BackupRestore.run(made.file, to: fixture.other("new.db"))
    #expect(restored.kept == nil && restored.erasedSince == [] && !restored.knowsErased)
  }

  @Test(
    "Files that are only named like a restore are left alone",
    arguments: [
      "20261121T213000Z-wal", "20261121T213000Z.lock", "20261121", "20261121t213000Z", "2026112xT213000Z", "",
      "20261121T213000Z0", "20261121T213000Z (copy)",
    ])
  func named(_ stamp: String) throws {
    let fixture = try TestStore()
    fixture.store.close()
    let name = fixture.path + ".restored-" + stamp
    try Data("mine".utf8).write(to: URL(fileURLWithPath: name))
    #expect(try slugs(fixture.path) == ["north"])
    #expect(FileManager.default.fileExists(atPath: name))
  }

  @Test(
    "Nor is an empty file, a folder or a link taken for a database", arguments: ["empty", "folder", "link"])
  func unlike(_ kind: String) throws {
    let fixture = try TestStore()
    fixture.store.close()
    let name = fixture.path + ".restored-20261121T213000Z"
    let files = FileManager.default
    switch kind {
    case "empty": try Data().write(to: URL(fileURLWithPath: name))
    case "folder": try files.createDirectory(atPath: name, withIntermediateDirectories: false)
    default: try files.createSymbolicLink(atPath: name, withDestinationPath: "/etc/passwd")
    }
    #expect(try slugs(fixture.path) == ["north"])
    #expect(try files.attributesOfItem(atPath: name).isEmpty == false)
  }

  @Test("A database of another build gives no backup, and its backups are refused with the same words")
  func otherBuild() throws {
    let fixture = try TestStore()
    let made = try fixture.backup()
    try spoil(made.file, "of another build", fixture)
    try fixture.execute("PRAGMA user_version = 1")
    let words = "made by another build of Rollcall (schema 1, "
    let refusals = [
      #expect(throws: StoreError.self) {
        try Backup.make(of: fixture.path, at: fixture.other("next.db"), leaving: 0)
      },
      #expect(throws: StoreError.self) { try BackupRestore.run(made.file, to: fixture.other("new.db")) },
      #expect(throws: StoreError.self) { try BackupProblems.of(made.file) },
    ]
    for refusal in refusals { #expect("\(String(describing: refusal))".contains(words)) }
    #expect(try fixture.names("next.db") == [])
  }

  @Test("A restore in the place of another build's database reads who was erased in it")
  func overOtherBuild() throws {
    let fixture = try TestStore()
    let ids = try fixture.store.fleet.addResponders(
      [NewResponder(name: "Ana", profile: "family")], slug: "north")
    let made = try fixture.backup()
    try fixture.store.privacy.erase(ids[0], in: .test(fixture.workspace.id, "test"))
    try fixture.execute("PRAGMA user_version = 1")
    fixture.store.close()
    let restored = try BackupRestore.run(made.file, to: fixture.path)
    #expect(restored.erasedSince.map(\.responder) == ids && restored.knowsErased)
  }

  /// Opens a database, as a server does at its start.
  private func slugs(_ path: String) throws -> [String] {
    let store = try Store(path: path)
    defer { store.close() }
    return try store.fleet.workspaces().map(\.slug).sorted()
  }
}
