import DeviceKit
import Rollcall
import Testing

@Suite("The conditions sent to the server decide which rule applies")
struct SentConditionsTests {
  private let test: DeviceUnderTest
  private let field = #"""
    [{"name":"battery","when":{"battery_below":0.15},"interval_s":1800},
     {"name":"foreground","when":{"app_state":"foreground"},"interval_s":300,"degraded_s":1350,"offline_s":2700},
     {"name":"background","interval_s":900}]
    """#
  private let family = #"""
    [{"name":"battery low","when":{"battery_below":0.20},"interval_s":600},
     {"name":"moving","when":{"speed_above_mps":1.0},"interval_s":120},{"name":"stationary","interval_s":300}]
    """#

  init() throws { test = try DeviceUnderTest() }

  private func fix(battery: Double?, speed: Double? = nil) -> Ping {
    var fix = Ping.sample(1)
    (fix.batteryLevel, fix.speed) = (battery, speed)
    return fix
  }

  @Test(
    "a battery that crosses a rule's limit is reported at the old interval; only then reports become rarer"
  )
  func noMark() async throws {
    let device = try await test.loggedIn()
    await test.configure(device, rules: field)
    try await device.setDuty(.onDuty)
    await device.report(.battery(0.16))
    await device.located(fix(battery: nil))
    #expect(await device.sampling.interval == 900_000)
    await device.report(.battery(0.14))
    #expect(await device.sampling.interval == 900_000, "the server still goes by 0.16")
    try await test.pass(900_000)
    await device.located(fix(battery: nil))
    #expect(await device.sampling.interval == 1_800_000)
    #expect(await device.syncNow())
    #expect(test.server.batches.flatMap(\.pings).map(\.batteryLevel) == [0.16, 0.14])
  }

  @Test("an event at the limit itself is not below it: the rule changes with the ping that says so")
  func atTheMark() async throws {
    let device = try await test.loggedIn()
    await test.configure(device, rules: family)
    try await device.setDuty(.onDuty)
    await device.report(.battery(0.2))
    await device.located(fix(battery: nil, speed: 0))
    await device.report(.battery(0.19))
    #expect(await device.sampling.interval == 300_000)
    await device.report(.battery(0.1))
    #expect(await device.sampling.interval == 600_000, "an event has told it")
  }

  @Test("the conditions that were sent survive a restart: speed and battery")
  func restart() async throws {
    let device = try await test.loggedIn()
    await test.configure(device, rules: family)
    try await device.setDuty(.onDuty)
    await device.located(fix(battery: 0.5, speed: 1.4))
    let again = try await test.start()
    #expect(await again.sampling.interval == 120_000, "the server waits for somebody who moves")
    await again.report(.battery(0.15))
    #expect(await again.sampling.interval == 600_000, "the mark at 20 % has told it")
  }

  @Test("another responder's conditions on the same phone do not count")
  func others() async throws {
    let device = try await test.loggedIn()
    await test.configure(device, rules: family)
    try await device.setDuty(.onDuty)
    await device.located(fix(battery: 0.5, speed: 1.4))
    test.server.change { $0.owner = 12 }
    try await device.logIn(phone: "+38640999999", code: "1")
    await device.moves(.stationary)
    await test.configure(device, rules: family)
    #expect(await device.sampling.interval == 300_000)
  }
}
