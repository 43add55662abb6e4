import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

extension TestApp {
  /// Gives the person a duty rule of their own.
  func set(_ rule: DutyRule?) throws {
    try fixture.store.liveness.setDutyRule(rule, of: [id], in: .test(fixture.workspace.id, "x"))
  }

  fileprivate func switchDuty(_ duty: DutyState, at seconds: Double) throws {
    fixture.clock.set(seconds)
    try fixture.store.liveness.switchDuty(duty, of: id, in: .test(fixture.workspace.id, "x"))
  }

  fileprivate var duty: DutyState { get throws { try row.live.duty } }

  /// Changes of status with their instants.
  fileprivate var log: [String] {
    get throws {
      try fixture.store.liveness.transitions(
        of: fixture.workspace.id, in: TimeSpan(from: .at(-1_000_000), to: .at(10_000_000)), responder: id,
        after: nil, limit: 1_000
      ).map { "\($0.transition.at.since(.at(0)) / 1_000) \($0.transition.to.rawValue)" }
    }
  }
}

@Suite("Duty by rule")
struct DutyRuleTests {
  @Test("With another app the first report puts a responder on duty, and its fresh fix makes green at once")
  func reporting() async throws {
    let app = try TestApp(profile: "responder")
    try await app.say(AdapterUpload(), at: 1)
    #expect(try app.duty == .offDuty, "a request without a report is none")
    try await app.send([try ping(2)], at: 3)
    #expect(try app.duty == .onDuty)
    #expect(try app.row.live.status == .online)
  }

  @Test("Whoever was taken off duty stays so on all phones until a new token, or somebody switches it on")
  func staysOff() async throws {
    let app = try TestApp(profile: "responder")
    let old = try app.another(.gpslogger)
    try await app.send([try ping(0)], at: 1)
    try app.switchDuty(.offDuty, at: 10)
    try await app.send([try ping(11)], at: 12)
    try await old.send([try ping(13)], at: 14)
    #expect(try app.duty == .offDuty)
    app.fixture.clock.set(20)
    let new = try app.another(.overland)
    try await app.send([try ping(21)], at: 22)
    #expect(try app.duty == .offDuty, "the token is another phone's")
    try await new.send([try ping(23)], at: 24)
    #expect(try app.duty == .onDuty)
    try app.switchDuty(.offDuty, at: 30)
    try app.switchDuty(.onDuty, at: 31)
    try await app.send([try ping(32)], at: 33)
    #expect(try app.row.live.status == .online)
  }

  @Test("Off duty said again after a new token holds, although nothing changes by it")
  func saidAgain() async throws {
    let app = try TestApp(profile: "responder")
    try app.switchDuty(.offDuty, at: 10)
    try await app.send([try ping(11)], at: 12)
    #expect(try app.duty == .offDuty)
  }

  /// Friday 09:01 to 09:10 in Ljubljana: from 60 to 600.
  private func withHours() throws -> TestApp {
    let app = try TestApp(profile: "responder")
    let (from, to) = (try #require(LocalTime("09:01")), try #require(LocalTime("09:10")))
    try app.set(.timetable(Timetable(hours: [Timetable.Hours(days: [5], from: from, to: to)])))
    return app
  }

  @Test(
    "Within the hours the first contact begins duty, and their end is dated at its own instant, settled early or late",
    arguments: [[601.0, 700], [700], [5_000], [599, 600, 601, 650]])
  func hours(_ looks: [Double]) async throws {
    let app = try withHours()
    try await app.send([try ping(30)], at: 30)
    #expect(try app.duty == .offDuty, "before the hours")
    try await app.send([try ping(590)], at: 591)
    #expect(try app.row.live.status == .online)
    for look in looks { try app.fixture.settle(at: look) }
    #expect(try app.log == ["0 off_duty", "591 unknown", "591 online", "600 off_duty"])
    try await app.send([try ping(5_001)], at: 5_002)
    #expect(try app.duty == .offDuty, "after the hours")
    let day = 86_400.0
    try await app.send([try ping(7 * day + 60)], at: 7 * day + 61)
    #expect(try app.row.live.status == .online, "a week later")
  }

  @Test("A switch by hand holds until the hours change")
  func byHand() async throws {
    let app = try withHours()
    try app.switchDuty(.onDuty, at: 10)
    try await app.send([try ping(20)], at: 21)
    try app.switchDuty(.offDuty, at: 100)
    try await app.send([try ping(110)], at: 111)
    #expect(try app.duty == .offDuty)
    try app.switchDuty(.onDuty, at: 700)
    try app.fixture.settle(at: 3_600)
    #expect(try app.duty == .onDuty)
    try app.fixture.settle(at: 7 * 86_400 + 601)
    #expect(try app.duty == .offDuty)
    #expect(try app.log.last == "\(7 * 86_400 + 600) off_duty")
  }

  @Test("Hours that end while we were away end at their own instant, and no one is accused before")
  func away() async throws {
    let app = try withHours()
    try await app.send([try ping(300)], at: 301)
    app.fixture.clock.set(302)
    try app.fixture.store.markAlive()
    app.fixture.clock.set(100_000)
    try app.fixture.restart()
    #expect(try app.log == ["0 off_duty", "301 unknown", "301 online", "600 off_duty"])
  }

  @Test("Another rule ends the hours")
  func replaced() async throws {
    let app = try withHours()
    try await app.send([try ping(300)], at: 301)
    try app.set(nil)
    try app.fixture.settle(at: 5_000)
    #expect(try app.duty == .onDuty)
  }
}
