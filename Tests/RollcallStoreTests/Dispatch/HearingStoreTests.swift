import Rollcall
import RollcallStore
import StoreSupport
import Testing

@Suite("Whether a message wakes a phone is proved by what the phone does")
struct HearingStoreTests {
  private let fixture: TestStore
  private let ana: TestPhone

  init() async throws {
    fixture = try TestStore()
    ana = try fixture.phone(profile: "responder", name: "Ana", device: "d")
    try await ana.duty(DutyChange(state: .onDuty))
    try await ana.report()
    try await ana.register(.webhook, "https://example.org/hook")
  }

  /// How soon they hear now, seconds; `nil` = never.
  private var hears: Double? {
    fixture.store.liveness.boardEntry(of: ana.id, in: fixture.workspace.id)?.hearing?
      .within(at: fixture.clock.now).map { Double($0) / 1_000 }
  }

  private func test(at seconds: Double) throws {
    fixture.clock.set(seconds)
    try fixture.store.push.testPush(to: ana.id, in: .test(fixture.workspace.id, TestStore.dispatcher))
  }

  @Test(
    "An address alone proves nothing, nor does the service that takes the message; a request for offers does")
  func request() async throws {
    #expect(hears == 60)
    try test(at: 100)
    try fixture.record(.accepted(id: nil), of: try fixture.job())
    #expect(hears == 60)
    _ = try await ana.offers(at: 129)
    #expect(hears == 5)
    try fixture.restart()
    #expect(hears == 5)
  }

  @Test("A request later than 30 s, or by an app that asks all the time, proves nothing")
  func late() async throws {
    try test(at: 100)
    _ = try await ana.offers(at: 130.001)
    #expect(hears == 60)
    try test(at: 190)
    _ = try await ana.offers(at: 191)
    #expect(hears == 60)
    try test(at: 251.001)
    _ = try await ana.offers(at: 252)
    #expect(hears == 5)
  }

  @Test("A message that is not answered within 30 s ends the proof, and one that is begins another")
  func unanswered() async throws {
    try test(at: 100)
    _ = try await ana.offers(at: 101)
    try test(at: 200)
    fixture.clock.set(230)
    #expect(hears == 5)
    fixture.clock.set(230.001)
    #expect(hears == 60)
    try test(at: 300)
    _ = try await ana.offers(at: 301)
    #expect(hears == 5)
  }

  @Test(
    "Seen, accept, decline and the link prove it; an upload that told of the offer before makes it worthless")
  func offer() async throws {
    for isTold in [false, true] {
      let fixture = try TestStore()
      let ana = try fixture.phone(profile: "responder", name: "Ana", device: "d")
      try await ana.duty(DutyChange(state: .onDuty))
      try await ana.report()
      try await ana.register(.webhook, "https://example.org/hook")
      let offer = try fixture.offer(try fixture.open(), to: ana)
      if isTold { try await ana.report(at: 1) }
      _ = try await ana.say(.seen, to: offer, at: 2)
      let entry = try #require(fixture.store.liveness.boardEntry(of: ana.id, in: fixture.workspace.id))
      #expect(entry.hearing?.within(at: .at(3)) == (isTold ? 60_000 : 5_000))
    }
  }

  @Test("An offer that ends undelivered ends the proof; one that is withdrawn is not judged")
  func undelivered() async throws {
    try test(at: 1)
    _ = try await ana.offers(at: 2)
    fixture.clock.set(10)
    let incident = try fixture.open()
    let offer = try fixture.offer(incident, to: ana)
    fixture.clock.set(20)
    try fixture.store.dispatch.withdraw(
      offer, of: incident, in: .test(fixture.workspace.id, TestStore.dispatcher))
    fixture.clock.set(41)
    #expect(hears == 5)
    try await ana.report(at: 50)
    let late = try fixture.offer(try fixture.open("Next"), to: ana)
    #expect(try fixture.found(late).deliverBy == .at(65) && fixture.found(late).expiresAt == .at(80))
    fixture.clock.set(65.001)
    _ = try fixture.store.dispatch.dispatchDue()
    #expect(try fixture.found(late).state == .undelivered)
    #expect(hears == 60)
  }

  @Test("Another address, a dropped one and another login have nothing proved")
  func addresses() async throws {
    try test(at: 1)
    _ = try await ana.offers(at: 2)
    #expect(hears == 5)
    try await ana.register(.ntfy, "topic", at: 3)
    #expect(hears == 60)
    try await ana.unregister(.ntfy)
    #expect(hears == 5)
    try await ana.logout()
    #expect(hears != 5)
  }

  @Test("Without a proof the offer waits for the next report; a declined one costs a minute, a drill nothing")
  func record() async throws {
    let offer = try fixture.offer(try fixture.open(), to: ana)
    #expect(try fixture.found(offer).deliverBy == .at(70) && fixture.found(offer).expiresAt == .at(90))
    _ = try await ana.say(.decline(reason: nil), to: offer, at: 1)
    let place = try fixture.details().position
    let now = fixture.clock.now
    let other = try fixture.store.dispatch.candidates(for: place, in: fixture.workspace.id, at: now).ranked
    let person = try #require(other.first?.person)
    #expect(person.setbacks == 1 && person.lastOfferAt == .at(0))
    #expect(try fixture.store.dispatch.canBeSent(in: fixture.workspace.id, at: now).count == 1)
  }
}
