import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite("From an incident to whoever takes it")
struct OfferStoryTests {
  @Test("Opened, offered, fetched, seen, accepted, arrived, done: each step is a row with its instant")
  func wholeStory() async throws {
    // Given somebody on duty near the place
    let fixture = try TestStore()
    let ana = try await fixture.candidate()
    fixture.clock.set(10)
    let incident = try fixture.open()
    #expect(try fixture.state(incident) == .open)

    // When it is offered, and the phone's next upload carries the offer
    fixture.clock.set(11)
    let offer = try fixture.offer(incident, to: ana)
    #expect(try fixture.found(offer).state == .queued)
    #expect(try fixture.state(incident) == .offering)
    let told = try await ana.report(at: 14)
    #expect(told.map(\.offer.id) == [offer] && told.first?.incident.details.title == "Fall from a ladder")
    #expect(told.first?.offer.state == .delivered)

    // And is seen and accepted
    #expect(try await ana.say(.seen, to: offer, at: 16).now?.offer.state == .seen)
    let accepted = try await ana.say(.accept, to: offer, phoneAt: .at(17.5), at: 18)
    #expect(accepted.now?.offer.state == .accepted)

    // Then the incident is theirs, and they are on mission by the rule of missions
    #expect(try fixture.state(incident) == .assigned)
    let row = try ana.row
    #expect((row.live.duty, row.order, row.rule) == (.onMission, "INC-\(incident.rawValue)", "on_mission"))
    #expect(row.errand?.isAssigned == true && row.errand?.incident == incident)
    let assignment = try #require(try await ana.assignment())
    #expect(assignment.incident.id == incident && assignment.since == .at(18))

    // And when they have arrived and are done, they are free
    #expect(try await ana.tell(.arrived, of: assignment.id, at: 30).now?.arrivedAt == .at(30))
    #expect(try await ana.tell(.arrived, of: assignment.id, at: 31).now?.arrivedAt == .at(30))
    #expect(try await ana.tell(.complete, of: assignment.id, at: 40).now?.incident.state == .resolved)
    #expect(try await ana.tell(.complete, of: assignment.id, at: 41).now != nil)
    #expect(try await ana.tell(.arrived, of: assignment.id) == .over)
    #expect(try await ana.assignment() == nil)
    #expect(try ana.row.live.duty == .onDuty && ana.row.errand == nil)
    #expect(
      try fixture.steps(incident) == [
        "opened 10.0 member", "offered 11.0 member Ana", "delivered 14.0 rollcall Ana",
        "seen 16.0 responder Ana",
        "accepted 18.0 responder Ana", "arrived 30.0 responder Ana", "completed 40.0 responder Ana",
        "released 40.0 responder Ana", "resolved 40.0 responder",
      ])
    let step = try #require(try fixture.file(incident).log.first { $0.kind == .accepted })
    #expect(step.phoneAt == .at(17.5))
    #expect(
      try fixture.texts("SELECT action FROM audit WHERE subject LIKE 'INC-%' ORDER BY number") == [
        "incident.open", "incident.ask", "offer.accepted", "incident.resolve",
      ])
  }

  @Test("An accept with a 50 s old fix does not make anybody degraded at once")
  func acceptWithAnOldFix() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate()
    let incident = try fixture.open()
    fixture.clock.set(45)
    let offer = try fixture.offer(incident, to: ana)
    _ = try await ana.say(.accept, to: offer, at: 50)
    // The rule of missions wants a fix each 30 s; it counts from the change.
    #expect(try ana.row.live.settled(at: .at(79.999)).status == .online)
    #expect(try ana.row.live.settled(at: .at(80)).status == .degraded)
    #expect(try ana.row.live.settled(at: .at(80)).since == .at(80))
  }

  @Test("Declined with words: nobody has it, and somebody else can be asked")
  func declined() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try await fixture.candidate("Ana"), try await fixture.candidate("Bor", north: 0.02))
    let incident = try fixture.open(asking: .one(ana.id, answerWithin: 30_000))
    let offer = try #require(try await ana.offers(at: 3).first).offer.id
    #expect(try await ana.say(.decline(reason: "flat tyre"), to: offer, at: 5).now?.offer.state == .declined)
    #expect(try await ana.say(.decline(reason: "again"), to: offer, at: 6).now?.offer.reason == "flat tyre")
    #expect(try await ana.say(.accept, to: offer, at: 7) == .over)
    #expect(try fixture.state(incident) == .unassigned)
    #expect(try ana.row.live.duty == .onDuty && ana.row.errand == nil)

    let second = try fixture.offer(incident, to: bor)
    _ = try await bor.say(.accept, to: second, at: 9)
    #expect(try fixture.state(incident) == .assigned)
    #expect(try fixture.file(incident).offers.map(\.name) == ["Bor", "Ana"])
  }

  @Test("Offered to two, the first accept wins and the other offer is taken back")
  func twoAtOnce() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try await fixture.candidate("Ana"), try await fixture.candidate("Bor"))
    let incident = try fixture.open()
    let (first, second) = (try fixture.offer(incident, to: ana), try fixture.offer(incident, to: bor))
    _ = try await bor.say(.accept, to: second, at: 4)
    #expect(try fixture.found(first).state == .withdrawn)
    #expect(try fixture.found(first).reason == "somebody else has accepted")
    #expect(try await ana.say(.accept, to: first, at: 5) == .over)
    #expect(try await ana.offers() == [])
    #expect(try ana.row.errand == nil)
    // And the same accept again is the same, also later.
    #expect(try await bor.say(.accept, to: second, at: 100).now?.offer.state == .accepted)
    #expect(try fixture.integer("SELECT count(*) FROM assignment") == 1)
  }

  @Test("Cancelling takes the offer back and frees whoever has it, and a second time changes nothing")
  func cancelled() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try await fixture.candidate("Ana"), try await fixture.candidate("Bor"))
    let store = fixture.store
    let taken = try fixture.open()
    let accepted = try fixture.offer(taken, to: ana)
    _ = try await ana.say(.accept, to: accepted, at: 2)
    let asked = try fixture.open()
    let waiting = try fixture.offer(asked, to: bor)
    for incident in [taken, asked] {
      for _ in 1...2 {
        try store.dispatch.close(
          incident, as: .cancelled, in: .test(fixture.workspace.id, TestStore.dispatcher))
      }
      #expect(try fixture.state(incident) == .cancelled)
      #expect(try fixture.file(incident).log.count { $0.kind == .cancelled } == 1)
      #expect(throws: StoreError.conflict("The incident is cancelled already")) {
        try store.dispatch.close(
          incident, as: .resolved, in: .test(fixture.workspace.id, TestStore.dispatcher))
      }
    }
    #expect(try ana.row.live.duty == .onDuty && ana.row.errand == nil && bor.row.errand == nil)
    #expect(try await ana.assignment() == nil)
    #expect(try await bor.say(.accept, to: waiting, at: 3) == .over)
    #expect(try fixture.found(waiting).state == .withdrawn)
  }

  @Test("Who goes off duty on a mission has left it, and is not put on duty again when it ends")
  func offDutyMeanwhile() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate()
    let incident = try fixture.open()
    let offer = try fixture.offer(incident, to: ana)
    _ = try await ana.say(.accept, to: offer, at: 2)
    try await ana.duty(DutyChange(state: .offDuty), at: 3)
    #expect(try fixture.state(incident) == .offering && fixture.found(offer).state == .unreachable)
    #expect(try fixture.store.dispatch.dispatchDue() == 1)
    #expect(try fixture.state(incident) == .unassigned)
    try fixture.store.dispatch.close(
      incident, as: .resolved, in: .test(fixture.workspace.id, TestStore.dispatcher))
    #expect(try ana.row.live.duty == .offDuty)
  }

  @Test("A form sent twice opens one incident")
  func once() async throws {
    let fixture = try TestStore()
    let ana = try await fixture.candidate()
    let first = try fixture.open(asking: .one(ana.id, answerWithin: 30_000), once: "f1")
    #expect(try fixture.open(asking: .one(ana.id, answerWithin: 30_000), once: "f1") == first)
    #expect(try fixture.open(once: "f2") != first)
    #expect(try fixture.integer("SELECT count(*) FROM offer") == 1)
  }

  @Test("Notes are entries of the log, and no other workspace finds the incident")
  func notesAndScope() async throws {
    let fixture = try TestStore()
    let incident = try fixture.open()
    let other = try fixture.addWorkspace("south")
    let store = fixture.store
    try store.dispatch.note(
      "He is awake.", on: incident, in: .test(fixture.workspace.id, TestStore.dispatcher))
    #expect(try fixture.file(incident).log.first?.detail == "He is awake.")
    for text in ["", String(repeating: "x", count: 2_001)] {
      #expect(throws: StoreError.self) {
        try store.dispatch.note(text, on: incident, in: .test(fixture.workspace.id, TestStore.dispatcher))
      }
    }
    let missing = StoreError.notFound("incident \(incident.rawValue)")
    #expect(throws: missing) { try store.dispatch.incident(incident, in: other.id) }
    #expect(throws: missing) { try store.dispatch.note("x", on: incident, in: .test(other.id, "m")) }
    #expect(throws: missing) { try store.dispatch.close(incident, as: .resolved, in: .test(other.id, "m")) }
    #expect(throws: missing) {
      try store.dispatch.ask(
        .one(Responder.ID(1), answerWithin: 30_000), for: incident, in: .test(other.id, "m"))
    }
    #expect(try store.dispatch.incidents(of: other.id).matching == 0)
  }
}
