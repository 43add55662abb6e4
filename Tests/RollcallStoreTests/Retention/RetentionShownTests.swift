import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("The display follows the retention, wherever the purge is")
struct RetentionShownTests {
  private static let day = RetentionFixture.day

  @Test("The board forgets a position that has expired at once; the purge forgets it for good")
  func position() async throws {
    let fixture = try TestStore(retentionDays: 10)
    let phone = try fixture.phone()
    try await phone.send([ping(0, 1)], at: 0)
    fixture.clock.set(10 * Self.day)
    #expect(try phone.row.fixAt == .at(0))
    fixture.clock.set(10 * Self.day + 0.001)
    let row = try phone.row
    #expect(row.fixAt == nil)
    #expect(row.position == nil)
    #expect(row.flags.isEmpty)
    #expect(fixture.store.liveness.boardEntry(of: phone.id, in: fixture.workspace.id)?.position == nil)
    #expect(row.live.lastContact == .at(0), "the person stays on the board")
    #expect(try fixture.integer("SELECT count(*) FROM liveness WHERE lat IS NOT NULL") == 1)
    try purge(fixture)
    #expect(try fixture.integer("SELECT count(*) FROM liveness WHERE lat IS NOT NULL") == 0)
    #expect(try fixture.integer("SELECT count(*) FROM ping") == 0)
    #expect(try phone.row.position == nil)
    try fixture.restart()
    #expect(try phone.row.position == nil)
    // The next fix is shown again, and its number is none that was missing.
    try await phone.send([ping(11 * Self.day, 2)], at: 11 * Self.day)
    #expect(try phone.row.fixAt == .at(11 * Self.day))
    #expect(try fixture.texts("SELECT first || '-' || last FROM sequence_range") == ["1-2"])
  }

  @Test("A shorter retention hides positions in the same moment")
  func shorter() async throws {
    let fixture = try TestStore(retentionDays: 10)
    let phone = try fixture.phone()
    try await phone.send([ping(0, 1)], at: 0)
    fixture.clock.set(3 * Self.day)
    #expect(try phone.row.position != nil)
    _ = try fixture.store.fleet.setWorkspace(slug: "north", by: "member:1") { $0.retentionDays = 2 }
    #expect(try phone.row.position == nil)
    let actors = try fixture.texts("SELECT actor FROM audit WHERE action = 'workspace.set'")
    #expect(actors == ["member:1"])
  }

  /// Ana's phone says that its permission was taken, is quiet for so many days, and comes back.
  @Test("The cause of a silence outlives its evidence", arguments: [0.1, 5.0] as [Double])
  func cause(length: Double) async throws {
    let fixture = try TestStore(retentionDays: 10)
    let phone = try fixture.phone()
    try await phone.send([ping(0, 1)], at: 0)
    try await phone.tell([DeviceEvent(id: "1", kind: .permission(.denied), at: .at(60))], at: 60)
    try await phone.send([ping(length * Self.day, 2)], at: length * Self.day)
    // The event has just expired, the end of a long silence has not.
    fixture.clock.set(10 * Self.day + 120)
    let before = try silences(of: phone)
    #expect(before.map(\.cause) == [.permissionRevoked])
    try purge(fixture)
    #expect(try fixture.integer("SELECT count(*) FROM device_event") == 0)
    #expect(try silences(of: phone) == before)
  }

  private func silences(of phone: TestPhone) throws -> [Silence] {
    let span = TimeSpan(from: .at(0), to: .at(10 * Self.day))
    return try phone.fixture.store.liveness.timeline(of: phone.id, in: phone.fixture.workspace, span).timeline
      .silences
      .filter { $0.to != nil }
  }

  private func purge(_ fixture: TestStore) throws {
    var pass = try fixture.store.retention.beginPurge(of: fixture.workspace.id)
    while !pass.isDone { pass = try fixture.store.retention.purgeSlice(pass) }
  }
}
