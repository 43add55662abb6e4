import StoreSupport
import Foundation
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Holds after a restore")
struct BackupHeldTests {
  private static let day = HoldFixture.day

  /// Restores a copy and carries over what was on hold.
  private func restore(_ backup: Backup, _ fixture: TestStore, at seconds: Double) throws -> BackupRestore {
    try BackupRestore.run(backup.file, to: fixture.path, now: .at(seconds)) { store, restored in
      try store.noteRestore(asOf: restored.asOf, actor: "test")
      for held in restored.heldSince { _ = try store.retention.carry(held, by: "test") }
    }
  }

  private func copy(_ fixture: TestStore, _ name: String) throws -> Backup {
    try Backup.make(of: fixture.path, at: fixture.other(name), leaving: 0)
  }

  @Test("What came on hold since the backup is passed over by the purge of the restored database")
  func carried() async throws {
    let story = try await HoldFixture.month()
    let made = try copy(story.fixture, "copy.db")
    let hold = try story.hold(story.ana, -20 * Self.day, -18 * Self.day)
    let incident = try story.hold(story.bo, -15 * Self.day, -14 * Self.day, until: 10 * Self.day)
    story.store.close()

    let restored = try restore(made, story.fixture, at: 60)
    #expect(restored.heldSince.map(\.hold.id) == [hold, incident] && restored.heldElsewhere == [])
    try story.fixture.restart()
    let holds = try story.store.retention.holds(of: story.workspace.id)
    #expect(holds.count == 2 && holds.allSatisfy { $0.isInForce(at: .at(60)) })
    #expect(holds.allSatisfy { $0.reason == "court order" && $0.madeAt == .at(0) })
    #expect(Set(holds.map(\.until)) == [nil, .at(10 * Self.day)])
    #expect(try story.store.verify() == [])
    let told = try story.store.audit.entries(
      of: story.workspace.id,
      AuditFilter(from: .distantPast, to: Timestamp(milliseconds: .max), action: "hold"), behind: nil,
      limit: 9)
    #expect(told.count == 2)
    #expect(told.allSatisfy { $0.actor == "key:test" && $0.detail.hasSuffix("carried over by a restore") })
    try story.purge()
    #expect(try story.count("ping", story.ana) == 18 + 4)
  }

  @Test("What ended before the restore, by hand or by itself, is not held again")
  func ended() async throws {
    let story = try await HoldFixture()
    let made = try copy(story.fixture, "copy.db")
    let released = try story.hold(story.ana, -20, -18)
    try story.store.retention.releaseHold(
      released, note: "over", in: .test(story.workspace.id, HoldFixture.actor))
    _ = try story.hold(story.ana, -15, -14, until: 30)
    story.store.close()
    let restored = try restore(made, story.fixture, at: 60)
    #expect(restored.heldSince == [] && restored.heldElsewhere == [])
  }

  @Test("What the backup has on hold is not held twice")
  func once() async throws {
    let story = try await HoldFixture()
    _ = try story.hold(story.ana, -20, -18)
    let made = try copy(story.fixture, "copy.db")
    story.store.close()
    #expect(try restore(made, story.fixture, at: 60).heldSince == [])
    try story.fixture.restart()
    #expect(try story.store.retention.holds(of: story.workspace.id).count == 1)
  }

  @Test("A hold that a restore carried over and that was released then does not come back with the next one")
  func releasedSince() async throws {
    let story = try await HoldFixture()
    let made = try copy(story.fixture, "copy.db")
    _ = try story.hold(story.ana, -20, -18)
    story.store.close()
    #expect(try restore(made, story.fixture, at: 60).heldSince.count == 1)
    try story.fixture.restart()
    let carried = try #require(try story.store.retention.holds(of: story.workspace.id).first)
    try story.store.retention.releaseHold(carried.id, note: "over", in: .test(story.workspace.id, "test"))
    story.store.close()
    let again = try restore(made, story.fixture, at: 70)
    #expect(again.heldSince == [] && again.heldElsewhere == [])
  }

  @Test("A hold of a database that went another way is named, and is of the same person only")
  func elsewhere() async throws {
    let story = try await HoldFixture()
    let monday = try copy(story.fixture, "monday.db")
    _ = try story.fixture.phone(name: "Cene")
    let tuesday = try copy(story.fixture, "tuesday.db")
    story.store.close()
    _ = try restore(monday, story.fixture, at: 60)
    // The number that Cene has on Tuesday.
    story.fixture.clock.now = .at(65)
    try story.fixture.restart()
    let other = try story.fixture.phone(name: "Dora")
    _ = try story.hold(other, -15, -14)
    _ = try story.hold(story.ana, -20, -18)
    story.store.close()
    let restored = try restore(tuesday, story.fixture, at: 70)
    #expect(restored.heldSince == [])
    #expect(
      restored.heldElsewhere.map(\.hold.subject) == [
        .person(story.ana.id, TimeSpan(from: .at(-20), to: .at(-18)))
      ])
  }

  @Test("What is on hold and came after the backup has nothing to keep in it")
  func withoutSubject() async throws {
    let story = try await HoldFixture()
    let made = try copy(story.fixture, "copy.db")
    let late = try story.fixture.phone(name: "Cene")
    _ = try story.hold(late, -20, -18)
    story.store.close()
    _ = try BackupRestore.run(made.file, to: story.fixture.path, now: .at(60)) { store, restored in
      let held = try #require(restored.heldSince.first)
      #expect(throws: StoreError.self) { try store.retention.carry(held, by: "test") }
      #expect(try store.retention.holds(of: held.workspace) == [])
    }
  }
}
