import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("Alerts are rows: opened once, closed once, through restarts and our own absence")
struct AlertTests {
  private let fixture: TestStore
  private var workspace: Workspace.ID { fixture.workspace.id }
  private let north = AlertTopic.noOnlineResponders(region: "North")

  init() throws { fixture = try TestStore() }

  /// Somebody on duty, reachable for 90 s and offline after 180 s.
  @discardableResult
  private func phone(_ name: String, region: String = "North", at seconds: Double) async throws -> TestPhone {
    fixture.clock.set(seconds)
    let id = try fixture.store.fleet.addResponders(
      [NewResponder(name: name, profile: "responder", region: region)], slug: "north")[0]
    let phone = TestPhone(fixture, try fixture.login(id, device: name))
    try await phone.duty(DutyChange(state: .onDuty))
    try await phone.send([ping(seconds, 1)])
    return phone
  }

  private func look(_ seconds: Double, _ watch: inout AlertWatch) throws -> Int {
    fixture.clock.set(seconds)
    return try fixture.store.alerts.judgeAlerts(of: workspace, &watch)
  }

  private func open() throws -> [Alert] { try fixture.store.alerts.openAlerts(of: workspace) }

  @Test(
    "a silence of all opens a region's alert and the workspace's, dated by the deadlines, and a fix closes them"
  )
  func life() async throws {
    // Given two people, heard after the server had watched for longer than their thresholds
    let ana = try await phone("Ana", at: 1_000)
    try await phone("Bo", at: 1_030)
    var watch = AlertWatch()
    #expect(try look(1_031, &watch) == 0)
    // When the first is silent nothing is opened, and when both are, the region is unreachable
    #expect(try look(1_100, &watch) == 0)
    #expect(try look(1_125, &watch) == 1)
    // Then it is so since the second one's deadline, not since somebody looked
    #expect(try open().map(\.topic) == [north])
    #expect(try open().first?.openedAt == .at(1_120))
    #expect(try open().first?.detail == "0 of 2 on duty: 2 degraded")
    // And when the first is offline, that is one of two
    #expect(try look(1_185, &watch) == 1)
    #expect(try open().map(\.topic) == [north, .highOfflineRate])
    #expect(try open().last?.openedAt == .at(1_180))
    #expect(try look(1_186, &watch) == 0)
    // When one is heard again, both are over since then
    try await ana.send([ping(1_300, 2)], at: 1_300)
    #expect(try look(1_301, &watch) == 1)
    #expect(try open().map(\.topic) == [.highOfflineRate])
    let closed = try fixture.store.alerts.closedAlerts(of: workspace, since: .at(0))
    #expect(closed.map(\.closedAt) == [.at(1_300)])
    #expect(try fixture.store.alerts.closedAlerts(of: workspace, since: .at(1_301)) == [])
    #expect(
      try fixture.store.alerts.closedAlerts(of: workspace, since: .at(0), openedBefore: .at(1_120)) == [])
    #expect(try fixture.store.alerts.openAlertCounts(of: workspace) == [.highOfflineRate: 1])
  }

  @Test(
    "a condition true before and after a restart stays the same alert, and no new one opens until all had their time"
  )
  func restart() async throws {
    // Given an open alert
    let ana = try await phone("Ana", at: 1_000)
    var watch = AlertWatch()
    _ = try look(1_095, &watch)
    let before = try open()
    #expect(before.map(\.topic) == [north])
    let bo = try await phone("Bo", region: "South", at: 1_100)
    _ = try look(1_101, &watch)
    // When the server was away for ten minutes
    fixture.clock.set(1_700)
    try fixture.restart()
    watch = AlertWatch()
    // Then it is open as it was, and the other region, of which nothing is known, is not told of
    for seconds in [1_700.0, 1_750, 1_879.9] { #expect(try look(seconds, &watch) == 0, "\(seconds)") }
    #expect(try open() == before)
    // When nobody was heard for the offline threshold, it is told of: since the restart, when it became unknown
    #expect(try look(1_880, &watch) == 0)
    fixture.clock.set(1_881)
    _ = try fixture.store.liveness.settleOverdue()
    #expect(try look(1_881, &watch) == 2)
    #expect(try open().map(\.topic) == [north, .noOnlineResponders(region: "South"), .highOfflineRate])
    #expect(try open().map(\.openedAt) == [before[0].openedAt, .at(1_700), .at(1_880)])
    // And whoever is heard closes theirs
    try await ana.send([ping(1_890, 2)], at: 1_890)
    try await bo.send([ping(1_891, 2)], at: 1_891)
    _ = try look(1_892, &watch)
    #expect(try open() == [])
    #expect(try fixture.integer("SELECT count(*) FROM alert") == 3)
  }

  @Test("a check that did not know of a downtime is discarded, with all its decisions")
  func absence() async throws {
    try await phone("Ana", at: 1_000)
    var watch = AlertWatch()
    _ = try look(1_001, &watch)
    // Given an absence that was written after this look took its view of the board
    try fixture.execute(
      "INSERT INTO absence (from_at, to_at) VALUES (\(Timestamp.at(1_001).milliseconds), \(Timestamp.at(1_400).milliseconds))"
    )
    // Then it opens nothing, however often it is tried
    #expect(try look(1_400, &watch) == 0)
    #expect(try look(1_401, &watch) == 0)
    #expect(try open() == [])
  }

  @Test(
    "a flapping responder has one alert, from the fourth change until the window has passed"
  )
  func flapping() async throws {
    let ana = try await phone("Ana", at: 1_000)
    var watch = AlertWatch()
    for (round, at) in [1_200.0, 1_400].enumerated() {
      #expect(try look(at - 1, &watch) >= 0)
      try await ana.send([ping(at, Int64(round) + 2)], at: at)
    }
    _ = try look(1_401, &watch)
    let topic = AlertTopic.responderFlapping(ana.id)
    #expect(try open().filter { $0.topic == topic }.map(\.openedAt) == [.at(1_400)])
    // The window of 15 minutes began with the first of the four, at 1,180 s
    try await ana.duty(DutyChange(state: .offDuty), at: 1_402)
    _ = try look(2_080, &watch)
    #expect(try open().contains { $0.topic == topic })
    _ = try look(2_081, &watch)
    #expect(try open().contains { $0.topic == topic } == false)
  }

  @Test(
    "an alert ends when its person leaves; a second one is a second row, never before the end of the first")
  func second() async throws {
    let ana = try await phone("Ana", at: 1_000)
    var watch = AlertWatch()
    _ = try look(1_100, &watch)
    #expect(try open().count == 1)
    try await ana.duty(DutyChange(state: .offDuty), at: 1_110)
    _ = try look(1_111, &watch)
    #expect(try open() == [])
    try await ana.duty(DutyChange(state: .onDuty), at: 1_120)
    // Just come on duty: the time for a first fix
    #expect(try look(1_121, &watch) == 0)
    #expect(try look(1_209, &watch) == 0)
    #expect(try look(1_211, &watch) == 1)
    #expect(try open().map(\.openedAt) == [.at(1_120)])
    #expect(try fixture.integer("SELECT count(*) FROM alert") == 2)
  }

  @Test("nothing is read from disk while nothing has changed, and alerts are found by their index")
  func cheap() async throws {
    try await phone("Ana", at: 1_000)
    var watch = AlertWatch()
    _ = try look(1_001, &watch)
    #expect(!watch.isDue(version: fixture.store.boards.version(of: workspace), at: .at(1_050)))
    #expect(watch.isDue(version: fixture.store.boards.version(of: workspace), at: .at(999)))
    for sql in [
      "SELECT at FROM transition INDEXED BY transition_workspace WHERE workspace_id = 1 AND at BETWEEN 1 AND 2 ORDER BY at DESC, id DESC LIMIT 9",
      "SELECT kind, count(*) FROM alert INDEXED BY alert_open WHERE workspace_id = 1 AND closed_at IS NULL GROUP BY kind",
    ] {
      let plan = try fixture.store.read { try $0.plan(of: sql) }
      #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(plan)")
    }
  }
}
