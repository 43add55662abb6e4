import Rollcall
import RollcallStore
import Testing

@Suite("Pings older than the retention")
struct RetentionTests {
  static let day = 86_400.0

  @Test("Are counted as expired and not stored; at the limit they are stored")
  func expired() async throws {
    let phone = try TestStore(retentionDays: 10).phone()
    let pings = try [ping(-10 * Self.day, 1), ping(-10 * Self.day - 0.001, 2), ping(0, 3)]
    #expect(try await phone.send(pings, at: 0) == Answer(2, 0, 1))
    #expect(try await phone.send(pings, at: 0) == Answer(0, 2, 1))
    #expect(try phone.history.count == 2)
  }

  @Test("A stored ping that has expired meanwhile is expired, and its number stays seen")
  func expiredMeanwhile() async throws {
    let phone = try TestStore(retentionDays: 1).phone()
    try await phone.send([ping(0, 1)], at: 0)
    #expect(try await phone.send([ping(0, 1)], at: 2 * Self.day) == Answer(0, 0, 1))
  }

  @Test("Are not shown, at once")
  func notShown() async throws {
    let fixture = try TestStore(retentionDays: 10)
    let phone = try fixture.phone()
    try await phone.send([ping(0, 1), ping(Self.day, 2)], at: Self.day)
    fixture.clock.set(10 * Self.day)
    #expect(try phone.history.count == 2)
    fixture.clock.set(10 * Self.day + 0.001)
    #expect(try phone.history.map(\.ping.sequence) == [2])
    let before = HistoryCursor(effective: .at(-Self.day), id: 0)
    let filter = PingFilter(from: .at(-Self.day), to: .at(20 * Self.day))
    let page = try fixture.store.tracking.history(of: fixture.workspace, filter, after: before, limit: 10)
    #expect(page.map(\.ping.sequence) == [2], "nor to a cursor from before")
  }

  @Test("A change of the retention counts for the next upload")
  func changed() async throws {
    let fixture = try TestStore(retentionDays: 10)
    let phone = try fixture.phone()
    #expect(try await phone.send([ping(-5 * Self.day, 1)], at: 0) == Answer(1))
    _ = try fixture.store.fleet.setWorkspace(slug: "north") { $0.retentionDays = 2 }
    #expect(try await phone.send([ping(-5 * Self.day, 2)], at: 0) == Answer(0, 0, 1))
  }
}
