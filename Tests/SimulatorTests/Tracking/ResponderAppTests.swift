import DeviceKit
import Rollcall
import Testing

@testable import RollcallServer

@Suite("The app of a responder, through the kit to the real server")
struct ResponderAppTests {
  /// A rule of the profile and what makes it hold; interval and thresholds in seconds.
  private struct Rule {
    var name: String
    var duty: DutyState
    var power: Telemetry.PowerMode
    var interval: Int64
    var distance: Double
    var degraded: Int64
    var offline: Int64
  }

  private static let number = "+38640123456"
  /// In an order in which each is due when the one before it has run out.
  private static let rules = [
    Rule(
      name: "on_duty", duty: .onDuty, power: .normal, interval: 60, distance: 50, degraded: 90, offline: 180),
    Rule(
      name: "on_duty, low power", duty: .onDuty, power: .lowPower, interval: 120, distance: 500,
      degraded: 150, offline: 180),
    Rule(
      name: "on_mission, low power", duty: .onMission, power: .lowPower, interval: 30, distance: 500,
      degraded: 45, offline: 60),
    Rule(
      name: "on_mission", duty: .onMission, power: .normal, interval: 15, distance: 20, degraded: 30,
      offline: 60),
  ]

  private let server: RealServer
  private let ana: Int64

  init() throws {
    server = try RealServer()
    ana = try server.person("Ana", "responder", phone: Self.number)
  }

  /// A phone that has told where it is, on duty, with the configuration.
  private func onDuty() async throws -> KitPhone {
    let phone = try await KitPhone.loggedIn(server, Self.number)
    try await phone.comeOnDuty()
    return phone
  }

  /// What the board shows of a column.
  private func shown(_ column: String) async throws -> String? {
    try await server.row(of: ana)[column]?.text
  }

  @Test("nothing is told off duty; on duty there is a ping each minute, and sooner after fifty metres")
  func rhythm() async throws {
    let phone = try await KitPhone.loggedIn(server, Self.number)
    #expect(await phone.device.status.duty.state == .offDuty, "a responder begins off duty")
    await phone.device.located(try KitPhone.place(0))
    #expect(await phone.device.syncNow())
    #expect(try await server.history().isEmpty)
    #expect(try await shown("duty_state") == "off_duty")

    try await phone.device.setDuty(.onDuty)
    for number in 0...9 {
      server.pass(20)
      await phone.device.located(try KitPhone.place(Double(number % 2 * 10)))
    }
    #expect(await phone.device.status.queue.pings == 4, "at once, and after one, two and three minutes")
    server.pass(10)
    await phone.device.located(try KitPhone.place(50))
    #expect(await phone.device.status.queue.pings == 4, "forty metres")
    await phone.device.located(try KitPhone.place(70))
    #expect(await phone.device.syncNow())
    #expect(try await server.history().count == 5)
    #expect(try await shown("status") == "online")
    #expect(try await shown("duty_label") == "On duty")
  }

  @Test("each rule has its interval, its distance and its thresholds, on the phone and on the board")
  func numbers() async throws {
    let phone = try await KitPhone.loggedIn(server, Self.number)
    for rule in Self.rules {
      try await phone.device.setDuty(rule.duty, order: rule.duty == .onMission ? "O-1" : nil)
      await phone.device.report(.power(rule.power))
      server.pass(1)
      await phone.device.located(try KitPhone.place(0))
      #expect(await phone.device.syncNow())
      #expect(try await shown("status") == "online", "\(rule.name)")
      #expect(try await shown("rule_name") == rule.name)
      let plan = await phone.device.sampling
      #expect(plan.interval == rule.interval * 1_000 && plan.distance == rule.distance, "\(rule.name)")
      server.pass(rule.degraded + 1)
      #expect(try await shown("status") == "degraded", "\(rule.name)")
      server.pass(rule.offline - rule.degraded)
      #expect(try await shown("status") == "offline", "\(rule.name)")
    }
  }

  @Test("a phone that lies still reports the old position on time: in contact, and not green by it")
  func stationary() async throws {
    let phone = try await onDuty()
    await phone.device.moves(.stationary)
    for minute in 1...5 {
      server.pass(60)
      #expect(await phone.device.syncNow())
      #expect(try await server.history().count == minute + 1)
      #expect(try await shown("status") == (minute == 1 ? "online" : "degraded"), "minute \(minute)")
    }
    server.pass(60)
    await phone.device.located(try KitPhone.place(3))
    #expect(await phone.device.syncNow())
    #expect(try await shown("status") == "online")
  }
}
