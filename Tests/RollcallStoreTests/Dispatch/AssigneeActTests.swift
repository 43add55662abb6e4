import Rollcall
import RollcallStore
import StoreSupport
import Testing

@Suite("What a dispatcher does about an assignee")
struct AssigneeActTests {
  private let fixture: TestStore

  init() throws { fixture = try TestStore() }

  private var scope: Scope { .test(fixture.workspace.id, TestStore.dispatcher) }

  /// An incident that somebody has, asked for down the ranking.
  private func taken(by phone: TestPhone) async throws -> Incident.ID {
    let incident = try fixture.open()
    let offer = try fixture.offer(incident, to: phone)
    _ = try await phone.say(.accept, to: offer)
    return incident
  }

  private func act(_ act: AssigneeAct, _ phone: TestPhone, _ incident: Incident.ID) throws {
    try fixture.store.dispatch.act(act, on: phone.id, of: incident, because: "too far", in: scope)
    _ = try fixture.store.dispatch.dispatchDue()
  }

  private func call(_ phone: TestPhone, _ result: IncidentCall.Result, _ incident: Incident.ID) throws {
    try fixture.store.dispatch.note(
      IncidentCall(phone.id, result, note: "on the radio"), about: incident, in: scope)
  }

  private func assignment(_ incident: Incident.ID) throws -> Assignment? {
    try fixture.file(incident).dispatch.assignment
  }

  @Test("Replaced: others are asked, the assignee keeps it until one accepts, and is not asked again")
  func replace() async throws {
    let ana = try await fixture.candidate("Ana")
    let bor = try await fixture.candidate("Bor", north: 0.02)
    let incident = try await taken(by: ana)
    try act(.replace, ana, incident)
    #expect(try assignment(incident)?.leaving == .replaced)
    let offer = try #require(try await bor.offers().first).offer
    // No contact of theirs ends it.
    try await ana.report(at: 1)
    #expect(try assignment(incident)?.leaving == .replaced)
    _ = try await bor.say(.accept, to: offer.id)
    #expect(try assignment(incident)?.responder == bor.id)
    #expect(try await ana.assignment() == nil)
    #expect(
      try fixture.store.dispatch.candidates(for: incident, in: fixture.workspace.id, at: fixture.clock.now)
        .leftOut.contains { $0.person.id == ana.id && $0.person.refusal == .withdrawn })
  }

  @Test("A replacement that is undone leaves it to the assignee and withdraws the others' offers")
  func keep() async throws {
    let ana = try await fixture.candidate("Ana")
    let bor = try await fixture.candidate("Bor", north: 0.02)
    let incident = try await taken(by: ana)
    try act(.replace, ana, incident)
    let offer = try #require(try await bor.offers().first).offer
    try act(.keep, ana, incident)
    #expect(try assignment(incident)?.leaving == nil)
    #expect(try fixture.found(offer.id).state == .withdrawn && fixture.state(incident) == .assigned)
  }

  @Test("Nobody replaces the assignee: an alert from that round on, until one accepts or the old one is kept")
  func replacementNotFound() async throws {
    let ana = try await fixture.candidate("Ana")
    let bor = try await fixture.candidate("Bor", north: 0.02)
    let incident = try await taken(by: ana)
    var watch = AlertWatch()
    let alerts = { (watch: inout AlertWatch) in
      _ = try fixture.store.alerts.judgeAlerts(of: fixture.workspace.id, &watch)
      return try fixture.store.alerts.openAlerts(of: fixture.workspace.id)
    }
    fixture.clock.set(5)
    try act(.replace, ana, incident)
    let offer = try #require(try await bor.offers(at: 6).first).offer
    #expect(try alerts(&watch).isEmpty && fixture.state(incident) == .assigned)
    _ = try await bor.say(.decline(reason: nil), to: offer.id, at: 7)
    _ = try fixture.store.dispatch.dispatchDue()
    let told = try #require(try alerts(&watch).first)
    #expect(told.topic == .replacementNotFound(incident) && told.openedAt == .at(7))
    #expect(told.detail == "Fall from a ladder: 2 asked, 1 accepted, 1 declined")
    #expect(try fixture.state(incident) == .assigned)
    fixture.clock.set(9)
    try act(.keep, ana, incident)
    #expect(try alerts(&watch).isEmpty)
    #expect(
      try fixture.store.alerts.closedAlerts(of: fixture.workspace.id, since: .at(0)).map(\.closedAt) == [
        .at(9)
      ])
    fixture.clock.set(10)
    try act(.replace, ana, incident)
    #expect(try alerts(&watch).map(\.openedAt) == [.at(10)])
    let cyd = try await fixture.candidate("Cyd", north: 0.03)
    _ = try fixture.store.dispatch.dispatchDue()
    let next = try #require(try await cyd.offers(at: 11).first).offer
    #expect(try alerts(&watch).count == 1)
    _ = try await cyd.say(.accept, to: next.id, at: 12)
    #expect(try alerts(&watch).isEmpty && assignment(incident)?.responder == cyd.id)
  }

  @Test("Released: the assignee is free at once, and others are asked")
  func release() async throws {
    let ana = try await fixture.candidate("Ana")
    let bor = try await fixture.candidate("Bor", north: 0.02)
    let incident = try await taken(by: ana)
    try act(.release, ana, incident)
    #expect(try assignment(incident) == nil)
    #expect(try await bor.offers().map(\.incident.id) == [incident])
    #expect(try await ana.offers().map(\.offer.state) == [.withdrawn])
  }

  @Test("On the way, arrived and done are written down once; another's incident is a conflict")
  func notes() async throws {
    let ana = try await fixture.candidate("Ana")
    let bor = try await fixture.candidate("Bor", north: 0.02)
    let incident = try await taken(by: ana)
    fixture.clock.set(5)
    for _ in 0..<2 {
      try act(.onTheWay, ana, incident)
      try act(.arrived, ana, incident)
      fixture.clock.set(9)
    }
    let file = try fixture.file(incident).assignments.first
    #expect(file?.onWayAt == .at(5) && file?.arrivedAt == .at(5))
    #expect(throws: StoreError.conflict("The incident is not theirs")) { try act(.done, bor, incident) }
    try act(.done, ana, incident)
    try act(.done, ana, incident)
    #expect(try fixture.state(incident) == .resolved)
  }

  @Test("By voice also somebody off duty takes it, whose duty and silence are left alone until a fix on duty")
  func voice() async throws {
    let ana = try await fixture.candidate("Ana")
    try await ana.duty(DutyChange(state: .offDuty))
    let incident = try fixture.open()
    try call(ana, .accepts, incident)
    let found = try #require(try assignment(incident))
    #expect(found.by == .voice && found.offer == nil && found.isUnheard)
    #expect(try fixture.state(incident) == .assigned)
    #expect(try ana.row.live.duty == .offDuty && ana.row.errand?.incident == incident)
    #expect(throws: StoreError.self) { try call(ana, .accepts, try fixture.open("Next")) }
    try await ana.duty(DutyChange(state: .onDuty), at: 10)
    #expect(try ana.row.live.duty == .onDuty)
    try await ana.report(at: 11)
    #expect(try ana.row.live.duty == .onMission && assignment(incident)?.isUnheard == false)
    try await ana.duty(DutyChange(state: .offDuty), at: 12)
    #expect(try assignment(incident) == nil)
  }

  @Test("By voice an open offer is accepted, and an offer of another incident withdrawn")
  func voiceWithOffer() async throws {
    let ana = try await fixture.candidate("Ana")
    let (first, second) = (try fixture.open("First"), try fixture.open("Second"))
    let offer = try fixture.offer(first, to: ana)
    try call(ana, .accepts, second)
    #expect(try fixture.found(offer).state == .withdrawn)
    let bor = try await fixture.candidate("Bor")
    let other = try fixture.offer(first, to: bor)
    try call(bor, .accepts, first)
    #expect(try assignment(first)?.offer == other && assignment(first)?.by == .voice)
  }

  @Test(
    "When whoever took it by voice leaves before anybody was asked, the others are asked for the first time")
  func voiceReleased() async throws {
    let (ana, bor) = (try await fixture.candidate("Ana"), try await fixture.candidate("Bor", north: 0.02))
    let incident = try fixture.open()
    try call(ana, .accepts, incident)
    try act(.release, ana, incident)
    let offers = try fixture.file(incident).offers.map(\.offer)
    #expect(offers.map(\.responder) == [bor.id] && offers.map(\.round) == [1])
    #expect(try fixture.state(incident) == .offering)
  }

  @Test("A decline by voice without an offer costs nothing, and keeps the ranking from asking them")
  func declines() async throws {
    let ana = try await fixture.candidate("Ana")
    let incident = try fixture.open()
    try call(ana, .declines, incident)
    try fixture.store.dispatch.ask(Asking(.automatic), for: incident, in: scope)
    #expect(try fixture.file(incident).offers.isEmpty && fixture.state(incident) == .unassigned)
    try call(ana, .reached, incident)
    let candidates = try fixture.store.dispatch.candidates(
      for: incident, in: fixture.workspace.id, at: fixture.clock.now)
    #expect(candidates.leftOut.first?.person.refusal == .declined)
    #expect(candidates.leftOut.first?.person.setbacks == 0)
  }
}
