import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite struct TimelinePageTests {
  @Test("One sentence on the status, the silences with their evidence, the gaps") func page() async throws {
    let desk = try TimelineDesk("Ana <b>")
    await desk.report(1)
    desk.web.pass(seconds: 600)
    await desk.tell("network", "none", secondsAgo: 580)
    await desk.report(2, secondsAgo: [540, 480, 420, 360, 300, 240, 180, 120, 60, 0], mock: true)
    desk.web.pass(seconds: 200)
    let cookie = try desk.web.login(.admin, email: "eva@example.org")
    let answer = await desk.web.get(desk.path, cookie: cookie)
    #expect(answer.status == 200)
    for words in [
      "Ana &lt;b&gt;", "<b>Offline", "No contact since", "family, stationary", "No network", "network none",
      "9 fixes were queued and arrived", "Not known yet", "mock", "/w/north/reports/gaps.csv",
    ] { #expect(answer.text.contains(words), "\(words)") }
    #expect(!answer.text.contains("Ana <b>"))
  }

  @Test("Somebody else's, nobody's or malformed: not found, for pages and programs") func notFound()
    async throws
  {
    let desk = try TimelineDesk()
    let foreign = try desk.web.phone("Bor", slug: "south").id.rawValue
    let cookie = try desk.web.login(.owner, email: "eva@example.org")
    let own = desk.id.rawValue
    for id in [
      "\(foreign)", "999999", "0", "-1", "x", "+\(own)", "0\(own)", "\(own).0", "\(own)%20",
      "9223372036854775808", "%D9%A1",
    ] {
      let page = await desk.web.get("/w/north/responders/\(id)", cookie: cookie)
      #expect(page.status == 404, "\(id)")
      #expect(!page.says("Bor"))
      let json = await desk.get("responders/\(id)/timeline.json")
      #expect(json.status == 404 && json.text.contains("NOT_FOUND"), "\(id)")
    }
    #expect(await desk.web.get(desk.path, cookie: cookie).status == 200)
  }

  @Test("A range that cannot be understood is said on a page of its own status") func badRange() async throws
  {
    let desk = try TimelineDesk()
    let cookie = try desk.web.login(.owner, email: "eva@example.org")
    for query in ["from=x", "to=2026-13-01", "from=2026-11-22&to=2026-11-21"] {
      let page = await desk.web.get("\(desk.path)?\(query)", cookie: cookie)
      #expect(page.status == 400, "\(query)")
      #expect(page.text.contains("Ana") && page.text.contains("role=\"alert\""), "\(query)")
    }
  }

  @Test("An open page fetches its part again only when something has changed") func fragment() async throws {
    let desk = try TimelineDesk()
    await desk.report(1)
    let cookie = try desk.web.login(.dispatcher, email: "eva@example.org")
    let path = "\(desk.path)?fragment=1"
    let first = await desk.web.get(path, cookie: cookie)
    let tag = try #require(first.header("ETag"))
    #expect(first.status == 200 && !first.text.contains("<html"))
    let headers = ["Cookie": "rollcall=\(cookie)", "If-None-Match": tag]
    desk.web.pass(seconds: 10)
    let second = await desk.web.send(.get, path, headers: headers)
    #expect(second.status == 304 || second.header("ETag") != tag)
    let again = await desk.web.get(path, cookie: cookie).header("ETag")
    let held = ["Cookie": "rollcall=\(cookie)", "If-None-Match": again ?? ""]
    #expect(await desk.web.send(.get, path, headers: held).status == 304)
    await desk.report(2, mock: true)
    #expect(await desk.web.send(.get, path, headers: held).status == 200)
  }

  @Test("Who may see positions sees it; the look is in the audit", arguments: Role.allCases) func roles(
    role: Role
  ) async throws {
    let desk = try TimelineDesk()
    let cookie = try desk.web.login(role, email: "eva@example.org")
    let expected = role.allows(.viewHistory) ? 200 : 403
    #expect(await desk.web.get(desk.path, cookie: cookie).status == expected)
    #expect(await desk.web.get("\(desk.path)/timeline.json", cookie: cookie).status == expected)
    let reports = role.allows(.exportHistory) ? 200 : 403
    for file in ["reports", "reports/gaps.csv", "reports/transitions.csv"] {
      #expect(await desk.web.get("/w/north/\(file)", cookie: cookie).status == reports, "\(file)")
    }
    for path in [desk.path, "/w/north/reports"] {
      #expect(await desk.web.get(path).status == 303)
      #expect(await desk.web.get("/w/south\(path.dropFirst(8))", cookie: cookie).status == 404)
    }
    for path in ["\(desk.path)/timeline.json", "/w/north/reports/gaps.csv"] {
      #expect(await desk.web.get(path).status == 401)
    }
  }

  @Test("Refused and lenient uploads are counted by reason on the page") func rejections() async throws {
    let desk = try TimelineDesk()
    let bad = #"{"lat":91,"lng":14,"is_mock":false,"recorded_at":1795251600000}"#
    let odd = #"{"lat":46,"lng":14,"is_mock":false,"recorded_at":1795251600000,"speed_mps":-1}"#
    #expect(await desk.upload("{\"pings\":[\(bad),\(bad)]}").status == 400)
    #expect(await desk.upload("{\"pings\":[\(bad),\(odd)]}", lenient: true).status == 201)
    #expect(await desk.upload("{").status == 400)
    #expect(
      await desk.web.send(
        .post, "/app/v1/locations/batch",
        headers: ["Authorization": "Bearer \(desk.token)", "Content-Type": "application/json"],
        body: "{\"pings\":[\(odd)]}"
      ).status == 400)
    let cookie = try desk.web.login(.owner, email: "eva@example.org")
    try desk.web.store.markAlive()
    let facts = try desk.web.store.liveness.facts(
      of: desk.id, in: try #require(try desk.web.store.fleet.workspaces().first { $0.slug == "north" }).id,
      TimeSpan(from: TestWeb.start, to: TestWeb.start.advanced(by: 1)))
    #expect(facts.uploads.rejected.first?.count == 3, "\(facts.uploads.rejected)")
    #expect(
      Set(facts.uploads.rejected.map(\.reason)).isSuperset(of: [
        "body: malformed JSON", "key: required", "speed_mps: not understood",
      ]))
    let text = await desk.web.get(desk.path, cookie: cookie).text
    for words in ["Rejected: lat, ", "Rejected: body, malformed JSON", "Rejected: speed_mps, not understood"]
    {
      #expect(text.contains(words), "\(words)")
    }
  }
}
