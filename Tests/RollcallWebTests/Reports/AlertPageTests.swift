import Foundation
import HTTPServer
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Alerts on their page, in JSON, in the metrics, in the bar and in the board's lines")
struct AlertPageTests {
  private let web: TestWeb
  private let workspace: Workspace
  private let cookie: String

  init() throws {
    web = try TestWeb()
    // Longer than anybody's threshold: nothing is held.
    web.pass(seconds: 3_600)
    workspace = try #require(try web.store.fleet.workspace(slug: "north"))
    cookie = try web.login(.viewer, email: "viewer@example.org")
  }

  /// Two people of a region who were heard long after the start, and then no more.
  private func silence(_ watch: inout AlertWatch) async throws -> [Responder.ID] {
    var ids: [Responder.ID] = []
    for name in ["Ana", "<Bo> &\"\u{301}"] {
      let id = try web.store.fleet.addResponders(
        [NewResponder(name: name, profile: "family", region: "Nord & <Ost>")], slug: "north")[0]
      let token = try web.store.phones.issueToken(
        slug: "north", responder: id, deviceID: "d\(id.rawValue)", lifetime: 86_400_000
      ).token.text
      let at = web.store.clock().milliseconds
      let body =
        #"{"pings": [{"lat": 46.05, "lng": 14.5, "recorded_at": \#(at), "sequence": 1, "is_mock": false}]}"#
      #expect(
        await web.upload(token, body, headers: ["X-Idempotency-Key": name.utf8.count.description]).status
          < 300)
      ids.append(id)
    }
    try judge(&watch)
    web.pass(seconds: 200)
    _ = try web.store.liveness.settleOverdue()
    try judge(&watch)
    return ids
  }

  private func judge(_ watch: inout AlertWatch) throws {
    _ = try web.store.alerts.judgeAlerts(of: workspace.id, &watch)
  }

  private func json(_ cookie: String, _ query: String = "") async throws -> [String: Any] {
    let answer = await web.get("/w/north/alerts.json\(query)", cookie: cookie)
    #expect(answer.status == 200)
    return try #require(try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
  }

  @Test(
    "open alerts are on the page and in JSON with their figures and instants, escaped; the bar counts them")
  func open() async throws {
    var watch = AlertWatch()
    _ = try await silence(&watch)
    let page = await web.get("/w/north/alerts", cookie: cookie)
    #expect(page.text.contains("Nord &amp; &lt;Ost&gt;") && !page.text.contains("<Ost>"))
    #expect(
      page.text.contains("0 of 2 on duty: 2 offline") && page.text.contains("2 of 2 are offline, 100 %"))
    #expect(
      await web.get("/w/north/board", cookie: cookie).text.contains("Alerts <b class=\"waiting\">2</b></a>"))
    let fragment = await web.get("/w/north/alerts?fragment=1", cookie: cookie)
    #expect(fragment.status == 200 && !fragment.text.contains("<html"))
    #expect(fragment.text.contains("<h2 id=\"closed-title\" data-live>"), "it may end now")
    let alerts = try #require(try await json(cookie)["alerts"] as? [[String: Any]])
    #expect(alerts.compactMap { $0["kind"] as? String } == ["NoOnlineResponders", "HighOfflineRate"])
    #expect(alerts.map { $0["critical"] as? Bool } == [true, false])
    #expect(alerts.map { $0["region"] as? String } == ["Nord & <Ost>", nil])
    // 90 s and 180 s after the fixes, whenever it was noticed
    #expect(
      alerts.map { $0["opened_at"] as? String } == ["2026-11-21T10:01:30.000Z", "2026-11-21T10:03:00.000Z"])
    #expect(alerts.allSatisfy { $0["closed_at"] is NSNull })
  }

  @Test("closed ones are listed for seven days")
  func closed() async throws {
    var watch = AlertWatch()
    for id in try await silence(&watch) {
      _ = try web.store.phones.setResponder(
        id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: false)
    }
    web.pass(seconds: 1)
    try judge(&watch)
    #expect(await web.get("/w/north/alerts", cookie: cookie).text.contains("No alert is open."))
    for (wait, count) in [(7 * 86_400 - 10, 2), (20, 0)] as [(Int64, Int)] {
      web.pass(seconds: wait)
      let late = try web.login(.viewer, email: "viewer\(count)@example.org")
      let alerts = try #require(try await json(late)["alerts"] as? [[String: Any]])
      #expect(alerts.count == count && alerts.allSatisfy { $0["closed_at"] is String })
    }
  }

  @Test("those open at some time between two instants are listed; open ones that began later are counted")
  func ofTime() async throws {
    func kinds(_ query: String) async throws -> [String] {
      let alerts = try await json(cookie, query)["alerts"] as? [[String: Any]]
      return (alerts ?? []).compactMap { $0["kind"] as? String }
    }
    var watch = AlertWatch()
    let ids = try await silence(&watch)
    let early = "?to=2026-11-21T11:02"
    let page = await web.get("/w/north/alerts\(early)", cookie: cookie)
    #expect(page.status == 200 && page.text.contains(Words.Alerts.later(1)))
    #expect(try await kinds(early) == ["NoOnlineResponders"])
    #expect(try await kinds("?from=2026-11-21T11:02") == ["NoOnlineResponders", "HighOfflineRate"])
    for id in ids {
      _ = try web.store.phones.setResponder(
        id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: false)
    }
    web.pass(seconds: 1)
    try judge(&watch)
    #expect(try await kinds(early) == ["NoOnlineResponders"])
    #expect(try await kinds("?to=2027-06-01").count == 2, "an end alone may be far ahead")
    web.pass(seconds: 600)
    #expect(try await kinds("?from=2026-11-21T11:05") == [])
    let closed = await web.get("/w/north/alerts\(early)", cookie: cookie)
    #expect(closed.text.contains("Open at some time of") && closed.text.contains(Words.Alerts.noneOfTime))
    let typed = ["?from=2026-09-01&to=2026-11-01", "?from=noon", "?from=2026-11-22&to=2026-11-21"]
    // Nothing was open yet in what is to come.
    for wrong in typed + ["?from=2026-11-22", "?from=2026-11-21T12:00"] {
      let refused = await web.get("/w/north/alerts\(wrong)", cookie: cookie)
      #expect(refused.status == 400 && refused.text.contains("Closed in the last 7 days"), "\(wrong)")
      #expect(await web.get("/w/north/alerts.json\(wrong)", cookie: cookie).status == 400, "\(wrong)")
    }
  }

  @Test("the metrics tell of every kind in every workspace, zeros too")
  func metrics() async throws {
    var watch = AlertWatch()
    _ = try await silence(&watch)
    let key = try web.store.members.issueAPIKey(slug: "north", name: "prometheus", role: .admin).text
    let text = await web.get("/metrics", key: key).text
    let samples = text.split(separator: "\n").filter { $0.hasPrefix("rollcall_alerts_open{") }
    let open: [AlertKind] = [.highOfflineRate, .noOnlineResponders]
    let expected = ["north", "south"].flatMap { slug in
      AlertKind.allCases.map { kind in
        "rollcall_alerts_open{workspace=\"\(slug)\",kind=\"\(kind.rawValue)\"} "
          + (slug == "north" && open.contains(kind) ? "1" : "0")
      }
    }
    #expect(samples.map(String.init) == expected && AlertKind.allCases.count == 12)
  }

  @Test("the board's lines: what cannot wait first, with its beginning in the workspace's time")
  func notices() async throws {
    var watch = AlertWatch()
    _ = try await silence(&watch)
    let visitor = Visitor(
      .nobody, name: "", workspace: workspace, role: .viewer, from: "", csrf: nil, memberships: [])
    let clock = Zone.pageClock(workspace.timeZone, now: web.store.clock())
    let notices = try web.web.alertNotices(visitor, clock)
    #expect(notices.map(\.level) == ["danger", "warning"])
    #expect(notices.map(\.title) == ["No one reachable in Nord & <Ost>", "High offline rate"])
    #expect(
      notices.map(\.detail) == [
        "0 of 2 on duty, since 11:01 · 2 offline", "2 of 2 are offline, 100 %, since 11:03",
      ])
    #expect(
      notices.map(\.href) == [
        "/w/north/board?region=Nord%20%26%20%3COst%3E", "/w/north/board?status=offline",
      ])
  }

  @Test("people who come and go share one line; one alone is named")
  func flapping() throws {
    let clock = Zone.pageClock(workspace.timeZone, now: web.store.clock())
    let visitor = Visitor(
      .nobody, name: "", workspace: workspace, role: .viewer, from: "", csrf: nil, memberships: [])
    let ids = try web.store.fleet.addResponders(
      [NewResponder(name: "Ana", profile: "family"), NewResponder(name: "Bo", profile: "family")],
      slug: "north")
    let alerts = ids.enumerated().map { index, id in
      Alert(
        id: id.rawValue, topic: .responderFlapping(id),
        openedAt: clock.now.advanced(by: Int64(index) * -60_000),
        detail: "4 or more changes")
    }
    for (open, title, detail) in [
      ([alerts[0]], "Ana comes and goes", "4 or more changes, since 11:00"),
      (alerts, "2 people come and go", "the first since 10:59"),
    ] {
      let notices = AlertNotice.all(try AlertView(web.store, visitor, open: open), clock: clock)
      #expect(notices.map(\.title) == [title] && notices.map(\.detail) == [detail])
      #expect(notices.map(\.level) == ["warning"])
    }
  }
}
