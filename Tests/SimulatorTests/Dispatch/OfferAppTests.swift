import DeviceKit
import Rollcall
import RollcallStore
import RollcallWire
import Testing

@testable import RollcallServer

@Suite("Offers that no push brought, through the kit to the real server")
struct OfferAppTests {
  private static let number = "+38640123456"
  private let server: RealServer
  private let ana: Int64
  private let visit: Visit.ID

  init() throws {
    server = try RealServer()
    ana = try server.person("Ana", "field", phone: Self.number)
    let place = try KitPhone.place(0).position
    try server.execute(
      .field(slug: "north", .importOutlets([Seed.Outlet(NewOutlet(name: "Kiosk", position: place))])))
    let outlet = try #require(
      try server.execute(.field(slug: "north", .listOutlets))["outlets"]?.items?.first?["id"]?.integer)
    let made = try server.execute(
      .field(
        slug: "north", .planVisit(responder: ana, outlet: outlet, day: "2027-01-15", from: nil, to: nil)))
    visit = Visit.ID(try #require(made["id"]?.integer))
  }

  private func onDuty() async throws -> KitPhone {
    let phone = try await KitPhone.loggedIn(server, Self.number)
    await phone.device.located(try KitPhone.place(0))
    #expect(await phone.device.syncNow())
    return phone
  }

  @Test("an offer comes with the answer to a check-in; taken without network, it is told later, and done")
  func fromCheckIn() async throws {
    let phone = try await onDuty()
    let incident = try await server.openIncident(asking: ana)
    #expect(try await server.state(ofIncident: incident) == "offering")
    try await phone.device.check(.checkIn, of: visit, at: KitPhone.place(0))
    #expect(await phone.device.syncNow())
    let news = await phone.news(2)
    guard case .checked? = news.first, case .offered(let offer)? = news.last else {
      Issue.record("\(news)")
      return
    }
    #expect(offer.incident.rawValue == incident)
    server.reach(false)
    try await phone.device.answer(offer, .seen)
    try await phone.device.answer(offer, .accept)
    #expect(await !phone.device.syncNow())
    server.pass(20)
    server.reach(true)
    server.lose(1)
    #expect(await !phone.device.syncNow(), "the first answer is lost")
    #expect(await phone.device.syncNow())
    #expect(try await server.state(ofIncident: incident) == "assigned")
    #expect(await phone.device.status.duty.mission?.incident == incident)
    try await phone.device.report(.arrived)
    try await phone.device.report(.complete)
    #expect(await phone.device.syncNow())
    #expect(try await server.state(ofIncident: incident) == "resolved")
    #expect(await phone.device.status.duty.state == .onDuty)
  }

  @Test("a mission that the control room ends while the app is gone is over when the app is back")
  func endedMeanwhile() async throws {
    let phone = try await onDuty()
    let incident = try await server.openIncident(asking: ana)
    await phone.device.fetchOffers()
    guard case .offered(let offer)? = await phone.news(1).first else {
      Issue.record("no offer")
      return
    }
    try await phone.device.answer(offer, .accept)
    #expect(await phone.device.syncNow())
    _ = try await server.console("incidents/\(incident)/cancel.json", posting: "{}")
    let again = try await phone.restarted()
    #expect(await again.device.status.duty.mission != nil)
    await again.device.refreshConfig()
    #expect(await again.device.status.duty == DutyRecord(.onDuty))
  }
}
