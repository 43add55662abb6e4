import StoreSupport
import Foundation
import Rollcall
import RollcallStore
import Testing

extension TestStore {
  func drill(
    _ title: String = "Evening", region: String? = nil, seconds: String = "", once: String? = nil
  ) throws -> Incident.ID {
    try store.dispatch.send(
      NewDrill(title: title, region: region, seconds: seconds), once: once,
      in: .test(workspace.id, Self.dispatcher))
  }

  /// Who was on duty and what became of it, in the page's order.
  func results(_ drill: Incident.ID) throws -> [String] {
    try store.dispatch.drill(drill, in: workspace.id).results.map {
      "\($0.name) \($0.outcome.rawValue): \($0.reason)"
    }
  }
}

@Suite("Drills in the store")
struct DrillStoreTests {
  @Test("Those on duty and free are asked, all at once; each answers for themselves, and nobody is assigned")
  func wholeStory() async throws {
    // Given two who report, one on duty who is silent, and one off duty
    let fixture = try TestStore()
    let ana = try await fixture.candidate("Ana")
    let bor = try await fixture.candidate("Bor", north: 0.02)
    let cene = try fixture.phone(profile: "responder", name: "Cene", device: "d-Cene")
    try await cene.duty(DutyChange(state: .onDuty))
    _ = try fixture.phone(profile: "responder", name: "Dana", device: "d-Dana")

    // When a drill is sent
    fixture.clock.set(10)
    let plan = fixture.store.dispatch.drillPlan(region: nil, in: fixture.workspace.id, at: .at(10))
    let drill = try fixture.drill()
    #expect(plan.asked.map(\.person.name) == ["Ana", "Bor", "Cene"] && plan.leftOut.isEmpty)
    #expect(
      try fixture.results(drill) == [
        "Ana waiting: ", "Bor waiting: ", "Cene waiting: ",
      ])

    // And one accepts, while the other's phone gets it and nobody answers
    let told = try await ana.report(at: 12)
    #expect(told.map(\.incident.isDrill) == [true])
    let offer = try #require(told.first).offer.id
    #expect(try await ana.say(.accept, to: offer, at: 14).now?.offer.state == .accepted)
    #expect(try await bor.offers(at: 20).count == 1)

    // Then nobody is on mission, and it ends by itself when the time is over
    #expect(try ana.row.live.duty == .onDuty && ana.row.errand == nil)
    #expect(try await ana.assignment() == nil)
    #expect(try fixture.store.dispatch.drill(drill, in: fixture.workspace.id).summary.closedAt == nil)
    fixture.clock.set(75)
    try fixture.store.dispatch.dispatchDue()
    let file = try fixture.store.dispatch.drill(drill, in: fixture.workspace.id)
    #expect(file.summary.closedAt != nil && file.summary.answerWithin == 60_000)
    #expect(file.summary.numbers.medianAnswer == 4_000)
    let results = try fixture.results(drill)
    #expect(results.first?.hasPrefix("Cene not_reached: ") == true)
    #expect(
      Array(results.dropFirst()) == [
        "Bor no_answer: the phone has it, and did not show it", "Ana accepted: ",
      ])
    #expect(
      try fixture.texts("SELECT action FROM audit WHERE subject = 'INC-\(drill.rawValue)' ORDER BY number")
        == [
          "drill.send", "offer.accepted",
        ])
  }

  @Test(
    "A real incident goes before a drill, by hand and down the ranking: the drill's offer is taken back with it"
  )
  func realIncident() async throws {
    for asking in [Asking.one(Responder.ID(1), answerWithin: 30_000), Asking(.automatic)] {
      // Given somebody whom a drill asks
      let fixture = try TestStore()
      let ana = try await fixture.candidate("Ana")
      fixture.clock.set(10)
      let drill = try fixture.drill()
      let exercise = try #require(try await ana.offers().first)
      let place = try fixture.details().position
      #expect(
        try fixture.store.dispatch.candidates(for: place, in: fixture.workspace.id, at: .at(10)).ranked.first?
          .reasons(at: .at(10)).contains("in a drill") == true)
      #expect(
        fixture.store.dispatch.nearestCandidates(for: place, in: fixture.workspace.id, limit: 3, at: .at(10))
          .map(\.person.id) == [ana.id])

      // When a real incident is offered
      fixture.clock.set(11)
      var chosen = asking
      if asking.isByHand { chosen.picks = [ana.id] }
      let incident = try fixture.open(asking: chosen)

      // Then it is theirs to answer, and the drill's is not any more
      let told = try await ana.offers(at: 12)
      #expect(told.map(\.offer.incident) == [incident, drill])
      #expect(told.map(\.offer.state) == [.delivered, .withdrawn])
      #expect(try fixture.results(drill) == ["Ana withdrawn: a real incident came"])
      #expect(try fixture.store.dispatch.drill(drill, in: fixture.workspace.id).summary.closedAt == .at(11))
      #expect(try await ana.say(.accept, to: exercise.offer.id, at: 13) == .over)
      #expect(try await ana.say(.accept, to: told[0].offer.id, at: 13).now != nil)
      #expect(try ana.row.live.duty == .onMission)
    }
  }

  @Test("Of one person asked, a drill keeps no position: its place is rounded to three decimals")
  func place() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate("Ana", north: 0.0123456)
    let drill = try fixture.drill()
    let kept = try fixture.texts("SELECT lat || ' ' || lng FROM incident WHERE id = \(drill.rawValue)")
    #expect(kept == ["46.012 14.0"])
    let told = try #require(try await ana.offers().first)
    #expect(told.incident.details.position == Position(latitude: 46.012, longitude: 14))
  }

  @Test("A drill goes before nothing: who holds an offer, has an incident or is in a drill is not asked")
  func comesLast() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate("Ana")
    let bor = try await fixture.candidate("Bor")
    let incident = try fixture.open()
    try fixture.offer(incident, to: ana)
    let first = try fixture.drill()
    #expect(try fixture.results(first) == ["Ana not_asked: holds another offer", "Bor waiting: "])
    #expect(throws: StoreError.conflict("Nobody on duty can be asked now")) { try fixture.drill() }
    _ = bor
    #expect(try fixture.store.dispatch.drills(of: fixture.workspace.id).map(\.drill.id) == [first])
  }

  @Test("Drills are in no list, count or page of incidents, and in nobody's alerts")
  func apart() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate("Ana")
    let drill = try fixture.drill(once: "x")
    #expect(try fixture.drill(once: "x") == drill)
    let list = try fixture.store.dispatch.incidents(of: fixture.workspace.id)
    #expect(list.incidents.isEmpty && list.matching == 0 && list.counts.isEmpty)
    #expect(throws: StoreError.notFound("incident \(drill.rawValue)")) { try fixture.file(drill) }
    let incident = try fixture.open()
    #expect(throws: StoreError.notFound("drill \(incident.rawValue)")) {
      try fixture.store.dispatch.drill(incident, in: fixture.workspace.id)
    }
    #expect(throws: StoreError.notFound("drill \(incident.rawValue)")) {
      try fixture.store.dispatch.endDrill(incident, in: .test(fixture.workspace.id, "key:ana"))
    }
    #expect(try ana.row.errand?.isDrill == true)
  }

  @Test("The answer to a drill is part of what the ranking says of somebody")
  func history() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate("Ana")
    _ = try fixture.drill()
    let offer = try #require(try await ana.offers().first).offer.id
    _ = try await ana.say(.decline(reason: nil), to: offer)
    let candidates = try fixture.store.dispatch.candidates(
      for: fixture.details().position, in: fixture.workspace.id, at: fixture.clock.now)
    #expect(candidates.ranked.first?.person.lastAnswers == [.declined])
  }

  @Test("Whoever goes off duty, or offline, is out of the drill at once; the last one ends it")
  func leaving() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate("Ana")
    let bor = try await fixture.candidate("Bor")
    let drill = try fixture.drill()
    fixture.clock.set(5)
    try await ana.duty(DutyChange(state: .offDuty))
    #expect(try fixture.results(drill) == ["Ana not_reached: went off duty", "Bor waiting: "])
    fixture.clock.set(6)
    try await bor.duty(DutyChange(state: .offDuty))
    #expect(try fixture.store.dispatch.drill(drill, in: fixture.workspace.id).summary.closedAt == .at(6))
  }

  @Test("Ended by hand, the phones are told; ended again, nothing happens")
  func ended() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate("Ana")
    let drill = try fixture.drill()
    _ = try await ana.offers()
    for _ in 0..<2 {
      try fixture.store.dispatch.endDrill(drill, in: .test(fixture.workspace.id, TestStore.dispatcher))
    }
    #expect(try fixture.results(drill) == ["Ana withdrawn: the drill was ended"])
    #expect(try await ana.offers().map(\.offer.state) == [.withdrawn])
    #expect(
      try fixture.texts("SELECT action FROM audit WHERE action LIKE 'drill.%' ORDER BY number").count == 2)
  }

  @Test("A region is asked alone; one that is not there is refused")
  func region() async throws {
    let fixture = try TestStore()
    _ = try await fixture.candidate("Ana")
    #expect(throws: StoreError.invalid("There is no region Nowhere")) { try fixture.drill(region: "Nowhere") }
    #expect(
      fixture.store.dispatch.drillPlan(region: "Nowhere", in: fixture.workspace.id, at: .at(0)).asked.isEmpty)
  }

  @Test("Of twenty people half accept: the others' offers stand until the time is over, and end together")
  func half() async throws {
    let fixture = try TestStore()
    var phones: [TestPhone] = []
    for index in 0..<20 {
      phones.append(try await fixture.candidate("P\(index)", north: Double(index) / 1_000))
    }
    let drill = try fixture.drill()
    for phone in phones.prefix(10) {
      let offer = try #require(try await phone.offers().first).offer.id
      #expect(try await phone.say(.accept, to: offer, at: 3).now?.offer.state == .accepted)
    }
    #expect(
      try fixture.store.dispatch.drill(drill, in: fixture.workspace.id).summary.numbers.count(.waiting) == 10)
    fixture.clock.set(100)
    try fixture.store.dispatch.dispatchDue()
    let numbers = try fixture.store.dispatch.drill(drill, in: fixture.workspace.id).summary.numbers
    #expect((numbers.count(.accepted), numbers.count(.notReached), numbers.asked) == (10, 10, 20))
  }
}
