import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite("Whom an incident asks, and when again")
struct RoundsTests {
  private let automatic = Asking(.automatic)

  private func asked(_ incident: Incident.ID, _ fixture: TestStore) throws -> [String] {
    try fixture.file(incident).offers.reversed().map { "\($0.name) \($0.offer.state.rawValue)" }
  }

  @Test("Whose profile is not offered the kind is asked by hand alone, with that in the log")
  func kinds() async throws {
    let fixture = try TestStore()
    let child = try fixture.phone(name: "Child", device: "c")
    try await child.report(north: 0.001)
    let ana = try await fixture.candidate("Ana", north: 0.2)
    let incident = try fixture.open(asking: automatic)
    #expect(try asked(incident, fixture) == ["Ana queued"])
    _ = try await ana.say(.decline(reason: nil), to: try fixture.file(incident).offers[0].offer.id)
    _ = try fixture.store.dispatch.dispatchDue()
    #expect(try fixture.state(incident) == .unassigned)
    try fixture.offer(incident, to: child)
    #expect(
      try fixture.file(incident).log.first?.detail.contains("profile \"family\" is not offered incidents")
        == true)
  }

  @Test(
    "Who never got an offer has it in the answer to the report that comes 30 s after its end, also after a restart"
  )
  func missed() async throws {
    for isRestarted in [false, true] {
      let fixture = try TestStore()
      let ana = try await fixture.candidate()
      let incident = try fixture.open(asking: automatic)
      fixture.clock.set(31)
      _ = try fixture.store.dispatch.dispatchDue()
      #expect(try asked(incident, fixture) == ["Ana undelivered"])
      #expect(try await ana.report(at: 44.999) == [])
      if isRestarted {
        try fixture.store.markAlive()
        try fixture.restart()
      }
      let told = try await ana.report(at: 45)
      #expect(told.map(\.incident.id) == [incident] && told.first?.offer.state == .delivered)
      #expect(try fixture.state(incident) == .unassigned)
      #expect(
        try fixture.store.dispatch.answerNumbers(
          of: fixture.workspace.id, in: TimeSpan(from: .at(-9), to: .at(999)))[ana.id]?.undelivered == 1)
    }
  }

  @Test(
    "Whoever becomes available is asked for the most severe incident, also before one that is being opened")
  func severity() async throws {
    let fixture = try TestStore()
    let high = try fixture.open("High", asking: automatic)
    let critical = try fixture.store.dispatch.open(
      IncidentOpening(
        NewIncident(
          kind: .incident, title: "Critical", severity: .critical, position: try fixture.details().position),
        asking: automatic), in: .test(fixture.workspace.id, TestStore.dispatcher))
    let ana = try await fixture.candidate()
    // Nobody has looked yet.
    let late = try fixture.open("Late", asking: automatic)
    _ = try fixture.store.dispatch.dispatchDue()
    #expect(try asked(critical, fixture) == ["Ana queued"])
    #expect(try asked(high, fixture).isEmpty && asked(late, fixture).isEmpty)
    #expect(try await ana.offers().map(\.incident.id) == [critical])
  }

  @Test("After an absence no offer that ended in it counts against anybody")
  func absence() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate()
    let bor = try await fixture.candidate("Bor", north: 0.02)
    let incident = try fixture.open(asking: automatic)
    let offer = try #require(try await ana.offers().first).offer
    _ = try await ana.say(.seen, to: offer.id, at: 5)
    try fixture.store.markAlive()
    fixture.clock.set(50)
    try fixture.restart()
    let ended = try fixture.found(offer.id)
    #expect((ended.state, ended.endedAt, ended.reason) == (.undelivered, .at(30), Offer.unobserved))
    _ = try await bor.report(north: 0.02, at: 51)
    fixture.clock.set(56)
    _ = try fixture.store.dispatch.dispatchDue()
    #expect(try asked(incident, fixture) == ["Ana undelivered", "Bor queued"])
  }
}
