import Foundation
import Rollcall
import StoreSupport
import RollcallStore
import Testing

@Suite("An offer can be answered by the link of its message")
struct OfferLinkTests {
  private func asked() async throws -> (TestStore, TestPhone, Incident.ID, Offer.ID, String) {
    let fixture = try TestStore()
    let ana = try await fixture.candidate().register(.ntfy, Token.ntfy)
    let incident = try fixture.open()
    let offer = try fixture.offer(incident, to: ana)
    let link = try #require(try fixture.store.push.link(for: try fixture.job()))
    return (fixture, ana, incident, offer, link)
  }

  @Test("Looking changes nothing; accepting is what the app's accept is, but no contact; again is the same")
  func accepted() async throws {
    let (fixture, ana, incident, offer, link) = try await asked()
    let contact = try ana.row.live.lastContact
    fixture.clock.set(5)
    #expect(try fixture.store.dispatch.offer(link: link)?.standing == .open)
    #expect(try fixture.found(offer).state == .queued)
    #expect(try fixture.store.dispatch.accept(link: link)?.standing == .theirs)
    #expect(try fixture.state(incident) == .assigned)
    #expect(try ana.row.live.duty == .onMission)
    #expect(try ana.row.live.lastContact == contact)
    #expect(try fixture.store.dispatch.accept(link: link)?.standing == .theirs)
    #expect(try fixture.steps(incident).filter { $0.hasPrefix("accepted") }.count == 1)
    #expect(try await ana.assignment()?.incident.id == incident)
  }

  @Test("Too late, withdrawn, or taken by somebody else: nothing is accepted")
  func over() async throws {
    let (fixture, _, incident, _, link) = try await asked()
    let bor = try await fixture.candidate("Bor")
    let second = try fixture.offer(incident, to: bor)
    _ = try await bor.say(.accept, to: second)
    #expect(try fixture.store.dispatch.offer(link: link)?.standing == .taken)
    #expect(try fixture.store.dispatch.accept(link: link)?.standing == .taken)
    #expect(try await bor.assignment()?.incident.id == incident)

    let (late, ana, unanswered, _, other) = try await asked()
    late.clock.set(30.001)
    #expect(try late.store.dispatch.offer(link: other)?.standing == .over)
    #expect(try late.store.dispatch.accept(link: other)?.standing == .over)
    #expect(try late.state(unanswered) != .assigned)
    #expect(try await ana.assignment() == nil)
  }

  @Test("A link that never was is nothing; only its hash is in the file")
  func unknown() async throws {
    let (fixture, _, _, _, link) = try await asked()
    #expect(try fixture.store.dispatch.offer(link: "nonsense") == nil)
    #expect(try fixture.store.dispatch.accept(link: "") == nil)
    #expect(link.utf8.count == 22)
    fixture.store.close()
    let file = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    #expect(file.range(of: Data(link.utf8)) == nil)
    #expect(file.range(of: Data(SecretHash(of: link).bytes)) != nil)
  }

  /// The link of the only text message that is due, which the gateway takes.
  private func texted(_ kind: PushJob.Kind, _ fixture: TestStore) throws -> LinkedOffer {
    let job = try fixture.job()
    #expect(job.kind == kind && job.service == .sms)
    let link = try #require(try fixture.store.push.link(for: job))
    #expect(try fixture.store.push.link(for: job) == link)
    try fixture.record(.accepted(id: nil), of: job)
    return try #require(try fixture.store.dispatch.offer(link: link))
  }

  @Test("A text message about a change, an end, or what was taken by voice has a link, too")
  func texts() async throws {
    let fixture = try TestStore(textsOffers: true)
    let scope = Scope.test(fixture.workspace.id, TestStore.dispatcher)
    let ana = try await fixture.candidate()
    _ = try fixture.store.fleet.changePerson(ana.id, in: scope) { $0.phone = "+38640123456" }
    let asked = try fixture.open()
    let offer = try fixture.offer(asked, to: ana)
    #expect(try texted(.offer, fixture).standing == .open)
    fixture.clock.set(1)
    try fixture.store.dispatch.edit(asked, try IncidentEdit(.init(title: "Fall from a roof")), in: scope)
    let changed = try texted(.changed, fixture)
    #expect(changed.standing == .open && changed.offer?.id == offer && changed.isByText)
    try fixture.store.dispatch.note(IncidentCall(ana.id, .accepts), about: asked, in: scope)
    #expect(try texted(.changed, fixture).standing == .theirs)
    try fixture.store.dispatch.act(.release, on: ana.id, of: asked, in: scope)
    #expect(try texted(.withdrawn, fixture).standing == .over)

    // Without an offer
    let called = try fixture.open("Fire")
    try fixture.store.dispatch.note(IncidentCall(ana.id, .accepts), about: called, in: scope)
    let theirs = try texted(.changed, fixture)
    #expect(theirs.offer == nil && theirs.incident.id == called && theirs.standing == .theirs)
    try fixture.store.dispatch.act(.release, on: ana.id, of: called, in: scope)
    #expect(try texted(.changed, fixture).standing == .over)
  }
}
