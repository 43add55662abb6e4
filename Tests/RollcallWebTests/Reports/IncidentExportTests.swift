import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("Incidents and answers: as CSV, below the list, and in the metrics")
struct IncidentExportTests {
  private let web: TestWeb
  private let workspace: Workspace
  private let ana: Responder.ID
  private let bo: Responder.ID
  private let key: String

  /// Three incidents of an hour ago: one that went from Ana to Bo, one that nobody answered, and a drill.
  init() throws {
    web = try TestWeb()
    web.pass(seconds: 7_200)
    workspace = try #require(try web.store.fleet.workspace(slug: "north"))
    let ids = try web.store.fleet.addResponders(
      [NewResponder(name: "=Ana", profile: "family"), NewResponder(name: "Bo", profile: "family")],
      slug: "north")
    (ana, bo) = (ids[0], ids[1])
    key = try web.store.members.issueAPIKey(slug: "north", name: "audit", role: .admin).text
    try incident(1, "+Fall, \"high\"", "resolved", opened: 3_600, closed: 5_000)
    try offer(1, 1, ana, "withdrawn", at: 3_600.25, answer: 8.5)
    try offer(2, 1, bo, "accepted", at: 3_700, answer: 20)
    try assignment(1, ana, offer: 1, since: 3_608.75, ended: 3_720, "went offline: for 60 s")
    try assignment(1, bo, offer: 2, since: 3_720, arrived: 4_000, ended: 5_000, "the incident was resolved")
    try incident(2, "Smoke", "unassigned", opened: 3_601)
    try offer(3, 2, ana, "expired", at: 3_603)
    try incident(3, "Exercise", "assigned", opened: 3_602, drill: true)
    try offer(4, 3, bo, "expired", at: 3_603)
  }

  private func run(_ query: Query) throws {
    try web.store.pool.writeWithoutTransaction { try $0.run(query) }
  }

  private func ms(_ seconds: Double?) -> Int64? {
    seconds.map { TestWeb.start.milliseconds + Int64($0 * 1_000) }
  }

  private func incident(
    _ id: Int64, _ title: String, _ state: String, opened: Double, closed: Double? = nil, drill: Bool = false
  ) throws {
    try run(
      """
      INSERT INTO incident (id, workspace_id, kind, title, severity, lat, lng, state, state_since, opened_at,
        opened_by, closed_at, is_drill)
      VALUES (\(id), \(workspace.id), 'incident', \(title), 'high', 46, 14, \(state), \(ms(opened)), \(ms(opened)),
        'x', \(ms(closed)), \(drill))
      """)
  }

  private func offer(
    _ id: Int64, _ incident: Int64, _ to: Responder.ID, _ state: String, at: Double, answer: Double? = nil
  ) throws {
    try run(
      """
      INSERT INTO offer (id, workspace_id, incident_id, responder_id, state, distance_m, queued_at, ended_at,
        expires_at, deliver_by, round, answer, answered_at)
      VALUES (\(id), \(workspace.id), \(incident), \(to), \(state), 1, \(ms(at)), \(ms(at + 30)), \(ms(at + 30)),
        \(ms(at + 30)), 1, \(answer == nil ? nil : "accepted"), \(ms(answer.map { at + $0 })))
      """)
  }

  private func assignment(
    _ incident: Int64, _ of: Responder.ID, offer: Int64, since: Double, arrived: Double? = nil, ended: Double,
    _ reason: String
  ) throws {
    try run(
      """
      INSERT INTO assignment (workspace_id, id, incident_id, responder_id, offer_id, since, arrived_at, ended_at,
        reason)
      VALUES (\(workspace.id), \(offer), \(incident), \(of), \(offer), \(ms(since)), \(ms(arrived)), \(ms(ended)), \(reason))
      """)
  }

  private func rows(_ path: String) async -> [String] {
    let answer = await web.get("/w/north/\(path)", key: key)
    #expect(answer.status == 200, "\(path): \(answer.text)")
    return answer.text.split(separator: "\r\n").map(String.init)
  }

  @Test(
    "incidents.csv: its header, a row for each incident, escaped, lengths in seconds, no drill, no position")
  func incidents() async {
    let found = await rows("reports/incidents.csv")
    #expect(
      found == [
        "id,kind,title,severity,region,state,opened_at,first_offer_s,accept_s,offers,assignee,arrived_s,closed_at,reassignments,reasons",
        "1,incident,\"'+Fall, \"\"high\"\"\",high,,resolved,2026-11-21T11:00:00.000+01:00,0.25,8.75,2,Bo,400.0,2026-11-21T11:23:20.000+01:00,1,went offline",
        "2,incident,Smoke,high,,unassigned,2026-11-21T11:00:01.000+01:00,2.0,,1,,,,0,",
      ])
  }

  @Test("answers.csv: its header, a row for each who was asked, a rate of what was theirs to answer")
  func answers() async {
    let found = await rows("reports/answers.csv")
    #expect(
      found == [
        "responder_id,responder,offers,answered,accepted,declined,expired,unreachable,undelivered,answer_rate,median_answer_s",
        "\(ana.rawValue),\"'=Ana\",2,1,1,0,1,0,0,0.5,8.5", "\(bo.rawValue),Bo,1,1,1,0,0,0,0,1.0,20.0",
      ])
  }

  @Test("both follow the filter of people and times, and are audited with it, their rows and their hash")
  func filtered() async throws {
    for (kind, query, count) in [
      ("incidents", "?responder=\(bo.rawValue)", 1), ("answers", "?responder=\(bo.rawValue)", 1),
      ("incidents", "?responder=999", 0), ("incidents", "?from=2026-11-21T10:00:01Z&to=2026-11-22", 1),
      ("answers", "?from=2026-11-20&to=2026-11-21", 0),
    ] {
      #expect(await rows("reports/\(kind).csv\(query)").count == count + 1, "\(kind)\(query)")
    }
    try web.store.markAlive()
    let audit = try web.store.read {
      try $0.all(
        "SELECT action || ' ' || subject || ' ' || detail FROM audit WHERE action LIKE 'export.%'",
        as: String.self)
    }
    #expect(audit.count == 5)
    #expect(audit[0].hasPrefix("export.incidents ?responder=\(bo.rawValue) 1 rows, sha256 "))
    #expect(await web.get("/w/north/reports/incidents.csv?from=yesterday", key: key).status == 400)
  }

  @Test(
    "incidents are of the region of the incident; what they cannot be narrowed by is neither offered nor audited"
  )
  func regions() async throws {
    try run(
      "INSERT OR IGNORE INTO region (workspace_id, id, name) SELECT workspace_id, 9, 'North' FROM incident")
    try run("UPDATE incident SET region = 'North' WHERE id = 2")
    let query = "?region=North&profile=driver"
    #expect(await rows("reports/incidents.csv\(query)").dropFirst().map { $0.prefix(2) } == ["2,"])
    let page = await web.get("/w/north/reports/incidents\(query)", key: key).text
    #expect(page.contains("<strong>1 row</strong>") && page.contains("reports/incidents.csv?region=North\""))
    #expect(page.contains("name=\"region\"") && !page.contains("name=\"profile\""))
    try web.store.markAlive()
    let audited = try web.store.reports.exportFiles(of: workspace.id, limit: 9).map(\.filter)
    let region = try #require(try web.store.fleet.regionNames(of: workspace.id).first { $0.value == "North" })
    #expect(audited == ["?region_id=\(region.key)"])
    let list = await web.get("/w/north/reports\(query)", key: key).text
    #expect(
      list.contains("Of all profiles.") && list.contains("reports/gaps.csv?region=North&amp;profile=driver"))
  }

  @Test(
    "each incident leads to the board of the moment it was opened, also for auditors, who see the incident, too"
  )
  func boardThen() async throws {
    for role in [Role.auditor, .admin] {
      let cookie = try web.login(role, email: "\(role.rawValue)@example.org")
      let page = await web.get("/w/north/reports/incidents", cookie: cookie).text
      #expect(page.ranges(of: ">Board then</a>").count == 2, "\(role)")
      let first = "/w/north/board?at=2026-11-21T10%3A00%3A00.000Z"
      #expect(page.contains("<bdi>1</bdi><small><a href=\"\(first)\">Board then</a></small>"), "\(role)")
      let board = await web.get(first, cookie: cookie)
      #expect(board.status == 200 && board.text.contains("Past board"), "\(role)")
      // Of answers none was at a moment.
      #expect(!(await web.get("/w/north/reports/answers", cookie: cookie).text.contains("Board then")))
    }
    let auditor = try web.login(.auditor, email: "second@example.org")
    #expect(await web.get("/w/north/incidents/1", cookie: auditor).status == 200)
  }

  @Test("below the list: the numbers of the span in the URL, with units, and files for those who may export")
  func page() async throws {
    let cookie = try web.login(.dispatcher, email: "d@example.org")
    for query in ["", "?numbers=24h", "?numbers=30d"] {
      let text = await web.get("/w/north/incidents\(query)", cookie: cookie).text
      #expect(text.contains("2 of 2 incidents") && text.contains("1 of 2 incidents"), "\(query)")
      #expect(text.contains("3 offers, 1.5 for each incident that was offered."))
      #expect(text.contains("1 reassignment: 1 went offline.") && text.contains("1, 50 %"))
      #expect(!text.contains("reports/incidents.csv"))
    }
    // Nothing is counted again by a poll
    #expect(!(await web.get("/w/north/incidents?fragment=1", cookie: cookie).text.contains("Numbers")))
    let admin = try web.login(.admin, email: "a@example.org")
    #expect(await web.get("/w/north/incidents", cookie: admin).text.contains("reports/incidents.csv?from="))
    // A day later, nothing was opened in the last one
    web.pass(seconds: 90_000)
    let late = try web.login(.dispatcher, email: "late@example.org")
    let text = await web.get("/w/north/incidents?numbers=24h", cookie: late).text
    #expect(text.contains("No incident was opened in this span.") && !text.contains("0.0 s"))
  }

  @Test("the metrics tell of every state, outcome and reason of every workspace, zeros too, and of no drill")
  func metrics() async {
    let text = await web.get("/metrics", key: key).text
    let lines = text.split(separator: "\n").map(String.init)
    for line in [
      "rollcall_incidents{workspace=\"north\",state=\"resolved\"} 1",
      "rollcall_incidents{workspace=\"north\",state=\"assigned\"} 0",
      "rollcall_incidents{workspace=\"south\",state=\"open\"} 0",
      "rollcall_incident_first_offer_seconds_bucket{le=\"0.25\"} 1",
      "rollcall_incident_first_offer_seconds_count 2", "rollcall_incident_first_offer_seconds_sum 2.25",
      "rollcall_incident_accept_seconds_count 1",
      "rollcall_offers_total{workspace=\"north\",outcome=\"expired\"} 1",
      "rollcall_offers_total{workspace=\"south\",outcome=\"declined\"} 0",
      "rollcall_reassignments_total{workspace=\"north\",reason=\"went offline\"} 1",
      "rollcall_reassignments_total{workspace=\"north\",reason=\"declined late\"} 0",
    ] { #expect(lines.contains(line), "\(line)") }
    for (family, count) in [
      ("rollcall_incidents{", 12), ("rollcall_offers_total{", 12), ("rollcall_reassignments_total{", 14),
    ] { #expect(lines.count { $0.hasPrefix(family) } == count, "\(family)") }
  }

  @Test(
    "an incident that nobody has is on the board, on the alerts page and in JSON; its link is for dispatchers"
  )
  func alert() async throws {
    var watch = AlertWatch()
    _ = try web.store.alerts.judgeAlerts(of: workspace.id, &watch)
    for (role, mayFollow) in [(Role.dispatcher, true), (.viewer, false)] {
      let cookie = try web.login(role, email: "\(role.rawValue)@example.org")
      for page in ["board", "alerts"] {
        let text = await web.get("/w/north/\(page)", cookie: cookie).text
        #expect(text.contains("INC-2") && text.contains("Smoke: 1 asked, 1 expired"), "\(page)")
        #expect(text.contains("/incidents/2\"") == mayFollow, "\(page) \(role)")
      }
      #expect(await web.get("/w/north/board", cookie: cookie).text.contains("INC-2 is unassigned"))
      let json = await web.get("/w/north/alerts.json", cookie: cookie).text
      #expect(
        json.contains(#""kind":"IncidentUnassigned","critical":true"#) && json.contains(#""incident_id":2"#))
      #expect(json.contains(#""opened_at":"2026-11-21T10:00:01.000Z""#))
    }
    let text = await web.get("/metrics", key: key).text
    #expect(text.contains("rollcall_alerts_open{workspace=\"north\",kind=\"IncidentUnassigned\"} 1\n"))
    #expect(text.contains("rollcall_alerts_critical{workspace=\"north\",kind=\"IncidentUnassigned\"} 1\n"))
  }
}
