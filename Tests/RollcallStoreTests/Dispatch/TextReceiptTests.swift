import Rollcall
import RollcallStore
import StoreSupport
import Testing

@Suite("What a gateway of text messages says of an offer")
struct TextReceiptTests {
  private let fixture: TestStore
  private let ana: TestPhone
  private let incident: Incident.ID
  private let offer: Offer.ID
  private let link: String

  /// Somebody with a number was sent an offer, which must reach them within 15 s and be answered within 30 s.
  init() async throws {
    fixture = try TestStore(textsOffers: true)
    ana = try await fixture.candidate()
    _ = try fixture.store.fleet.changePerson(ana.id, in: .test(fixture.workspace.id, TestStore.dispatcher)) {
      $0.phone = "+38640123456"
    }
    incident = try fixture.open()
    offer = try fixture.offer(incident, to: ana)
    link = try #require(try fixture.store.push.link(for: try fixture.job()))
  }

  private var state: Offer.State { get throws { try fixture.found(offer).state } }

  private func say(_ receipt: TextReceipt, at seconds: Double) throws -> Bool {
    fixture.clock.set(seconds)
    return try fixture.store.dispatch.takeReceipt(receipt, link: link)
  }

  private func look(at seconds: Double) throws {
    fixture.clock.set(seconds)
    _ = try fixture.store.dispatch.dispatchDue()
  }

  /// What counts against Ana when people are ranked for another incident.
  private func setbacks() async throws -> Int? {
    try await ana.report()
    let place = try fixture.details().position
    return try fixture.store.dispatch.candidates(
      for: place, in: fixture.workspace.id, at: fixture.clock.now
    ).ranked.first?.person.setbacks
  }

  @Test("That it was delivered counts as that, and as nothing else")
  func delivered() async throws {
    try fixture.record(.accepted(id: nil), of: try fixture.job(), at: 1)
    #expect(try state == .sent)
    let (before, row) = (try fixture.found(offer), try ana.row)
    #expect(try say(.delivered, at: 10))
    let after = try fixture.found(offer)
    #expect((after.state, after.deliveredAt) == (.delivered, .at(10)))
    // Nobody has seen or answered it, and there is as much time as before.
    #expect(after.seenAt == nil && after.answer == nil && after.expiresAt == before.expiresAt)
    #expect(try fixture.state(incident) == .offering)
    // Their phone was not heard, is reachable for no longer, and hears of the next offer no sooner.
    let now = try ana.row
    #expect(now.live == row.live && now.hearing == row.hearing && now.phone == row.phone)
    // Said again it is not delivered again.
    #expect(try say(.delivered, at: 12))
    #expect(try fixture.found(offer) == after)
    try look(at: 30.001)
    let ended = try fixture.found(offer)
    #expect((ended.state, ended.endedAt) == (.expired, .at(30)))
    #expect(try await setbacks() == 0)
    // Too late it changes nothing.
    #expect(try say(.delivered, at: 31))
    #expect(try fixture.found(offer) == ended)
  }

  @Test(
    "Whoever has opened the link and lets it expire bears that, whatever the gateway says before or after")
  func opened() async throws {
    #expect(try say(.delivered, at: 5))
    fixture.clock.set(6)
    #expect(try fixture.store.dispatch.open(link: link)?.standing == .open)
    #expect(try say(.delivered, at: 7))
    try look(at: 30.001)
    #expect(try state == .expired)
    #expect(try await setbacks() == 1)
  }

  @Test("A message that is never sent is not delivered in time, and costs nothing")
  func undelivered() async throws {
    try look(at: 15)
    #expect(try state == .queued)
    try look(at: 15.001)
    let ended = try fixture.found(offer)
    #expect((ended.state, ended.endedAt, ended.deliveredAt) == (.undelivered, .at(15), nil))
    #expect(try await setbacks() == 0)
  }

  @Test("A gateway that refuses the message has not delivered it")
  func refused() async throws {
    try fixture.record(.refused(reason: "no such number"), of: try fixture.job(), at: 1)
    #expect(try state == .queued)
    try look(at: 15.001)
    #expect(try state == .undelivered)
    #expect(try await setbacks() == 0)
  }

  @Test("A message that fails on its way is not delivered; the log says why, and the deadline stays")
  func failed() async throws {
    try fixture.record(.accepted(id: nil), of: try fixture.job(), at: 1)
    #expect(try say(.failed("30003"), at: 3))
    #expect(try state == .sent)
    #expect(try fixture.pushLog(incident).last == "failed: SMS: 30003, says the gateway")
    try look(at: 15.001)
    let ended = try fixture.found(offer)
    #expect((ended.state, ended.endedAt) == (.undelivered, .at(15)))
    #expect(try await setbacks() == 0)
  }
}
