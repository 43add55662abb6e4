import Foundation
import Rollcall
import SQL
import StoreSupport
import Testing

@testable import RollcallStore

@Suite("Hours planned, beside the hours on duty")
struct PlannedHoursTests {
  private let app: TestApp
  private var fixture: TestStore { app.fixture }

  init() throws { app = try TestApp(profile: "responder") }

  /// Every day, minutes of the workspace's day.
  private func daily(_ from: Int, _ to: Int) throws -> DutyRule {
    let hours = Timetable.Hours(
      days: Array(1...7), from: try #require(LocalTime(minute: from)), to: try #require(LocalTime(minute: to))
    )
    return .timetable(Timetable(hours: [hours]))
  }

  /// The minutes planned and on duty between two instants, seconds.
  private func day(_ from: Double, _ to: Double) throws -> [Milliseconds?]? {
    let days = try fixture.store.reports.dutyDays(
      of: [app.id], in: fixture.workspace, TimeSpan(from: .at(from), to: .at(to)))
    return days.first.map { [$0.planned.map { $0 / 60_000 }, $0.shares.onDuty / 60_000] }
  }

  /// Minute of the workspace's day at which the test's clock begins.
  private var start: Int {
    let zone = TimeZone(identifier: fixture.workspace.timeZone) ?? .gmt
    let seconds = Timestamp.at(0).milliseconds / 1_000
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    return (Int(seconds) + offset) / 60 % 1_440
  }

  @Test("They follow the rule that held then, until now; whoever never came has a row")
  func history() async throws {
    fixture.clock.set(0)
    try #require(start + 60 < 1_440)
    try app.set(try daily(start + 5, start + 25))
    fixture.clock.set(600)
    #expect(try day(0, 3_600) == [5, 0], "until now")
    fixture.clock.set(900)
    try app.set(try daily(start + 5, start + 20))
    fixture.clock.set(3_600)
    #expect(try day(0, 3_600) == [15, 0])
    try app.set(.manual)
    fixture.clock.set(86_400 + 3_600)
    #expect(try day(86_400, 86_400 + 3_600) == nil, "no timetable any more")
    #expect(try day(0, 3_600) == [15, 0], "what was planned stays")
  }

  @Test(
    "A profile's timetable counts for its people, an inactive person has none, and a rule saved again is one row"
  )
  func effective() throws {
    fixture.clock.set(0)
    var profile = try #require(
      try fixture.store.fleet.profiles(slug: fixture.workspace.slug).first { $0.name == "responder" })
    profile.dutyRule = try daily(start + 10, start + 30)
    for _ in 1...2 {
      try fixture.store.fleet.editProfile("responder", in: .commandLine(fixture.workspace.id)) {
        $0 = profile
      }
    }
    fixture.clock.set(900)
    try fixture.store.phones.setActive(false, app.id, in: .test(fixture.workspace.id, "x"))
    fixture.clock.set(3_600)
    #expect(try day(0, 3_600)?.first == 5)
    let rows = try fixture.store.read { try $0.first("SELECT count(*) FROM duty_plan", as: Int.self) }
    #expect(rows == 2)
  }
}
