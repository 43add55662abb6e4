import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Whoever is not heard in hours of duty that have begun is an alert")
struct NoShowTests {
  /// Friday 09:01 to 12:00 in Ljubljana: from 60 to 10,800.
  private let app: TestApp
  private var store: Store { app.fixture.store }
  private var topic: AlertTopic { .noShow(app.id, hours: .at(60)) }

  init() throws {
    app = try TestApp(profile: "responder")
    let (from, to) = (try #require(LocalTime("09:01")), try #require(LocalTime("12:00")))
    try app.set(.timetable(Timetable(hours: [Timetable.Hours(days: [5], from: from, to: to)])))
  }

  /// Settles and judges at an instant; the topics that are open then.
  private func open(_ seconds: Double, _ watch: inout AlertWatch) throws -> [AlertTopic] {
    try app.fixture.settle(at: seconds)
    _ = try store.alerts.judgeAlerts(of: app.fixture.workspace.id, &watch)
    return try alerts().map(\.topic)
  }

  private func alerts() throws -> [Alert] { try store.alerts.openAlerts(of: app.fixture.workspace.id) }

  private func closedAt() throws -> [Timestamp?] {
    try store.alerts.closedAlerts(of: app.fixture.workspace.id, since: .at(0)).map(\.closedAt)
  }

  @Test("from ten minutes after the beginning, dated then, until they are heard")
  func heard() async throws {
    var watch = AlertWatch()
    #expect(try open(61, &watch) == [])
    #expect(try open(659, &watch) == [])
    #expect(try open(700, &watch) == [topic])
    #expect(try alerts().first?.openedAt == .at(660))
    #expect(try open(900, &watch) == [topic])
    try await app.send([try ping(1_000)], at: 1_001)
    #expect(try open(1_002, &watch) == [])
    #expect(try closedAt() == [.at(1_001)])
    // Whoever was heard once has come.
    #expect(try open(10_000, &watch).filter { $0.kind == .noShow } == [])
  }

  @Test("An app that reports rarely has its own threshold")
  func rare() async throws {
    try await app.send([try ping(10)], at: 11)
    let degraded = Double(try #require(try app.row.live.force.thresholds?.degraded)) / 1_000
    #expect(degraded > 600)
    var watch = AlertWatch()
    #expect(try open(59 + degraded, &watch) == [])
    #expect(try open(61 + degraded, &watch) == [topic])
  }

  @Test("not when somebody switched them off duty since, nor after the hours")
  func ends() throws {
    var watch = AlertWatch()
    #expect(try open(700, &watch) == [topic])
    try store.liveness.switchDuty(.offDuty, of: app.id, in: .test(app.fixture.workspace.id, "x"))
    #expect(try open(701, &watch) == [])
    let week = 604_800.0
    #expect(try open(week + 700, &watch) == [.noShow(app.id, hours: .at(week + 60))])
    #expect(try open(week + 10_799, &watch).count == 1)
    #expect(try open(week + 10_801, &watch) == [])
  }

  @Test("Time in which we were away ourselves accuses nobody, and the alert stays the same over a restart")
  func absence() throws {
    app.fixture.clock.set(60)
    try app.fixture.settle(at: 60)
    app.fixture.clock.set(900)
    try app.fixture.restart()
    var watch = AlertWatch()
    #expect(try open(901, &watch) == [])
    #expect(try open(1_499, &watch) == [])
    #expect(try open(1_501, &watch) == [topic])
    #expect(try alerts().first?.openedAt == .at(1_500))
    try app.fixture.restart()
    watch = AlertWatch()
    #expect(try open(1_502, &watch) == [topic])
  }
}
