import StoreSupport
import Foundation
import Rollcall
import Testing

@testable import RollcallStore

@Suite("What foreign apps sent is stored and judged like all else")
struct AdapterIngestTests {
  private let app: TestApp
  private var fixture: TestStore { app.fixture }

  init() throws { app = try TestApp() }

  @Test("A report is a fresh fix, on duty from the first word on, by the app's own intervals")
  func first() async throws {
    let result = try await app.send([try ping(0)], at: 1)
    #expect(result?.positions.stored == 1)
    let row = try app.row
    #expect(row.live.status == .online)
    #expect(row.live.duty == .onDuty)
    #expect(row.live.force.thresholds == Thresholds(degraded: 1_350_000, offline: 2_700_000))
    #expect(row.live.force.name.hasSuffix(", owntracks"))
  }

  @Test("With duty switched by hand, a profile that announces duty is not put on duty by a foreign app")
  func offDuty() async throws {
    let app = try TestApp(profile: "responder")
    try app.set(.manual)
    try await app.send([try ping(0)], at: 1)
    #expect(try app.row.live.status == .offDuty)
    #expect(try app.history.count == 1)
  }

  @Test("A responder who was taken off duty stays off when they connect another phone")
  func decided() async throws {
    let phone = TestPhone(fixture, try fixture.login(app.id))
    try await phone.duty(DutyChange(state: .offDuty), at: 1)
    try await app.send([try ping(2)], at: 3)
    #expect(try app.row.live.status == .offDuty)
  }

  @Test("The same report again, in any order and from a second app, is stored once")
  func duplicates() async throws {
    let day = try (0..<120).map { try ping(Double($0) * 10, lat: 46 + Double($0) / 1_000) }
    let once = try await app.send(day, at: 1_300)
    #expect(once?.positions.stored == 120)
    let again = try await app.send(day.reversed(), at: 1_400)
    #expect(again?.positions.stored == 0)
    #expect(again?.dropped == ["duplicate": 120])
    let second = try app.another(.gpslogger)
    let third = try await second.send(Array(day.prefix(60)), at: 1_500)
    #expect(third?.dropped == ["duplicate": 60])
    #expect(try app.history.count == 120)
    #expect(try app.view.drops.map { "\($0.reason) \($0.count)" } == ["duplicate 120"])
    #expect(try app.view.lastDrops.isEmpty, "a duplicate is no loss")
  }

  @Test("A position from the future is kept and is neither latest nor fresh")
  func future() async throws {
    try await app.send([try ping(0)], at: 1)
    try await app.send([try ping(62, lat: 47)], at: 1)
    try await app.send([try ping(2_000, lat: 48)], at: 1)
    #expect(try app.history.map { $0.ping.position.latitude }.sorted() == [46, 47, 48])
    #expect(try app.row.position?.latitude == 46)
    #expect(try app.history.filter { $0.flags.contains(.clockSkew) }.count == 2)
    try await app.send([try ping(60, lat: 49)], at: 1)
    #expect(try app.row.position?.latitude == 49, "a minute ahead is a running clock")
  }

  @Test("A backlog, however steadily late, is never green")
  func backlog() async throws {
    for step in 0..<20 {
      let now = 10_000 + Double(step) * 60
      try await app.send([try ping(now - 3_000, lat: 46 + Double(step) / 100)], at: now)
      #expect(try app.row.live.status != .online)
    }
  }

  @Test("A contact without a position keeps a person reachable and does not make them green")
  func contact() async throws {
    try await app.send([try ping(0)], at: 0)
    for minute in 1...60 {
      try await app.say(
        AdapterUpload(events: [DeviceEvent(kind: .battery(0.4), at: .at(Double(minute) * 60))]),
        at: Double(minute) * 60)
    }
    #expect(try app.row.live.status == .degraded)
    #expect(try app.row.live.since == .at(1_350))
    #expect(try app.view.lastBattery == 0.4)
    try fixture.settle(at: 3_600 + 2_701)
    #expect(try app.row.live.status == .offline)
  }

  @Test("Drops are counted by reason, the last ten kept, the newest first")
  func drops() async throws {
    for second in 0..<12 {
      try await app.say(
        AdapterUpload(drops: second < 11 ? ["clock_error"] : ["bad_time", "bad_coordinates"]),
        at: Double(second))
    }
    let view = try app.view
    #expect(
      view.drops.map { "\($0.reason) \($0.count)" } == [
        "clock_error 11", "bad_coordinates 1", "bad_time 1",
      ])
    #expect(view.lastDrops.count == 10)
    #expect(view.lastDrops.first.map { $0.reason } == "bad_coordinates")
    #expect(view.lastDrops.last?.at == .at(3))
  }

  @Test("An event of the phone is stored once, however often it is sent")
  func events() async throws {
    let upload = AdapterUpload(
      events: [DeviceEvent(kind: .permission(.denied), at: .at(5))],
      notes: [PhoneNote(type: "alarm", value: "sos", at: .at(6))])
    for second in [10.0, 11, 12] { try await app.say(upload, at: second) }
    #expect(
      try fixture.texts("SELECT type || ' ' || value FROM device_event ORDER BY id") == [
        "permission denied", "alarm sos",
      ])
  }

  @Test("A position older than the retention is counted, not stored")
  func old() async throws {
    let result = try await app.send([try ping(-91 * 86_400)], at: 0)
    #expect(result?.dropped == ["too_old": 1])
    #expect(try app.history.isEmpty)
  }

  @Test("A device revoked while its report waited stores nothing")
  func revoked() async throws {
    try fixture.store.phones.revokeAdapterDevice(app.device.id, in: .test(fixture.workspace.id, "x"))
    #expect(try await app.send([try ping(0)], at: 1) == nil)
    #expect(try app.history.isEmpty)
  }

  @Test("A set interval is sent three times after each change of duty, never off")
  func update() async throws {
    let app = try TestApp(.overland, intervals: ReportIntervals(onDuty: 120, onMission: 30))
    var told: [Int?] = []
    for second in 0..<5 { told.append(try await app.say(AdapterUpload(), at: Double(second))?.interval) }
    #expect(told == [120, 120, 120, nil, nil])
    let phone = TestPhone(app.fixture, try app.fixture.login(app.id))
    try await phone.duty(DutyChange(state: .onMission), at: 10)
    #expect(try await app.say(AdapterUpload(), at: 11)?.interval == 30)
    try await phone.duty(DutyChange(state: .offDuty), at: 12)
    #expect(try await app.say(AdapterUpload(), at: 13)?.interval == 120)
    #expect(try await self.app.say(AdapterUpload(), at: 14)?.interval == nil, "nobody set one")
  }
}
