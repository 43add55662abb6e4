import StoreSupport
import Rollcall
import RollcallStore
import Testing

@Suite("Only a candidate of this very instant is asked")
struct OfferRefusalTests {
  private func refusal(_ fixture: TestStore, _ incident: Incident.ID, _ phone: TestPhone) -> StoreError? {
    #expect(throws: StoreError.self) { try fixture.offer(incident, to: phone) }
  }

  @Test("Each obstacle is told in words, and nothing is stored")
  func obstacles() async throws {
    let fixture = try TestStore()
    let incident = try fixture.open()
    let ana = try await fixture.candidate()
    let expect = { (words: String) in
      #expect(self.refusal(fixture, incident, ana) == .conflict("Ana cannot be asked now: \(words)"))
    }
    // Nobody has run a loop: what came due is settled by the offer itself.
    fixture.clock.set(90.001)
    expect("degraded: no fresh fix for 1 min")
    fixture.clock.set(300)
    expect("offline for 2 min")
    try await ana.duty(DutyChange(state: .offDuty), at: 301)
    expect("off duty")
    try await ana.duty(DutyChange(state: .onDuty), at: 302)
    expect("unknown for 0 s")
    try await ana.report(at: 303)
    let busy = try fixture.open()
    let offer = try fixture.offer(busy, to: ana)
    expect("holds another offer")
    _ = try await ana.say(.accept, to: offer, at: 304)
    expect("on another mission")
    #expect(try fixture.integer("SELECT count(*) FROM offer WHERE incident_id = \(incident.rawValue)") == 0)
    #expect(try fixture.state(incident) == .open)
  }

  @Test("An offer whose time is over does not stand in the way of the next")
  func expiredOfferIsNoObstacle() async throws {
    let fixture = try TestStore()
    let (first, second) = (try fixture.open(), try fixture.open())
    let ana = try await fixture.candidate()
    try fixture.offer(first, to: ana)
    try await ana.report(at: 30.001)
    try fixture.offer(second, to: ana)
    #expect(try fixture.state(first) == .unassigned)
  }

  @Test("An incident that is taken or over is not offered")
  func incidentsAndTimes() async throws {
    let fixture = try TestStore()
    let (ana, bor) = (try await fixture.candidate("Ana"), try await fixture.candidate("Bor"))
    let incident = try fixture.open()
    _ = try await ana.say(.accept, to: try fixture.offer(incident, to: ana, within: 600), at: 1)
    #expect(refusal(fixture, incident, bor) == .conflict("Every place of the incident is taken already"))
    try fixture.store.dispatch.close(incident, as: .resolved, in: .test(fixture.workspace.id, "m"))
    #expect(refusal(fixture, incident, bor) == .conflict("The incident is over"))
    #expect(throws: StoreError.invalid("There is no region Moon")) {
      try fixture.store.dispatch.open(
        IncidentOpening(try fixture.details(region: "Moon")), in: .test(fixture.workspace.id, "m"))
    }
  }

  @Test("Opening and offering are one: when nobody can be asked, nothing is opened")
  func bothOrNeither() async throws {
    let fixture = try TestStore()
    let ana = try fixture.phone(profile: "responder")
    #expect(throws: StoreError.conflict("Ana cannot be asked now: off duty")) {
      try fixture.open(asking: .one(ana.id, answerWithin: 30_000))
    }
    #expect(try fixture.integer("SELECT count(*) FROM incident") == 0)
  }

  @Test("Nobody of another workspace is asked, and nobody answers for somebody else")
  func strangers() async throws {
    let fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    let incident = try fixture.open()
    let stranger = try await fixture.candidate("Stranger", slug: "south")
    #expect(refusal(fixture, incident, stranger) == .notFound("responder \(stranger.id.rawValue)"))
    let (ana, bor) = (try await fixture.candidate("Ana"), try await fixture.candidate("Bor"))
    let offer = try fixture.offer(incident, to: ana)
    for phone in [bor, stranger] {
      for answer in [PhoneAnswer.seen, .accept, .decline(reason: nil)] {
        #expect(try await phone.say(answer, to: offer) == .unknown)
      }
    }
    _ = try await ana.say(.accept, to: offer)
    let assignment = try #require(try await ana.assignment())
    #expect(try await bor.tell(.complete, of: assignment.id) == .unknown)
    #expect(try fixture.state(incident) == .assigned)
  }

  @Test("After an absence of ours an offer waits for a fix taken since")
  func heldAfterAnAbsence() async throws {
    // Given somebody who is still green after a short restart, by a fix from before
    let fixture = try TestStore()
    let incident = try fixture.open()
    let ana = try await fixture.candidate()
    fixture.clock.set(40)
    try fixture.restart()
    #expect(try ana.row.live.settled(at: .at(40)).status == .online)
    // Then nothing is offered on the strength of it
    let words = "Ana cannot be asked now: no fresh fix since Rollcall itself was away"
    #expect(refusal(fixture, incident, ana) == .conflict(words))
    try await ana.contact(at: 41)
    #expect(refusal(fixture, incident, ana) == .conflict(words))
    // Until they report
    try await ana.report(at: 42)
    try fixture.offer(incident, to: ana)
  }
}
