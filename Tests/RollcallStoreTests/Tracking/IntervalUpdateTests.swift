import StoreSupport
import Foundation
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Judging an app that must first be told to report faster")
struct IntervalUpdateTests {
  private let app: TestApp
  private var fixture: TestStore { app.fixture }

  /// What the console fills in for a responder: 60 s on duty, 15 s on a mission.
  init() throws {
    app = try TestApp(
      .transistor, profile: "responder", intervals: ReportIntervals(onDuty: 60, onMission: 15))
    try app.fixture.store.liveness.switchDuty(.onDuty, of: app.id, in: .test(app.fixture.workspace.id, "x"))
  }

  /// They accept an incident.
  private func goOnMission(at seconds: Double) throws {
    fixture.clock.set(seconds)
    try fixture.store.write { transaction in
      var state = try transaction.liveness.state(of: app.id, in: fixture.workspace.id)
      state.apply(DutyChange(state: .onMission), at: transaction.now, now: transaction.now)
      try transaction.liveness.save(state)
    }
  }

  private func status(at seconds: Double) throws -> Status {
    try fixture.settle(at: seconds)
    return try app.row.live.status
  }

  @Test("The old interval applies until it was told, and for its own length after that; then the profile's")
  func follows() async throws {
    try await app.send([try ping(0)], at: 0)
    try goOnMission(at: 30)
    #expect(try status(at: 59) == .online)
    #expect(try await app.send([try ping(60, lat: 46.1)], at: 60)?.interval == 15)
    #expect(try status(at: 119) == .online)
    for second in stride(from: 75.0, through: 120, by: 15) {
      try await app.send([try ping(second, lat: 46 + second / 100)], at: second)
    }
    #expect(try app.row.live.force.thresholds == Thresholds(degraded: 30_000, offline: 60_000))
    #expect(try status(at: 149) == .online)
    #expect(try status(at: 151) == .degraded)
    #expect(try status(at: 181) == .offline)
  }

  @Test("With time alone the old interval ends, also after a restart")
  func ends() async throws {
    try await app.send([try ping(0)], at: 0)
    try goOnMission(at: 30)
    try await app.send([try ping(60, lat: 46.1)], at: 60)
    let waiting = try app.row.live.force.thresholds
    #expect(waiting == Thresholds(degraded: 90_000, offline: 180_000))
    try fixture.restart()
    #expect(try app.row.live.force.thresholds == waiting)
    try fixture.settle(at: 121)
    #expect(try app.row.live.force.thresholds == Thresholds(degraded: 30_000, offline: 60_000))
  }

  @Test("A silent responder is green no longer than by the longer of both intervals")
  func silent() async throws {
    try await app.send([try ping(0)], at: 0)
    try goOnMission(at: 30)
    #expect(try status(at: 89) == .online)
    #expect(try status(at: 91) == .degraded)
    #expect(try status(at: 181) == .offline)
  }

  @Test("An edited interval is not asked of an app before it can know of it")
  func edited() async throws {
    try await app.send([try ping(0)], at: 0)
    var settings = app.device.settings
    settings.intervals = ReportIntervals(onDuty: 20, onMission: 15)
    try fixture.store.phones.setAdapterDevice(app.device.id, settings, in: .test(fixture.workspace.id, "x"))
    #expect(try app.row.live.force.thresholds == Thresholds(degraded: 90_000, offline: 180_000))
    #expect(try await app.send([try ping(60, lat: 46.1)], at: 60)?.interval == 20)
    try fixture.settle(at: 121)
    let after = try #require(try app.row.live.force.thresholds)
    #expect(after.degraded < 90_000)
  }

  @Test(
    "An app is never judged more strictly than the profile's own phones at the same interval, nor by more than the longer",
    arguments: [(15, 30, 60), (10, 20, 40), (20, 30, 60), (60, 90, 180), (900, 1_350, 2_700)])
  func floor(interval: Int, degraded: Int64, offline: Int64) {
    let device = AdapterDevice(
      id: AdapterDevice.ID(1), workspace: Workspace.ID(1), responder: Responder.ID(1), adapter: .osmand,
      name: "x", speedUnit: .knots,
      ownIntervals: ReportIntervals(onDuty: interval, onMission: interval), takesCommands: false,
      createdAt: .at(0))
    let rule = RuleInForce(
      name: "responder/on_mission", interval: 15_000,
      thresholds: Thresholds(degraded: 30_000, offline: 60_000))
    let judged = Reporter(device).adapted(rule, duty: .onMission, at: .at(0))
    #expect(judged.thresholds == Thresholds(degraded: degraded * 1_000, offline: offline * 1_000))
  }

  @Test("A report in several parts tells an interval once, with the last")
  func parts() async throws {
    let app = try TestApp(.overland, intervals: ReportIntervals(onDuty: 120, onMission: 30))
    var told: [Int?] = []
    for round in 0..<4 {
      let start = Double(round) * 1_000
      let many = try (0..<200).map { try ping(start + Double($0), lat: 46 + Double($0) / 1_000) }
      told.append(try await app.send(many, at: start + 200)?.interval)
    }
    #expect(told == [120, 120, 120, nil])
  }

  @Test("An edit while a report waited counts, not the settings at its admission")
  func waited() async throws {
    let app = try TestApp()
    var settings = app.device.settings
    settings.intervals = ReportIntervals(onDuty: 1_000, onMission: 1_000)
    try app.fixture.store.phones.setAdapterDevice(
      app.device.id, settings, in: .test(app.fixture.workspace.id, "x"))
    try await app.send([try ping(0)], at: 1)
    #expect(try app.row.live.force.thresholds?.degraded == 1_500_000)
  }

  @Test("Events and notes are cut into parts, too, and all of them are stored once")
  func events() async throws {
    let upload = AdapterUpload(
      pings: [try ping(0)],
      events: (0..<120).map { DeviceEvent(kind: .battery(0.5), at: .at(Double($0))) },
      notes: (0..<170).map { PhoneNote(type: "visit", value: "\($0)", at: .at(Double($0))) },
      drops: ["bad_time"])
    let parts = upload.parts
    #expect(parts.count == 4)
    #expect(parts.allSatisfy { max($0.pings.count, $0.events.count, $0.notes.count) <= 50 })
    #expect(parts.map(\.isLast) == [false, false, false, true])
    #expect(parts.map(\.drops.count) == [0, 0, 0, 1])
    for _ in 0..<2 { try await app.say(upload, at: 200) }
    #expect(try fixture.integer("SELECT count(*) FROM device_event") == 290)
    #expect(try app.history.count == 1)
  }
}
