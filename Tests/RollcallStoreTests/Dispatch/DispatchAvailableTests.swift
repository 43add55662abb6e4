import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite(
  "An incident that nobody takes waits for whoever becomes available, and phones hear what was taken back")
struct DispatchAvailableTests {
  enum Way: CaseIterable, Sendable { case online, offMission, offerEnds, released, dutyBegins }

  @Test("Whoever becomes available, in whatever way, is asked", arguments: Way.allCases)
  func becomesAvailable(_ way: Way) async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate()
    let other = try fixture.open("Other")
    switch way {
    case .online: fixture.clock.set(400)
    case .offMission: try await ana.duty(DutyChange(state: .onMission, order: "X-1"))
    case .offerEnds, .released:
      let offer = try fixture.offer(other, to: ana)
      if way == .released { _ = try await ana.say(.accept, to: offer) }
    case .dutyBegins: try await ana.duty(DutyChange(state: .offDuty))
    }
    let incident = try fixture.open(asking: Asking(.automatic))
    #expect(try fixture.state(incident) == .unassigned)
    #expect(try fixture.store.dispatch.dispatchDue() == 0)
    switch way {
    case .online: try await ana.report(at: 401)
    case .offMission: try await ana.duty(DutyChange(state: .onDuty), at: 1)
    case .offerEnds, .released:
      try fixture.store.dispatch.close(
        other, as: .resolved, in: .test(fixture.workspace.id, TestStore.dispatcher))
    case .dutyBegins:
      try await ana.duty(DutyChange(state: .onDuty), at: 1)
      try await ana.report(at: 2)
    }
    #expect(try fixture.store.dispatch.dispatchDue() == 1)
    // Until somebody accepts, whoever is asked meanwhile.
    #expect(try fixture.state(incident) == .unassigned)
    #expect(try ana.row.errand?.incident == incident)
  }

  @Test("What was taken back is told for a minute from the first time, also after a restart")
  func recalled() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate()
    let incident = try fixture.open()
    let offer = try fixture.offer(incident, to: ana)
    #expect(try await ana.offers(at: 1).map(\.offer.id) == [offer])
    fixture.clock.set(2)
    try fixture.store.dispatch.withdraw(offer, of: incident, in: .test(fixture.workspace.id, "m"))
    try fixture.restart()
    fixture.clock.set(500)
    for second in [500.0, 530, 559.999] {
      let told = try await ana.offers(at: second)
      #expect(told.map(\.offer.id) == [offer] && told.first?.offer.state == .withdrawn)
      if second == 530 { try fixture.restart() }
    }
    #expect(try await ana.offers(at: 560) == [])
    #expect(try await ana.report(at: 561) == [])
  }

  @Test("Of an offer that was never sent a phone hears nothing; of one that it accepted it does")
  func neverSent() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try await fixture.candidate("Ana"), try await fixture.candidate("Bor", north: 0.02))
    let incident = try fixture.open()
    let unsent = try fixture.offer(incident, to: ana)
    try fixture.store.dispatch.withdraw(unsent, of: incident, in: .test(fixture.workspace.id, "m"))
    #expect(try await ana.offers() == [])
    let accepted = try fixture.offer(incident, to: bor)
    _ = try await bor.say(.accept, to: accepted, at: 3)
    try fixture.store.dispatch.reassign(
      incident, to: Asking(.automatic), in: .test(fixture.workspace.id, "m"))
    #expect(try await bor.offers(at: 4).map(\.offer.state) == [.withdrawn])
    #expect(try await bor.assignment() == nil)
    // Nor is anybody asked from whom the dispatcher has taken it.
    #expect(
      try fixture.store.dispatch.incident(incident, in: fixture.workspace.id).summary.holders.map(\.name)
        == [])
  }

  @Test("Whoever was lost stands beside those who are asked instead, until somebody has accepted")
  func lostButKept() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try await fixture.candidate("Ana"), try await fixture.candidate("Bor", north: 0.02))
    let incident = try fixture.open()
    _ = try await ana.say(.accept, to: try fixture.offer(incident, to: ana), at: 1)
    try await bor.report(north: 0.02, at: 100)
    try await bor.report(north: 0.02, at: 150)
    _ = try fixture.store.liveness.settleOverdue()
    _ = try fixture.store.dispatch.dispatchDue()
    // Offline since 60 s on a mission, and the grace of 60 s is over.
    let holders = try fixture.file(incident).summary.holders
    #expect(holders.map(\.name) == ["Ana", "Bor"] && holders.map(\.offer.state) == [.accepted, .queued])
    _ = try await bor.say(.accept, to: holders[1].offer.id, at: 151)
    #expect(try fixture.file(incident).summary.holders.map(\.name) == ["Bor"])
  }

  @Test("Each thing that a dispatcher does is in the audit once, and a refusal is not")
  func audit() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try await fixture.candidate("Ana"), try await fixture.candidate("Bor", north: 0.02))
    let (store, workspace) = (fixture.store, fixture.workspace.id)
    let incident = try fixture.open(asking: Asking(.automatic))
    let offer = try #require(try ana.row.errand?.offer)
    _ = try await ana.say(.accept, to: offer, at: 1)
    _ = try await ana.say(.accept, to: offer, at: 2)
    #expect(throws: StoreError.self) {
      try store.dispatch.reassign(incident, to: .one(ana.id, answerWithin: 30_000), in: .test(workspace, "m"))
    }
    #expect(throws: StoreError.invalid("Nobody is picked")) {
      try store.dispatch.reassign(incident, to: .nobody, in: .test(workspace, "m"))
    }
    #expect(try fixture.state(incident) == .assigned)
    try store.dispatch.reassign(incident, to: .one(bor.id, answerWithin: 30_000), in: .test(workspace, "m"))
    let second = try #require(try bor.row.errand?.offer)
    try store.dispatch.withdraw(second, of: incident, in: .test(workspace, "m"))
    try store.dispatch.withdraw(second, of: incident, in: .test(workspace, "m"))
    for _ in 1...2 { try store.dispatch.close(incident, as: .cancelled, in: .test(workspace, "m")) }
    try store.dispatch.reopen(incident, in: .test(workspace, "m"))
    #expect(throws: StoreError.self) { try store.dispatch.reopen(incident, in: .test(workspace, "m")) }
    #expect(
      try fixture.texts("SELECT action FROM audit WHERE subject LIKE 'INC-%' ORDER BY number") == [
        "incident.open", "incident.ask", "offer.accepted", "incident.reassign", "incident.withdraw",
        "incident.cancel", "incident.reopen",
      ])
  }

  @Test(
    "Fifty phones accept at once offers that were made together: one has it, forty-nine are told that it is over"
  )
  func fiftyAtOnce() async throws {
    let fixture = try TestStore()
    var phones: [TestPhone] = []
    for number in 1...50 { phones.append(try await fixture.candidate("P\(number)")) }
    let incident = try fixture.open(
      asking: Asking(.parallel, picks: phones.map(\.id), answerWithin: 600_000))
    let offers = try phones.map { try #require(try $0.row.errand?.offer) }
    let verdicts = try await withThrowingTaskGroup(of: PhoneVerdict<OfferedIncident>.self) { group in
      for (phone, offer) in zip(phones, offers) { group.addTask { try await phone.say(.accept, to: offer) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(verdicts.count { $0.now?.offer.state == .accepted } == 1)
    #expect(verdicts.count { $0 == .over } == 49)
    #expect(try fixture.state(incident) == .assigned)
    #expect(try fixture.integer("SELECT count(*) FROM assignment") == 1)
    try fixture.checkPromises(phones)
  }
}
