import Rollcall
import RollcallStore
import Testing

@Suite("No workspace sees another")
struct WorkspaceScopeTests {
  @Test("Every reader and every change with a foreign id finds nothing")
  func foreignIDs() async throws {
    let fixture = try TestStore()
    let south = try fixture.addWorkspace("south")
    let ana = try fixture.phone(name: "Ana")
    let bor = try fixture.phone(name: "Bor", slug: "south")
    try await ana.send([ping(10, 1)], at: 10)
    try await bor.send([ping(10, 1, lat: 45)], at: 10)
    let store = fixture.store

    #expect(store.liveness.board(of: south.id).map(\.person.name) == ["Bor"])
    #expect(store.liveness.board(of: fixture.workspace.id).map(\.person.name) == ["Ana"])
    #expect(store.liveness.board(of: Workspace.ID(99)).isEmpty)
    #expect(try store.fleet.names(of: south.id) == [bor.id: "Bor"])
    #expect(try store.fleet.responders(slug: "south").map(\.id) == [bor.id])

    let all = PingFilter(from: .at(0), to: .at(100))
    #expect(
      try store.tracking.history(of: south, all, after: nil, limit: 10).map(\.ping.position.latitude) == [45])
    let foreign = PingFilter(from: .at(0), to: .at(100), responder: ana.id)
    #expect(try store.tracking.history(of: south, foreign, after: nil, limit: 10).isEmpty)
    let cursor = HistoryCursor(effective: .at(0), id: 0)
    #expect(try store.tracking.history(of: south, foreign, after: cursor, limit: 10).isEmpty)

    let name = ana.id.rawValue
    #expect(throws: StoreError.notFound("responder \(name)")) { try fixture.login(ana.id, slug: "south") }
    #expect(throws: StoreError.notFound("responder \(name)")) {
      try store.phones.setResponder(
        ana.id, slug: "south", name: "X", phone: nil, profile: nil, region: nil, isActive: false)
    }
    #expect(try ana.row.person.name == "Ana")
    #expect(fixture.store.sessions.activeCount == 2)
  }

  @Test("A session with another workspace than its responder's stores nothing")
  func forgedSession() async throws {
    let fixture = try TestStore()
    let south = try fixture.addWorkspace("south")
    var ana = try fixture.phone()
    ana.session.workspace = south.id
    await #expect(throws: StoreError.self) { try await ana.send([ping(10, 1)], at: 10) }
    await #expect(throws: StoreError.self) { try await ana.contact(at: 10) }
    await #expect(throws: StoreError.self) { try await ana.duty(DutyChange(state: .offDuty), at: 10) }
    await #expect(throws: StoreError.self) {
      try await ana.tell([DeviceEvent(kind: .battery(0.5), at: .at(5))], at: 10)
    }
    #expect(try fixture.history().isEmpty)
    #expect(try fixture.integer("SELECT count(*) FROM device_event") == 0)
  }

  @Test("The same phone number, external id, region and profile may be in two workspaces")
  func sameNames() throws {
    let fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    let person = NewResponder(name: "Ana", phone: "+38640123456", region: "West", externalID: "7")
    _ = try fixture.store.fleet.addResponders([person], slug: "north")
    _ = try fixture.store.fleet.addResponders([person], slug: "south")
    #expect(throws: StoreError.self) { try fixture.store.fleet.addResponders([person], slug: "south") }
  }
}
