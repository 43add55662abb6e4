import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("The report of availability")
struct AvailabilityReportTests {
  private let desk: TimelineDesk
  private var web: TestWeb { desk.web }

  /// Ana reports, is silent for five minutes, and reports again; it is 10:06 in Ljubljana.
  init() async throws {
    desk = try TimelineDesk("Ana")
    await desk.report(1)
    desk.web.pass(seconds: 300)
    await desk.report(2)
    desk.web.pass(seconds: 60)
  }

  /// The rows by the names of their columns.
  private func rows() async throws -> [[String: String]] {
    let header = try #require(Report.named("availability")).header
    return try await desk.rows("reports/availability.csv").map { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      try #require(cells.count == header.count, "\(row)")
      return Dictionary(uniqueKeysWithValues: zip(header, cells))
    }
  }

  @Test("online_share is of what was observed; the five shares of the duty are of all of it")
  func shares() async throws {
    let away = (TestWeb.start.advanced(by: 180_000), TestWeb.start.advanced(by: 240_000))
    try web.store.pool.writeWithoutTransaction {
      try $0.run("INSERT INTO absence (from_at, to_at) VALUES (\(away.0), \(away.1))")
    }
    let found = try await rows()
    let row = try #require(found.first)
    #expect(row["on_duty_s"] == "360.0" && row["not_observed_s"] == "60.0" && row["offline_s"] == "60.0")
    #expect(row["online_share"] == "0.5", "150 of 300")
    let shares = ["online", "degraded", "offline", "unknown", "not_observed"].map { row["\($0)_duty_share"] }
    #expect(shares == ["0.417", "0.25", "0.167", "0.0", "0.167"])
  }

  @Test("somebody on duty whose phone never reported has a row here and in the attendance, as unknown")
  func unheard() async throws {
    let other = try TimelineDesk("Bo", web: web)
    web.pass(seconds: 10)
    let found = try await rows()
    let place = found.firstIndex { $0["responder_id"] == "\(other.id.rawValue)" }
    let row = found[try #require(place)]
    #expect(row["on_duty_s"] == "10.0" && row["unknown_s"] == "10.0")
    #expect(row["online_share"] == "0.0" && row["unknown_duty_share"] == "1.0")
    #expect(row["fix_age_p95_s"] == "" && row["shifts"] == "0")
    #expect(
      await desk.rows("reports/attendance.csv").contains(
        "2026-11-21,\(other.id.rawValue),Bo,10.0,0,0,0,,,0,0,0"))
  }

  @Test("what two shifts cost the battery, charging not set off, and what one did")
  func battery() async throws {
    func reading(_ sequence: Int, _ level: Double) async {
      let at = web.store.clock().rfc3339
      let answer = await desk.upload(
        "{\"pings\":[{\"lat\":46.05,\"lng\":14.5,\"is_mock\":false,\"sequence\":\(sequence),\"recorded_at\":\"\(at)\",\"battery_level\":\(level)}]}"
      )
      #expect(answer.status == 201, "\(answer.text)")
    }
    await reading(3, 0.8)
    for (sequence, level) in [(4, 0.75), (5, 0.9), (6, 0.85)] {
      web.pass(seconds: 60)
      await reading(sequence, level)
    }
    await desk.duty("off_duty")
    web.pass(seconds: 60)
    await desk.duty("on_duty")
    web.pass(seconds: 1)
    await reading(7, 0.84)
    web.pass(seconds: 60)
    await reading(8, 0.8)
    web.pass(seconds: 10)
    let found = try await rows()
    let values = try #require(found.first)
    #expect(values["on_duty_s"] == "611.0")
    #expect(values["shifts"] == "2" && values["battery_used"] == "0.14")
    #expect(values["battery_per_shift"] == "0.07")
  }
}
