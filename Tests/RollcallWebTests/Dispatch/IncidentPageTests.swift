import StoreSupport
import Foundation
import HTTPTypes
import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("A dispatcher opens incidents and asks people")
struct IncidentPageTests {
  private func form(_ more: [String: String] = [:]) -> [String: String] {
    [
      "title": "Fall <i>x</i>", "place": "46, 14", "kind": "incident", "severity": "high", "once": "o1",
      "mode": "nobody",
    ]
    .merging(
      more
    ) { $1 }
  }

  @Test("Ranking changes nothing; offering opens, once; the incident's page tells it all")
  func story() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let (ana, bor) = (try await DispatchPhone(web, "Ana"), try await DispatchPhone(web, "Bor"))
    #expect(await desk.get("incidents").text.contains("No incidents yet"))
    #expect(await desk.get("incidents/new").status == 200)

    let ranked = await desk.post("incidents/new", form())
    #expect(ranked.status == 200 && ranked.text.contains("46.00000, 14.00000"))
    #expect(
      ranked.text.contains("name=\"offer\" value=\"\(ana.id.rawValue)\"") && ranked.text.contains("1.1 km"))
    #expect(try web.store.dispatch.incidents(of: desk.workspace.id).matching == 0)

    let sent = form(["offer": "\(ana.id.rawValue)", "within": "120"])
    let first = await desk.post("incidents", sent)
    #expect(first.status == 303)
    let again = await desk.post("incidents", sent)
    #expect(again.header("Location") == first.header("Location"))
    #expect(try web.store.dispatch.incidents(of: desk.workspace.id).matching == 1)

    let path = try #require(first.header("Location")).replacing("/w/north/", with: "")
    let page = await desk.get(path)
    #expect(page.status == 200 && page.text.contains("Fall &lt;i&gt;x") && !page.text.contains("<i>x</i>"))
    #expect(
      page.text.contains("Offering to") && page.text.contains("Bor") && page.text.contains("Opened: high"))
    let list = await desk.get("incidents")
    #expect(list.text.contains("offering to") && list.text.contains("Ana"))

    // A second offer, in parallel; then both are taken back with the incident
    #expect(await desk.post("\(path)/offers", ["offer": "\(bor.id.rawValue)"]).status == 303)
    let file = try await desk.json("\(path).json")
    let offers = try #require(file["offers"] as? [[String: Any]])
    #expect(offers.map { $0["responder"] as? String } == ["Bor", "Ana"])
    #expect(offers.map { $0["expires_at"] as? String }.last == "2026-11-21T09:02:00.000Z")
    #expect(await desk.post("\(path)/withdraw", ["offer": "\(offers[0]["id"] ?? 0)"]).status == 303)
    #expect(await desk.post("\(path)/notes", ["note": "He is awake."]).status == 303)
    #expect(await desk.post("\(path)/resolve", [:]).status == 303)
    let done = try await desk.json("\(path).json")
    #expect(done["state"] as? String == "resolved" && done["closed_at"] as? String != nil)
    let ended = try #require(done["offers"] as? [[String: Any]])
    #expect(ended.map { $0["state"] as? String } == ["withdrawn", "withdrawn"])
    #expect(await desk.get(path).text.contains("He is awake."))
    #expect(await desk.post("\(path)/cancel", [:]).status == 409)
    #expect(await desk.get("incidents?state=resolved").text.contains("INC-1"))
    let listed = try await desk.json("incidents.json?state=open")["incidents"] as? [Any]
    #expect(listed?.count == 0)
  }

  @Test(
    "Those opened between two times are listed alone, with their files; the counts stay; a wrong time is said"
  )
  func openedBetween() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web, role: .admin)
    _ = try await desk.open("Ladder in the yard")
    web.pass(seconds: 600)
    _ = try await desk.open("Smoke in the hall")
    let time = "?from=2026-11-21T10:05&to=2026-11-21T10:30"
    let page = await desk.get("incidents\(time)")
    #expect(page.text.contains("Smoke in the hall") && !page.text.contains("Ladder in the yard"))
    #expect(page.text.contains("incidents.csv?from=2026-11-21T09"))
    let found = try await desk.json("incidents.json\(time)")
    #expect((found["incidents"] as? [Any])?.count == 1)
    #expect((found["counts"] as? [String: Any])?["open"] as? Int == 2)
    #expect(
      await desk.get("incidents.json\(time)").header("Content-Disposition")
        == "inline; filename=\"incidents-north-2026-11-21-1005-2026-11-21-1030.json\"")
    #expect(
      await desk.get("incidents.json").header("Content-Disposition")
        == "inline; filename=\"incidents-north-2026-11-21-1010.json\"")
    // The instant itself counts at the beginning, and not at the end.
    let ends = [
      ("?from=2026-11-21T10:10", 1), ("?to=2026-11-21T10:10:00", 1), ("?to=2026-11-21T10:00:00", 0),
    ]
    for (query, count) in ends {
      let listed = try await desk.json("incidents.json\(query)")["incidents"] as? [Any]
      #expect(listed?.count == count, "\(query)")
    }
    #expect(await desk.get("incidents?to=2026-11-21").text.contains(Words.Incidents.noneOpened))
    let later = await desk.get("incidents?from=2026-11-22")
    #expect(later.status == 200 && !later.text.contains("incidents.csv?from=2026-11-21T23"), "no such file")
    let wrong = "?from=2026-11-22&to=2026-11-21"
    let refused = await desk.get("incidents\(wrong)")
    #expect(refused.status == 400 && refused.text.contains(Words.Spans.wrongOrder))
    let poll = await desk.get("incidents\(wrong)&fragment=1")
    #expect(poll.status == 200 && poll.text.contains(Words.Spans.wrongOrder))
    #expect(await desk.get("incidents.json\(wrong)").status == 400)
  }

  @Test("The files of a time without an end reach to now on an open page, too")
  func filesToNow() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web, role: .admin)
    _ = try await desk.open("Ladder in the yard")
    let toNow = "?from=2026-11-21T09:30&fragment=1"
    let ended = "\(toNow)&to=2026-11-21T10:30"
    let (first, whole) = (await desk.get("incidents\(toNow)"), await desk.get("incidents\(ended)"))
    let part = "<p id=\"files\" class=\"beside\" data-live><a href=\"/w/north/"
    #expect(first.text.contains(part) && whole.text.contains(part))
    web.pass(seconds: 60)
    #expect(await desk.get("incidents\(toNow)").header("ETag") != first.header("ETag"))
    #expect(await desk.get("incidents\(ended)").header("ETag") == whole.header("ETag"))
    let plain = await desk.get("incidents?fragment=1").text
    #expect(plain.contains("<p id=\"files\" class=\"beside\" data-live></p>"))
  }

  @Test("What is wrong stands at its field, what was typed is kept, nothing is opened")
  func problems() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let ana = try await DispatchPhone(web)
    let cases: [([String: String], String)] = [
      (["title": " "], "A title is needed"), (["place": ""], "A place is needed"),
      (["place": "46,05, 14,5"], "decimal point"), (["region": "Moon"], "There is no region Moon"),
      (["place": "", "outlet": "7"], "There is no such site"),
      (["place": "", "near": "99"], "Nobody on duty"), (["severity": "dire"], "severity must be one of"),
      (["offer": "\(ana.id.rawValue)", "within": "14"], "15 to 600 seconds"),
      (["offer": "\(ana.id.rawValue)", "within": "99999999999999999999"], "15 to 600 seconds"),
      (["offer": "\(ana.id.rawValue)", "within": "9223372036854775807"], "15 to 600 seconds"),
      (["offer": "x"], "no such responder"), (["mode": "parallel"], "Nobody is selected"),
      (["mode": "all"], "Choose whom to offer it to"),
      (["mode": "automatic", "within": "30.5"], "15 to 600 seconds"),
    ]
    for (fields, words) in cases {
      let answer = await desk.post("incidents", form(["notes": "ring twice"].merging(fields) { $1 }))
      #expect(answer.status == 400 && answer.text.contains(words), "\(fields)")
      #expect(answer.text.contains("ring twice"), "\(fields)")
    }
    #expect(try web.store.dispatch.incidents(of: desk.workspace.id).matching == 0)
  }

  @Test("An outlet and a colleague's position are places")
  func chosenPlaces() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let ana = try await DispatchPhone(web)
    let kiosk = try #require(Position(latitude: 46.5, longitude: 14.5))
    try web.store.visits.addRegionsAndOutlets(
      regions: [], outlets: [NewOutlet(name: "Harbour kiosk", position: kiosk)], slug: "north")
    let outlet = try #require(try web.store.visits.outlets(of: desk.workspace.id).first)
    let atOutlet = await desk.post("incidents", form(["place": "", "outlet": "\(outlet.id.rawValue)"]))
    #expect(atOutlet.status == 303)
    let near = await desk.post("incidents", form(["place": "", "near": "\(ana.id.rawValue)", "once": "o2"]))
    #expect(near.status == 303)
    let found = try web.store.dispatch.incidents(of: desk.workspace.id).incidents
    #expect(found.map(\.place) == ["", "Harbour kiosk"])
    #expect(found.map(\.incident.details.position.latitude) == [46.01, 46.5])
  }

  @Test("Who called, and their number, become the last line of the notes", arguments: ["", "Third floor"])
  func caller(notes: String) async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let who = ["notes": notes, "caller": "Mrs Novak", "caller_number": "+386 1 234 567"]
    #expect(await desk.post("incidents", form(who)).status == 303)
    let details = try #require(try web.store.dispatch.incidents(of: desk.workspace.id).incidents.first)
      .incident.details
    let line = "Caller: Mrs Novak, +386 1 234 567"
    #expect(details.notes == (notes.isEmpty ? line : "\(notes)\n\(line)"))
    let refused = await desk.post("incidents", form(who.merging(["title": "", "once": "o2"]) { $1 }))
    #expect(refused.status == 400 && refused.text.contains(#"value="+386 1 234 567""#))
    #expect(refused.text.contains(#"value="Mrs Novak""#))
  }

  @Test("Who is no longer free is not asked; the reason is said, the form is kept")
  func noLongerFree() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let ana = try await DispatchPhone(web)
    let incident = try await desk.open()
    web.pass(seconds: 100)
    let opened = await desk.post("incidents", form(["offer": "\(ana.id.rawValue)"]))
    #expect(opened.status == 409 && opened.text.contains("Ana cannot be asked now: degraded"))
    #expect(opened.text.contains("Nothing was sent") && opened.text.contains("Fall &lt;i&gt;"))
    let offered = await desk.post("incidents/\(incident)/offers", ["offer": "\(ana.id.rawValue)"])
    #expect(offered.status == 409 && offered.text.contains("Ana cannot be asked now: degraded"))
    #expect(offered.text.contains("Nobody can be asked now"))
    // As the status beside it says.
    #expect(offered.text.contains(">limited: no fresh fix for 1 min</td>"))
    let note = String(repeating: "n", count: 2_001)
    let refused = await desk.post("incidents/\(incident)/notes", ["note": note])
    #expect(refused.status == 400 && refused.text.contains(note))
    #expect(try web.store.dispatch.incidents(of: desk.workspace.id).matching == 1)
  }

  @Test("A poll is answered with 304 until something happens")
  func polls() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let ana = try await DispatchPhone(web)
    let incident = try await desk.open(offer: ana.id)
    for path in ["incidents?fragment=1", "incidents/\(incident)?fragment=1"] {
      let first = await desk.get(path)
      #expect(first.status == 200 && first.text.contains("data-live") && !first.text.contains("<html"))
      let headers = [
        "Cookie": "rollcall=\(desk.cookie)", "If-None-Match": try #require(first.header("ETag")),
      ]
      web.pass(seconds: 2)
      #expect(await web.send(.get, "/w/north/\(path)", headers: headers).status == 304)
      try web.store.withdrawEverything(of: Incident.ID(incident), in: desk.workspace.id)
      #expect(await web.send(.get, "/w/north/\(path)", headers: headers).status == 200)
      #expect(await desk.post("incidents/\(incident)/offers", ["offer": "\(ana.id.rawValue)"]).status == 303)
    }
  }

  @Test(
    "Only who may manage incidents acts, only by our own forms, only in their workspace",
    arguments: Role.allCases)
  func access(_ role: Role) async throws {
    let web = try TestWeb()
    let owner = try DispatchDesk(web, role: .owner, slug: "south")
    let foreign = try await owner.open("Secret of the south")
    let desk = try DispatchDesk(web, role: role)
    let (may, maySee) = (role.allows(.manageIncidents), role.allows(.viewIncidents))
    let own = try web.store.dispatch.open(
      IncidentOpening(
        NewIncident(
          kind: .incident, title: "Own", severity: .low,
          position: try #require(Position(latitude: 46, longitude: 14)))), in: .test(desk.workspace.id, "m"))
    for path in ["incidents", "incidents/new"] {
      #expect(await desk.post(path, form(), csrf: "wrong").status == (may ? 400 : 403), "\(path)")
      #expect(await desk.post(path, form(), slug: "south").status == 404, "\(path)")
    }
    for action in ["offers", "withdraw", "resolve", "cancel", "reassign", "reopen", "notes"] {
      let fields = ["offer": "1", "note": "x"]
      let wrong = await desk.post("incidents/\(own.rawValue)/\(action)", fields, csrf: "wrong")
      #expect(wrong.status == (may ? 400 : 403), "\(action)")
      let stranger = await desk.post("incidents/\(foreign)/\(action)", fields)
      #expect(stranger.status == (may ? 404 : 403), "\(action)")
      #expect(await desk.post("incidents/\(foreign)/\(action)", fields, slug: "south").status == 404)
    }
    for page in ["incidents/\(foreign)", "incidents/\(foreign).json", "incidents/x", "incidents/99"] {
      let answer = await desk.get(page)
      #expect(answer.status == (maySee ? 404 : 403) && !answer.text.contains("Secret"), "\(page)")
    }
    for page in ["incidents/\(own.rawValue)", "incidents/\(own.rawValue).json"] {
      #expect(await desk.get(page).status == (maySee ? 200 : 403), "\(page)")
    }
    var shown = await desk.get("incidents/\(own.rawValue)").text
    for readable in ["statement", "replay"] {
      shown = shown.replacing("/incidents/\(own.rawValue)/\(readable)", with: "")
    }
    #expect(shown.contains("/incidents/\(own.rawValue)/") == may)
    #expect(await desk.get("incidents").text.contains("New incident") == may)
    #expect(try web.store.dispatch.incident(own, in: desk.workspace.id).summary.incident.state == .open)
    #expect(try web.store.dispatch.incident(own, in: desk.workspace.id).log.count == 1)
  }

  @Test("A ranking is a look at positions, and what people do is in the audit with their name")
  func audit() async throws {
    let web = try TestWeb()
    let desk = try DispatchDesk(web)
    let ana = try await DispatchPhone(web)
    _ = await desk.post("incidents/new", form())
    _ = try await desk.open(offer: ana.id)
    // Queued behind the look
    try web.store.markAlive()
    let entries = try web.auditActions(of: desk.workspace.id)
    #expect(
      entries == [
        "member:dispatcher@north.example.org look.candidates",
        "member:dispatcher@north.example.org incident.open",
        "member:dispatcher@north.example.org incident.ask",
      ])
  }
}

extension TestWeb {
  /// Who did what, of dispatch.
  func auditActions(of workspace: Workspace.ID) throws -> [String] {
    try store.read { db in
      try db.all(
        """
        SELECT coalesce('member:' || email, actor) || ' ' || action FROM audit
        LEFT JOIN member ON actor = 'member:' || member.id
        WHERE workspace_id = \(workspace) AND (action LIKE 'incident.%' OR action LIKE 'look.%') ORDER BY audit.number
        """)
    }
  }
}

extension Store {
  /// Takes back every open offer of an incident.
  fileprivate func withdrawEverything(of incident: Incident.ID, in workspace: Workspace.ID) throws {
    for offer in try self.dispatch.incident(incident, in: workspace).summary.holders {
      try dispatch.withdraw(offer.offer.id, of: incident, in: .test(workspace, "m"))
    }
  }
}
