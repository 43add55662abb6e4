import DeviceKit
import Rollcall
import Testing

@testable import RollcallServer

@Suite("The app of a family, through the kit to the real server")
struct FamilyAppTests {
  /// A rule of the profile and what makes it hold; interval and thresholds in seconds.
  private struct Rule {
    var name: String
    var battery: Double
    var speed: Double
    var interval: Int64
    var degraded: Int64
    var offline: Int64
  }

  private static let number = "+38640123456"
  /// In an order in which each is due when the one before it has run out.
  private static let rules = [
    Rule(name: "stationary", battery: 0.5, speed: 0, interval: 300, degraded: 450, offline: 900),
    Rule(name: "battery low", battery: 0.15, speed: 0, interval: 600, degraded: 900, offline: 1_800),
    Rule(name: "battery very low", battery: 0.05, speed: 1.4, interval: 900, degraded: 1_350, offline: 2_700),
    Rule(name: "moving", battery: 0.5, speed: 1.4, interval: 120, degraded: 180, offline: 360),
  ]

  private let server: RealServer
  private let maks: Int64

  init() throws {
    server = try RealServer()
    maks = try server.person("Maks", "family", phone: Self.number)
  }

  /// A phone with its configuration.
  private func phone() async throws -> KitPhone {
    let phone = try await KitPhone.loggedIn(server, Self.number)
    await phone.device.refreshConfig()
    return phone
  }

  /// At the same place, at this speed.
  private func walks(_ speed: Double, _ phone: KitPhone) async throws {
    var fix = try KitPhone.place(0)
    fix.speed = speed
    await phone.device.located(fix)
  }

  /// What the board shows of a column.
  private func shown(_ column: String) async throws -> String? {
    try await server.row(of: maks)[column]?.text
  }

  private func interval(_ phone: KitPhone) async -> Milliseconds? { await phone.device.sampling.interval }

  @Test(
    "a login starts sharing; each rule has its interval and its thresholds, and a low battery counts first")
  func numbers() async throws {
    let phone = try await phone()
    #expect(await phone.device.status.duty.state == .onDuty)
    for rule in Self.rules {
      await phone.device.report(.battery(rule.battery))
      try await walks(rule.speed, phone)
      #expect(await phone.device.syncNow())
      #expect(try await shown("status") == "online", "\(rule.name)")
      #expect(try await shown("rule_name") == rule.name)
      #expect(try await shown("duty_label") == "Sharing")
      #expect(await interval(phone) == rule.interval * 1_000, "\(rule.name)")
      let accuracy: SamplingPlan.Accuracy = rule.battery < 0.2 ? .balanced : .best
      #expect(await phone.device.sampling.accuracy == accuracy, "\(rule.name)")
      server.pass(rule.degraded + 1)
      #expect(try await shown("status") == "degraded", "\(rule.name)")
      server.pass(rule.offline - rule.degraded)
      #expect(try await shown("status") == "offline", "\(rule.name)")
    }
  }

  @Test("a person who stops moving says so at the old interval, and reports less often only then")
  func standing() async throws {
    let phone = try await phone()
    try await walks(1.4, phone)
    #expect(await interval(phone) == 120_000)
    server.pass(60)
    try await walks(0, phone)
    #expect(await interval(phone) == 120_000, "the server has heard of walking alone")
    server.pass(60)
    try await walks(0, phone)
    #expect(await phone.device.status.queue.pings == 2)
    #expect(await interval(phone) == 300_000)
    #expect(await phone.device.nextPing == server.now.advanced(by: 300_000))
    #expect(await phone.device.syncNow())
    #expect(try await shown("rule_name") == "stationary")
    // The profile has no rule for it: only the receiver is spared.
    await phone.device.report(.power(.lowPower))
    #expect(await interval(phone) == 300_000)
    #expect(await phone.device.sampling.accuracy == .balanced)
  }

  @Test(
    "the user's own interval lengthens the profile's, over a restart, and never so far that they are degraded"
  )
  func wish() async throws {
    let first = try await phone()
    let wishes: [(Double, Milliseconds)] = [(330, 330), (10, 300), (.infinity, 300), (3_600, 360)]
    for (seconds, used) in wishes {
      try await first.device.limit(interval: seconds)
      #expect(await interval(first) == used * 1_000, "\(seconds) s")
    }
    let phone = try await first.restarted()
    #expect(await interval(phone) == 360_000)
    for number in 0...12 {
      if number > 0 { server.pass(60) }
      try await walks(0, phone)
      #expect(await phone.device.syncNow())
      #expect(try await shown("status") == "online", "minute \(number)")
    }
    #expect(try await server.history().count == 3, "at once, and after six and twelve minutes")
    try await walks(1.4, phone)
    #expect(await interval(phone) == 144_000, "four fifths of 180 s")
    try await phone.device.limit(interval: nil)
    #expect(await interval(phone) == 120_000)
  }
}
