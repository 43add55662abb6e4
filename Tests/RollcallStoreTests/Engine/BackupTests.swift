import Dispatch
import Foundation
import Rollcall
import SQL
import Synchronization
import Testing

@testable import RollcallStore

@Suite("Backups")
struct BackupTests {
  @Test(
    "A backup is one file, its owner's alone, and holds what was committed before, while the store is open")
  func whole() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await phone.send([ping(1, 1), ping(2, 2)], at: 10)
    let made = try fixture.backup()
    let rights = try FileManager.default.attributesOfItem(atPath: made.file)[.posixPermissions] as? NSNumber
    #expect(rights?.intValue == 0o600)
    #expect(try fixture.names("copy") == ["copy.db"])
    #expect(made.bytes == (try Data(contentsOf: URL(fileURLWithPath: made.file)).count))
    #expect(BackupNote.read(beside: fixture.path)?.bytes == made.bytes)
    let copy = try Store(path: made.file, options: .init(clock: { [clock = fixture.clock] in clock.now }))
    #expect(copy.liveness.board(of: fixture.workspace.id).first?.live.lastContact == .at(10))
    copy.close()
  }

  @Test("A file that is there is left alone unless it may be replaced")
  func occupied() throws {
    let fixture = try TestStore()
    let first = try fixture.backup()
    _ = try fixture.addWorkspace("south")
    #expect(throws: StoreError.conflict("\(first.file) is there already; --replace takes its place")) {
      try fixture.backup()
    }
    #expect(try BackupCheck.of(first.file).chains.count == 1)
    #expect(try BackupCheck.of(try fixture.backup(replacing: true).file).chains.count == 2)
  }

  @Test("The database itself is no place for its backup, nor is it replaced by itself")
  func itself() throws {
    let fixture = try TestStore()
    #expect(throws: StoreError.conflict("\(fixture.path) is the database itself")) {
      try Backup.make(of: fixture.path, at: fixture.path, replacing: true, leaving: 0)
    }
    fixture.store.close()
    #expect(throws: StoreError.invalid("\(fixture.path) is the database itself")) {
      try BackupRestore.run(fixture.path, to: fixture.path)
    }
  }

  @Test("Nothing is left of a backup for which there is no room")
  func noRoom() throws {
    let fixture = try TestStore()
    #expect(throws: StoreError.unavailable("there is not enough free space for a backup")) {
      try Backup.make(of: fixture.path, at: fixture.other("copy.db"), leaving: .max / 2)
    }
    #expect(try fixture.names("copy") == [])
  }

  @Test("What a killed backup left is written over, but not what is whole under two names")
  func leftOver() throws {
    let fixture = try TestStore()
    let made = try fixture.backup()
    // Killed between the second name and the end of the first.
    #expect(link(made.file, fixture.other("next.db.partial")) == 0)
    try Data("half".utf8).write(to: URL(fileURLWithPath: fixture.other("copy.db.partial")))
    _ = try Backup.make(of: fixture.path, at: fixture.other("next.db"), leaving: 0)
    #expect(try BackupCheck.of(made.file).chains.count == 1)
    _ = try fixture.backup(replacing: true)
    #expect(try fixture.names("copy") == ["copy.db"])
  }

  @Test("Of backups that write to one name at once, each is whole or refused, and none spoils another's")
  func atOnce() throws {
    let fixture = try TestStore()
    let made = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 12) { _ in
      do {
        _ = try fixture.backup(replacing: true)
        made.withLock { $0 += 1 }
      } catch {
        #expect(
          error as? StoreError
            == .unavailable("\(fixture.other("copy.db.partial")) is being written by another process"))
      }
    }
    #expect(made.withLock { $0 } > 0)
    #expect(try BackupCheck.of(fixture.other("copy.db")).chains.count == 1)
    #expect(try fixture.names("copy") == ["copy.db"])
  }

  @Test("A damaged database makes no backup")
  func damaged() throws {
    let fixture = try TestStore()
    _ = try fixture.phone()
    try fixture.execute("DELETE FROM liveness")
    #expect(throws: StoreError.invalid("it is damaged: 1 responders have no liveness row")) {
      try fixture.backup()
    }
    #expect(try fixture.names("copy") == [])
  }
}

extension TestStore {
  /// A path beside the database.
  func other(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// The names beside the database that begin so.
  func names(_ prefix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(prefix) }.sorted()
  }

  /// A backup `copy.db` beside the database.
  @discardableResult
  func backup(replacing: Bool = false) throws -> Backup {
    try Backup.make(
      of: path, at: other("copy.db"), replacing: replacing, leaving: 0, clock: { [clock] in clock.now })
  }
}
