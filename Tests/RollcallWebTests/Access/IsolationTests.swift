import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite struct IsolationTests {
  /// The permission of every console route. A route that is not here fails `everyRouteIsInTheMatrix`.
  static let matrix: [(path: String, permission: Permission)] = [
    ("/w/{ws}", .viewPeople), ("/w/{ws}/board", .viewLiveMap), ("/w/{ws}/board.json", .viewLiveMap),
    ("/w/{ws}/board.csv", .viewLiveMap), ("/w/{ws}/map", .viewLiveMap), ("/w/{ws}/map.json", .viewLiveMap),
    ("/w/{ws}/map/ground.json", .viewPeople), ("/w/{ws}/map/trails.json", .viewLiveMap),
    ("/w/{ws}/settings/regions", .manageWorkspace), ("/w/{ws}/settings/regions.json", .manageWorkspace),
    ("/w/{ws}/responders", .viewPeople), ("/w/{ws}/responders.json", .viewPeople),
    ("/w/{ws}/lanes", .viewHistory), ("/w/{ws}/lanes.json", .viewHistory),
    ("/w/{ws}/history", .viewHistory), ("/w/{ws}/history.json", .viewHistory),
    ("/w/{ws}/suspicious-positions", .reviewFlags), ("/w/{ws}/suspicious-positions.json", .reviewFlags),
    ("/w/{ws}/flags", .reviewFlags), ("/w/{ws}/flags.json", .reviewFlags),
    ("/w/{ws}/history.csv", .exportHistory), ("/w/{ws}/alerts", .viewAlerts),
    ("/w/{ws}/alerts.json", .viewAlerts), ("/w/{ws}/incidents", .viewIncidents),
    ("/w/{ws}/incidents.json", .viewIncidents), ("/w/{ws}/incidents/new", .manageIncidents),
    ("/w/{ws}/incidents/new/map.json", .viewLiveMap),
    ("/w/{ws}/drills", .manageIncidents), ("/w/{ws}/drills.json", .manageIncidents),
    ("/w/{ws}/drills/new", .manageIncidents),
    ("/w/{ws}/reports", .exportHistory), ("/w/{ws}/reports/history.csv", .exportHistory),
    ("/w/{ws}/reports/gaps", .exportHistory), ("/w/{ws}/reports/gaps.csv", .exportHistory),
    ("/w/{ws}/reports/transitions", .exportHistory), ("/w/{ws}/reports/transitions.csv", .exportHistory),
    ("/w/{ws}/reports/availability", .exportHistory), ("/w/{ws}/reports/availability.csv", .exportHistory),
    ("/w/{ws}/reports/reliability", .exportHistory), ("/w/{ws}/reports/reliability.csv", .exportHistory),
    ("/w/{ws}/reports/suspicious-positions", .exportHistory),
    ("/w/{ws}/reports/suspicious-positions.csv", .exportHistory), ("/w/{ws}/reports/flags", .exportHistory),
    ("/w/{ws}/reports/flags.csv", .exportHistory),
    ("/w/{ws}/reports/attendance", .exportHistory), ("/w/{ws}/reports/attendance.csv", .exportHistory),
    ("/w/{ws}/reports/crossings", .exportHistory), ("/w/{ws}/reports/crossings.csv", .exportHistory),
    ("/w/{ws}/reports/incidents", .exportHistory), ("/w/{ws}/reports/incidents.csv", .exportHistory),
    ("/w/{ws}/reports/answers", .exportHistory), ("/w/{ws}/reports/answers.csv", .exportHistory),
    ("/w/{ws}/reports/schedules", .exportHistory), ("/w/{ws}/reports/exports", .viewAudit),
    ("/w/{ws}/reports/exports.json", .viewAudit), ("/w/{ws}/reports/statements", .exportHistory),
    ("/w/{ws}/audit", .viewAudit), ("/w/{ws}/audit.json", .viewAudit), ("/w/{ws}/audit.csv", .viewAudit),
    ("/w/{ws}/holds", .viewAudit), ("/w/{ws}/holds.json", .viewAudit), ("/w/{ws}/holds.csv", .viewAudit),
    ("/w/{ws}/purges.csv", .viewAudit), ("/w/{ws}/reports/audit.csv", .viewAudit),
    ("/w/{ws}/requests", .manageResponders), ("/w/{ws}/print.css", .viewPeople),
    ("/w/{ws}/find", .exportHistory), ("/w/{ws}/verify", .viewAudit),
    ("/w/{ws}/shift/statement", .exportHistory), ("/w/{ws}/shift/statement.json", .exportHistory),
    ("/w/{ws}/shift/statement.zip", .exportHistory), ("/w/{ws}/shift/statement.pdf", .exportHistory),
    ("/w/{ws}/settings", .manageWorkspace), ("/w/{ws}/settings/workspace", .manageWorkspace),
    ("/w/{ws}/settings/profiles", .manageWorkspace), ("/w/{ws}/settings/flags", .manageWorkspace),
    ("/w/{ws}/settings/profiles/family", .manageWorkspace), ("/w/{ws}/settings/dispatch", .manageWorkspace),
    ("/w/{ws}/settings/members", .manageWorkspace), ("/w/{ws}/settings/keys", .manageWorkspace),
    ("/w/{ws}/settings/screens", .manageWorkspace), ("/w/{ws}/settings/channels", .manageWorkspace),
    ("/w/{ws}/settings/templates", .manageWorkspace), ("/w/{ws}/settings/escalation", .manageWorkspace),
    ("/w/{ws}/settings/escalation.json", .manageWorkspace),
    ("/w/{ws}/search", .viewPeople),
    ("/w/{ws}/search.json", .viewPeople), ("/w/{ws}/where.json", .manageIncidents),
    ("/w/{ws}/settings/addresses", .manageWorkspace), ("/w/{ws}/settings/outlets.json", .manageWorkspace),
    ("/w/{ws}/settings/profiles.json", .manageWorkspace),
    ("/w/{ws}/settings/templates.json", .manageIncidents),
    ("/w/{ws}/connect", .manageResponders), ("/w/{ws}/duty-rule", .manageResponders),
    ("/w/{ws}/responders/new", .manageResponders), ("/w/{ws}/responders/import", .manageResponders),
    ("/w/{ws}/responders.csv", .manageResponders),
    ("/w/{ws}/events", .viewHistory), ("/w/{ws}/visits", .viewHistory), ("/w/{ws}/visits.json", .viewHistory),
    ("/w/{ws}/visits.csv", .exportHistory), ("/w/{ws}/settings/outlets", .manageWorkspace),
    ("/w/{ws}/settings/outlets.csv", .manageWorkspace), ("/w/{ws}/events.json", .viewHistory),
  ]

  /// Those that lead elsewhere.
  private static let redirects = [
    "/w/{ws}": 303, "/w/{ws}/reports/history.csv": 308, "/w/{ws}/flags": 308, "/w/{ws}/reports/flags": 308,
    // Nothing makes PDF files here.
    "/w/{ws}/shift/statement.pdf": 404,
  ]

  private static func path(_ pattern: String, _ slug: String) -> String {
    pattern.split(separator: "{ws}", omittingEmptySubsequences: false).joined(separator: slug)
  }

  @Test func everyRouteIsInTheMatrix() throws {
    let routes = try TestWeb().router.patterns.filter { $0.pattern.hasPrefix("/w/") }
    // The pages of one person, incident or event are tried where there is one.
    let pages = routes.filter {
      $0.method == .get && !["{id}", "{slug}", "{z}"].contains(where: $0.pattern.contains)
    }.map {
      // A profile that both workspaces have.
      $0.pattern.replacing("{name}", with: "family")
    }
    #expect(pages.sorted() == Self.matrix.map(\.path).sorted())
  }

  @Test(arguments: Role.allCases) func aMemberSeesWhatTheRoleAllowsAndNothingElsewhere(_ role: Role)
    async throws
  {
    // Given a person in each workspace, and a member of one
    let web = try TestWeb()
    _ = try web.phone("Ana North", slug: "north")
    let foreign = try web.phone("Bor South", slug: "south")
    let cookie = try web.login(role, email: "\(role.rawValue)@example.org")
    let key = try web.store.members.issueAPIKey(slug: "north", name: "script", role: role).text
    for (pattern, permission) in Self.matrix {
      // When they ask for the page of their workspace, by cookie and by key
      let expected = role.allows(permission) ? Self.redirects[pattern] ?? 200 : 403
      let own = await web.get(Self.path(pattern, "north"), cookie: cookie)
      #expect(own.status == expected, "\(pattern)")
      #expect(await web.get(Self.path(pattern, "north"), key: key).status == expected, "\(pattern)")
      // Then nothing of the other workspace is in it, not even when its id is asked for
      let reached = await web.get(
        "\(Self.path(pattern, "north"))?responder=\(foreign.id.rawValue)", cookie: cookie)
      #expect(!own.text.contains("Bor South") && !reached.text.contains("Bor South"), "\(pattern)")
      // And the other workspace does not exist for them
      #expect(await web.get(Self.path(pattern, "south"), cookie: cookie).status == 404, "\(pattern)")
      #expect(await web.get(Self.path(pattern, "south"), key: key).status == 404, "\(pattern)")
    }
  }

  @Test func aStrangerIsSentToTheLoginAndAProgramGets401() async throws {
    let web = try TestWeb()
    for (pattern, _) in Self.matrix {
      let answer = await web.get(Self.path(pattern, "north"))
      let isData = [".json", ".csv", ".zip", ".pdf"].contains { pattern.hasSuffix($0) }
      #expect(answer.status == (isData ? 401 : 303), "\(pattern)")
      if !isData { #expect(answer.header("Location")?.hasPrefix("/login?next=") == true) }
      #expect(await web.get(Self.path(pattern, "north"), key: "rck_wrong").status == 401, "\(pattern)")
    }
  }

  @Test func everyPhoneRouteNeedsAToken() async throws {
    let web = try TestWeb()
    let logins = ["otp", "token", "refresh"].map { "/app/v1/auth/\($0)" }
    let routes = web.router.patterns.filter {
      ($0.pattern.hasPrefix("/app/") || $0.pattern == "/locations") && !logins.contains($0.pattern)
    }
    #expect(routes.count == 22)
    for route in routes {
      let hasBody = route.method != .get
      let none = await web.send(
        route.method, route.pattern, headers: hasBody ? ["Content-Type": "application/json"] : [:],
        body: hasBody ? "{}" : "")
      #expect(none.status == 401 && none.text.contains("TOKEN_INVALID"), "\(route.pattern)")
    }
  }
}
