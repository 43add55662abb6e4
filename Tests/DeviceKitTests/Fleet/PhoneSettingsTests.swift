import DeviceKit
import Foundation
import Rollcall
import Testing

@Suite("What decides the rhythm besides the profile")
struct PhoneSettingsTests {
  private let test: DeviceUnderTest
  private let rules = #"""
    [{"name":"battery low","when":{"battery_below":0.20},"interval_s":600},
     {"name":"moving","when":{"speed_above_mps":1.0},"interval_s":120},{"name":"stationary","interval_s":300}]
    """#

  init() throws { test = try DeviceUnderTest() }

  @Test("without adaptive intervals the last rule applies, whatever the conditions")
  func notAdaptive() async throws {
    let device = try await test.loggedIn()
    await test.configure(device, rules: rules, flags: #"{"adaptive_intervals":false}"#)
    await device.report(.battery(0.05))
    try await device.setDuty(.onDuty)
    var fix = Ping.sample(1)
    (fix.speed, fix.batteryLevel) = (3, nil)
    await device.located(fix)
    #expect(await device.sampling.interval == 300_000)
    await test.configure(device, rules: rules)
    #expect(await device.sampling.interval == 600_000)
  }

  @Test("the user may have it report more rarely, within what the server allows, also after a restart")
  func userInterval() async throws {
    let device = try await test.loggedIn()
    await test.configure(device, rules: rules)
    try await device.limit(interval: 330)
    #expect(await device.sampling.interval == 330_000)
    #expect(await (try test.start()).sampling.interval == 330_000)
    try await device.limit(interval: 86_400)
    #expect(await device.sampling.interval == 360_000, "four fifths of the time until degraded")
    try await device.limit(interval: 10)
    #expect(await device.sampling.interval == 300_000, "never more often than the profile says")
    try await device.limit(interval: nil)
    #expect(await (try test.start()).sampling.interval == 300_000)
  }

  @Test("a request takes ten seconds at most, unless the app says otherwise")
  func timeout() throws {
    let server = try #require(URL(string: "http://127.0.0.1:1"))
    #expect(URLSessionSender(server: server).timeout == 10)
    #expect(URLSessionSender(server: server, timeout: 3).timeout == 3)
    #expect(URLSessionSender(server: server, timeout: .nan).timeout == 10)
    #expect(URLSessionSender(server: server, timeout: 1e9).timeout == 3_600)
  }
}
