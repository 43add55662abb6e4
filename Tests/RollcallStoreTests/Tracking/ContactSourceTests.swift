import StoreSupport
import Foundation
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Whose intervals count for a responder with several apps")
struct ContactSourceTests {
  private let app: TestApp
  private let phone: TestPhone
  private var fixture: TestStore { app.fixture }

  /// The family profile's rule asks for a fix every 300 s: D = 450 s; OwnTracks for one every 900 s: D = 1,350 s.
  init() throws {
    app = try TestApp()
    phone = TestPhone(app.fixture, try app.fixture.login(app.id))
  }

  @Test("While green the stricter intervals apply: a second app does not keep green what the first one lost")
  func stricter() async throws {
    try await phone.send([try ping(0)], at: 0)
    try await app.say(AdapterUpload(), at: 400)
    #expect(try app.row.live.force.thresholds?.degraded == 450_000)
    try fixture.settle(at: 460)
    #expect(try app.row.live.status == .degraded)
    #expect(try app.row.live.since == .at(450))
  }

  @Test("Once the first app is silent, the intervals of the second hold")
  func takesOver() async throws {
    try await phone.send([try ping(0)], at: 0)
    try await app.send([try ping(500, lat: 47)], at: 501)
    #expect(try app.row.live.status == .online)
    #expect(try app.row.live.force.thresholds?.degraded == 1_350_000)
    try fixture.settle(at: 1_800)
    #expect(try app.row.live.status == .online)
    try await phone.contact(at: 1_801)
    #expect(try app.row.live.force.thresholds?.degraded == 450_000, "the stricter app is back")
  }

  @Test("Two apps that both report do not change the rule with each report")
  func steady() async throws {
    for step in 0..<20 {
      let now = Double(step) * 60
      try await phone.send([try ping(now)], at: now)
      try await app.send([try ping(now + 5, lat: 47)], at: now + 6)
    }
    #expect(
      try fixture.integer("SELECT count(*) FROM rule_change WHERE responder_id = \(app.id.rawValue)") <= 3)
  }

  @Test("The app whose intervals count survives a restart, and so do edited intervals")
  func restart() async throws {
    let app = try TestApp()
    try await app.send([try ping(0)], at: 1)
    var settings = app.device.settings
    settings.intervals = ReportIntervals(onDuty: 1_000, onMission: 1_000)
    try app.fixture.store.phones.setAdapterDevice(
      app.device.id, settings, in: .test(app.fixture.workspace.id, "x"))
    #expect(try app.row.live.force.thresholds?.degraded == 1_500_000)
    let changes = try app.fixture.integer("SELECT count(*) FROM rule_change")
    try app.fixture.restart()
    #expect(try app.row.live.force.thresholds?.degraded == 1_500_000)
    #expect(try app.row.live.force.name.hasSuffix(", owntracks"))
    #expect(try app.fixture.integer("SELECT count(*) FROM rule_change") == changes)
  }

  @Test("The end of the last app is offline at once; the end of one of several is not")
  func ends() async throws {
    let second = try app.another(.overland)
    try await app.send([try ping(0)], at: 1)
    try fixture.store.phones.endSession(phone.session.id, of: app.id, in: .test(fixture.workspace.id, "x"))
    #expect(try app.row.live.status == .online)
    try fixture.store.phones.revokeAdapterDevice(app.device.id, in: .test(fixture.workspace.id, "x"))
    #expect(try app.row.live.status == .online)
    #expect(try app.row.live.force.thresholds?.degraded == 450_000, "the profile's rule holds again")
    try fixture.store.phones.revokeAdapterDevice(second.device.id, in: .test(fixture.workspace.id, "x"))
    #expect(try app.row.live.status == .offline)
    #expect(try app.row.live.reason == "session revoked")
  }

  @Test("An expired session keeps no one green whose last app was revoked")
  func ranOut() async throws {
    let app = try TestApp()
    _ = try app.fixture.store.phones.issueToken(
      slug: "north", responder: app.id, deviceID: "d", lifetime: 600_000)
    try await app.send([try ping(0)], at: 1)
    app.fixture.clock.set(601)
    #expect(try app.row.live.status == .online)
    try app.fixture.store.phones.revokeAdapterDevice(app.device.id, in: .test(app.fixture.workspace.id, "x"))
    #expect(try app.row.live.status == .offline)
    #expect(try app.row.live.reason == "session revoked")
  }

  @Test("What a profile does not time is not timed by a foreign app either")
  func notTimed() {
    let device = AdapterDevice(
      id: AdapterDevice.ID(1), workspace: Workspace.ID(1), responder: Responder.ID(1), adapter: .flat,
      name: "x", speedUnit: .knots, takesCommands: false, createdAt: .at(0))
    let rule = RuleInForce(name: "field/night")
    #expect(Reporter(device).adapted(rule, duty: .onDuty, at: .at(0)) == rule)
  }
}
