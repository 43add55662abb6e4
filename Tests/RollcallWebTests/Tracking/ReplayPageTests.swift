import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("A replay")
struct ReplayPageTests {
  private let desk: TimelineDesk

  init() async throws {
    desk = try TimelineDesk("Ana")
    for sequence in [1, 2, 3] {
      await desk.report(sequence)
      desk.web.pass(seconds: 60)
    }
  }

  @Test("of a person has the moment in words and on the lanes, which speak of duty in words")
  func person() async throws {
    let page = await desk.get("responders/\(desk.id.rawValue)/replay?at=2026-11-21T09:01:30Z").text
    #expect(page.contains("2026-11-21 10:01:30 +01:00"))
    #expect(page.contains("last position 10:01:00, 30 s before; 46.05000, 14.50000"), "\(page)")
    // The day so far is three minutes more than ten hours: the mark stands near its end.
    let text = try #require(page.firstMatch(of: #/id="replay-line" x1="([0-9.]+)%"/#)?.output.1)
    let share = try #require(Double(text))
    #expect(share > 99 && share < 100)
    #expect(page.contains("class=\"lanes\"") && !page.contains("on_duty"))
  }

  @Test(
    "tells by which clocks its times are, also on the days on which they change",
    arguments: [
      ("2026-03-29", "2026-03-29T01:00:00Z", "+01:00", "+02:00"),
      ("2026-10-25", "2026-10-25T01:00:00Z", "+02:00", "+01:00"), ("2026-11-21", "", "+01:00", ""),
    ])
  func clocks(day: String, change: String, before: String, after: String) throws {
    let clock = Zone.pageClock("Europe/Ljubljana", now: TestWeb.start)
    let span = AskedDays.whole(try #require(CivilDate(isoDay: day)), clock)
    let told = ReplayClocks.text(in: span, clock).split(separator: " ").map {
      $0.split(separator: ",").map(String.init)
    }
    let instant = Timestamp(rfc3339: change)
    #expect(ReplayClocks.changes(in: span, clock) == (instant.map { [$0] } ?? []))
    let begins = [span.from] + (instant.map { [$0] } ?? [])
    #expect(told.allSatisfy { $0.count == 3 } && told.map { $0[0] } == begins.map { "\($0.milliseconds)" })
    #expect(told.map { $0[2] } == (after.isEmpty ? [before] : [before, after]))
    #expect(told.allSatisfy { $0[1] == ($0[2] == "+02:00" ? "7200000" : "3600000") })
  }

  @Test("of an incident has its place and everybody's lanes, and says whom it leaves out")
  func incident() async throws {
    let more = try desk.web.store.fleet.addResponders(
      (0..<24).map { NewResponder(name: "Person \($0)", profile: "family") }, slug: "north")
    let north = try #require(try desk.web.store.fleet.workspace(slug: "north")).id
    let opened = TestWeb.start.milliseconds
    try desk.web.store.pool.writeWithoutTransaction { db in
      try db.run(
        """
        INSERT INTO incident (id, workspace_id, kind, title, severity, lat, lng, state, state_since, opened_at, opened_by)
        VALUES (1, \(north), 'incident', 'Fall', 'high', 46.06, 14.5, 'open', \(opened), \(opened), 'x')
        """)
      for (number, person) in ([desk.id] + more).enumerated() {
        try db.run(
          """
          INSERT INTO offer (id, workspace_id, incident_id, responder_id, state, distance_m, queued_at, expires_at,
            deliver_by, round, ended_at)
          VALUES (\(number + 1), \(north), 1, \(person), 'withdrawn', 1, \(opened), \(opened + 60_000),
            \(opened + 30_000), 1, \(opened + 1))
          """)
      }
    }
    let page = await desk.get("incidents/1/replay").text
    #expect(page.contains("class=\"replay-scene\"") && page.contains("Place of INC-1"))
    #expect(page.contains("20 of 25 people are shown"), "\(page)")
    #expect(page.contains("<p class=\"replay-whose\"><bdi>Ana</bdi></p>") && !page.contains("on_duty"))
    #expect(page.ranges(of: "<ul class=\"legend\">").count == 1)
  }
}
