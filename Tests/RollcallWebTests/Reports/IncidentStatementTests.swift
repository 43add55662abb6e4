import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("A statement about an incident")
struct IncidentStatementTests {
  private let web: TestWeb
  private let desk: TimelineDesk

  /// Ana was offered INC-1 at 09:01 and took it half a minute later; Bo was offered it, too.
  init() async throws {
    web = try TestWeb()
    desk = try TimelineDesk("Ana", web: web)
    let bo = try TimelineDesk("Bo", web: web)
    await desk.report(1)
    await bo.report(1)
    web.pass(seconds: 120)
    await desk.report(2)
    web.pass(seconds: 180)
    let north = try #require(try web.store.fleet.workspace(slug: "north")).id
    func ms(_ seconds: Int64) -> Int64 { TestWeb.start.milliseconds + seconds * 1_000 }
    try web.store.pool.writeWithoutTransaction { db in
      try db.run(
        """
        INSERT INTO incident (id, workspace_id, kind, title, severity, lat, lng, state, state_since, opened_at, opened_by)
        VALUES (1, \(north), 'incident', 'Fall', 'high', 46, 14, 'assigned', \(ms(60)), \(ms(60)), 'x')
        """)
      for (id, person) in [(1, desk.id), (2, bo.id)] {
        let answer: String? = id == 1 ? "accepted" : nil
        let answered: Int64? = id == 1 ? ms(90) : nil
        try db.run(
          """
          INSERT INTO offer (id, workspace_id, incident_id, responder_id, state, distance_m, queued_at, sent_at,
            expires_at, deliver_by, round, answer, answered_at, ended_at)
          VALUES (\(id), \(north), 1, \(person), \(answer ?? "withdrawn"), 1, \(ms(60)), \(ms(61)), \(ms(120)),
            \(ms(90)), 1, \(answer), \(answered), \(ms(90)))
          """)
      }
      try db.run(
        """
        INSERT INTO assignment (workspace_id, id, incident_id, responder_id, offer_id, since)
        VALUES (\(north), 1, 1, \(desk.id), 1, \(ms(90)))
        """)
      for (id, at, actor, step) in [
        (1, 60, "key:radio", "opened"), (2, 90, "responder:\(desk.id.rawValue)", "accepted"),
      ] {
        try db.run(
          """
          INSERT INTO incident_step (workspace_id, id, incident_id, at, actor, step)
          VALUES (\(north), \(id), 1, \(ms(Int64(at))), \(actor), \(step))
          """)
      }
    }
  }

  @Test("has its offers, its assignments and its log in words, and all that was found of each person")
  func sheet() async {
    let page = await desk.get("incidents/1/statement").text
    for text in [
      "Statement about incident INC-1", ">Offers<", ">Assignments<", ">Log of the incident<", "API key radio",
      "Uploads of the phone", ">Accepted<", "10:01:30",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(
      !page.contains("key:radio") && !page.contains("responder:") && !page.contains("family/stationary:"))
  }

  @Test("as known before the answer, nobody has it")
  func asKnown() async {
    let json = await desk.get("incidents/1/statement.json?known=2026-11-21T09:01:15Z").text
    #expect(
      json.contains("\"sent_at\":\"2026-11-21T09:01:01.000Z\"") && json.contains("\"assignments\":[]"),
      "\(json)")
    #expect(!json.contains("\"accepted\"") && json.contains("\"step\":\"opened\""))
    let later = await desk.get("incidents/1/statement.json").text
    #expect(later.contains("\"answer\":\"accepted\"") && later.contains("\"step\":\"accepted\""))
  }
}
