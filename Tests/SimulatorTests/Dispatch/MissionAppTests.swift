import DeviceKit
import Rollcall
import RollcallWire
import Testing

@testable import RollcallServer

@Suite("A responder's mission, through the kit to the real server")
struct MissionAppTests {
  private static let number = "+38640123456"
  private let server: RealServer
  private let ana: Int64

  init() throws {
    server = try RealServer()
    ana = try server.person("Ana", "responder", phone: Self.number)
  }

  /// How far the first offer of an incident has come.
  private func offered(_ incident: Int64) async throws -> String? {
    try await server.console("incidents/\(incident).json")["offers"]?.items?.first?["state"]?.text
  }

  @Test(
    "an offer comes with the answer to an upload; it is seen, accepted, reached and done, and the board says so"
  )
  func mission() async throws {
    let phone = try await KitPhone.loggedIn(server, Self.number)
    try await phone.comeOnDuty()
    let incident = try await server.openIncident()
    server.pass(10)
    await phone.device.located(try KitPhone.place(70))
    #expect(await phone.device.syncNow())
    guard case .offered(let offer)? = await phone.news(1).first else {
      Issue.record("no offer")
      return
    }
    #expect(offer.incident.rawValue == incident)
    #expect(!server.calls.contains { $0.path == "/app/v1/offers" }, "nobody had to ask")
    try await phone.device.answer(offer, .seen)
    #expect(await phone.device.syncNow())
    #expect(try await offered(incident) == "seen")
    try await phone.device.answer(offer, .accept)
    #expect(await phone.device.status.duty.mission?.incident == incident, "before the server knows")
    #expect(await phone.device.syncNow())
    #expect(try await offered(incident) == "accepted")
    #expect(try await server.state(ofIncident: incident) == "assigned")
    try await underWay(phone, to: incident)

    try await phone.device.report(.arrived)
    #expect(await phone.device.syncNow())
    #expect(await phone.device.status.duty.mission?.hasArrived == true)
    #expect(try await server.row(of: ana)["assignment"]?["arrived_at"]?.text != nil)
    try await phone.device.report(.complete)
    #expect(await phone.device.syncNow())
    #expect(try await server.state(ofIncident: incident) == "resolved")
    #expect(await phone.device.status.duty == DutyRecord(.onDuty))
    #expect(await phone.device.sampling.interval == 60_000)
    let row = try await server.row(of: ana)
    #expect(row["duty_label"]?.text == "On duty" && row["assignment"] == .null)
  }

  /// On the way there is a ping each fifteen seconds, and sooner after twenty metres.
  private func underWay(_ phone: KitPhone, to incident: Int64) async throws {
    let before = try await server.history().count
    for number in 1...4 {
      server.pass(15)
      await phone.device.located(try KitPhone.place(Double(70 - number * 10)))
      #expect(await phone.device.syncNow())
      let row = try await server.row(of: ana)
      #expect(row["status"]?.text == "online")
      #expect(row["duty_state"]?.text == "on_mission" && row["rule_name"]?.text == "on_mission")
      #expect(row["assignment"]?["incident_id"]?.integer == incident)
    }
    server.pass(5)
    await phone.device.located(try KitPhone.place(5))
    #expect(await phone.device.syncNow())
    #expect(try await server.history().count == before + 5)
  }
}
