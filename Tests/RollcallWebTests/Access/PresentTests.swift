import Foundation
import HTTPTypes
import Rollcall
import RollcallStore
import StoreSupport
import Testing

@testable import RollcallWeb

/// What the present and telephone numbers are shown to, by role.
@Suite struct PresentTests {
  @Test("An auditor reads about a person, and not how and where they are now") func person() async throws {
    let web = try TestWeb()
    let (auditor, owner) = (try DispatchDesk(web, role: .auditor), try DispatchDesk(web, role: .owner))
    let ana = try await DispatchPhone(web)
    let path = "responders/\(ana.id.rawValue)"
    let (told, all) = (await auditor.get(path).text, await owner.get(path).text)
    #expect(all.contains("Latest report") && all.contains("46.01") && all.contains("<b>Online"))
    #expect(told.contains("Ana") && told.contains("Changes of status"))
    #expect(!told.contains("Latest report") && !told.contains("46.01") && !told.contains("<b>Online"))
    #expect(await auditor.get("responders.json").text.contains("Ana"))
    #expect(await auditor.get("responders").text.contains(">Ana<"))
  }

  @Test("An auditor reads an incident without how far people with an open offer are") func incident()
    async throws
  {
    let web = try TestWeb()
    let (auditor, dispatcher) = (try DispatchDesk(web, role: .auditor), try DispatchDesk(web))
    let ana = try await DispatchPhone(web)
    let id = try await dispatcher.open(offer: ana.id)
    func distance(_ desk: DispatchDesk) async throws -> Double? {
      let offers = try await desk.json("incidents/\(id).json")["offers"] as? [[String: Any]]
      return try #require(offers?.first)["distance_m"] as? Double
    }
    #expect(try await distance(dispatcher) != nil)
    #expect(try await distance(auditor) == nil)
    #expect(await dispatcher.get("incidents/\(id)").text.contains("1.1 km"))
    #expect(await !auditor.get("incidents/\(id)").text.contains("1.1 km"))
    #expect(await !auditor.get("incidents/\(id).json").text.contains("1112 m"))
  }

  @Test("The map shows a past moment to who may see history, and the present to who may see it live")
  func pastMap() async throws {
    let web = try TestWeb()
    _ = try await DispatchPhone(web)
    web.pass(seconds: 10)
    let moment = web.store.clock().rfc3339
    web.pass(seconds: 3_600)
    for role in Role.allCases {
      let desk = try DispatchDesk(web, role: role)
      #expect(await desk.get("map").status == (role.allows(.viewLiveMap) ? 200 : 403), "\(role)")
      for path in ["map?at=\(moment)", "map.json?at=\(moment)"] {
        let past = await desk.get(path)
        #expect(past.status == (role.allows(.viewHistory) ? 200 : 403), "\(role)")
        #expect(past.text.contains("46.01") == role.allows(.viewHistory), "\(role)")
      }
    }
    let page = await (try DispatchDesk(web, role: .owner, slug: "south")).get("map?at=\(moment)")
    #expect(page.text.contains("The map as it was known at") && !page.says("Ana"))
    #expect(await (try DispatchDesk(web, role: .admin, slug: "south")).get("map?at=soon").status == 400)
  }

  @Test("Only who may see telephone numbers sees, finds and calls one, and the audit says so once")
  func numbers() async throws {
    let web = try TestWeb()
    let person = NewResponder(name: "Ana", phone: "+38640123456", profile: "family")
    let id = try web.store.fleet.addResponders([person], slug: "north")[0].rawValue
    for role in Role.allCases {
      let desk = try DispatchDesk(web, role: role)
      let may = role.allows(.viewContacts)
      for path in ["responders", "responders.json", "responders/\(id)", "board", "board.json", "board.csv"] {
        let isShown = may && !path.hasPrefix("board.")
        for _ in 1...2 {
          let answer = await desk.get(path)
          #expect(answer.text.contains("+38640123456") == isShown, "\(role) \(path)")
        }
      }
      let found = await desk.get("responders.json?q=3864012").text
      #expect(found.contains("Ana") == may, "\(role)")
      let onBoard = await desk.get("board?q=3864012").text
      #expect(onBoard.contains("Ana") == may, "\(role)")
      try web.store.markAlive()
      let entries = try web.auditActions(of: desk.workspace.id).filter { $0.contains(" look.numbers-") }
      let own = entries.count { $0.hasPrefix("member:\(role.rawValue)@") }
      #expect(own == (may ? 3 : 0), "\(role)")
    }
  }

  @Test("An incident that nobody accepts lists whom to call, the nearest first, for who may see numbers")
  func callList() async throws {
    let web = try TestWeb()
    let people = ["Far": "+38640000002", "Near": "+38640000001"].map {
      NewResponder(name: $0, phone: $1, profile: "family")
    }
    let ids = try web.store.fleet.addResponders(people, slug: "north")
    for (id, person) in zip(ids, people) {
      let token = try web.store.phones.issueToken(
        slug: "north", responder: id, deviceID: person.name, lifetime: 86_400_000
      ).token.text
      let (lat, at) = (person.name == "Near" ? 46.001 : 46.2, web.store.clock().milliseconds)
      let ping = #"{"lat":\#(lat),"lng":14,"is_mock":false,"recorded_at":\#(at)}"#
      _ = await web.upload(token, "{\"pings\":[\(ping)]}", headers: ["X-Idempotency-Key": person.name])
    }
    let (dispatcher, auditor) = (try DispatchDesk(web), try DispatchDesk(web, role: .auditor))
    let near = try #require(zip(ids, people).first { $1.name == "Near" }?.0)
    let id = try await dispatcher.open(offer: near)
    let offered = await dispatcher.get("incidents/\(id)").text
    #expect(offered.contains("tel:+38640000001") && !offered.contains("Call by telephone"))
    web.pass(seconds: 600)
    let page = await dispatcher.get("incidents/\(id)").text
    let list = try #require(page.components(separatedBy: "Call by telephone</h2>").last)
    #expect(page.contains("Call by telephone</h2>"))
    let (first, second) = (list.range(of: "tel:+38640000001"), list.range(of: "tel:+38640000002"))
    #expect(try #require(first).lowerBound < #require(second).lowerBound)
    #expect(await !auditor.get("incidents/\(id)").text.contains("+3864"))
    try web.store.markAlive()
    let entries = try web.auditActions(of: dispatcher.workspace.id)
    #expect(entries.count { $0.contains(" look.numbers-incident") } == 1)
  }

  @Test("A number that is entered while an incident's page is open comes to it, also of people left out")
  func enteredLater() async throws {
    let web = try TestWeb()
    let (child, asked) = (try await DispatchPhone(web, "Ana"), try await DispatchPhone(web, "Bor"))
    let desk = try DispatchDesk(web)
    let id = try await desk.open(offer: asked.id)
    try web.store.fleet.importProfile(Profile(name: "none", rules: Profile.test.rules), slug: "north")
    _ = try web.store.fleet.changePerson(child.id, in: .test(desk.workspace.id, "owner")) {
      $0.profile = "none"
    }
    let offer = try #require(
      try web.store.dispatch.incident(.init(id), in: desk.workspace.id).offers.first?.offer.id.rawValue)
    #expect(await asked.post("offers/\(offer)/decline").status == 200)
    let (path, auditor) = ("/w/north/incidents/\(id)?fragment=1", try DispatchDesk(web, role: .auditor))
    let numbers = ["+38640123456", "+38640123457"]
    let people = [child.id, asked.id]
    for (person, number) in zip(people, numbers) {
      let before = await web.get(path, cookie: desk.cookie)
      let foreign = await web.get(path, cookie: auditor.cookie)
      _ = try web.store.fleet.changePerson(person, in: .test(desk.workspace.id, "owner")) {
        $0.phone = number
      }
      let after = await web.send(
        .get, path,
        headers: [
          "Cookie": "rollcall=\(desk.cookie)", "If-None-Match": try #require(before.header("ETag")),
        ])
      #expect(after.status == 200 && Self.parts(after.text) != Self.parts(before.text))
      // Whoever may see none is told nothing by it.
      let again = await web.get(path, cookie: auditor.cookie)
      #expect(again.text.contains("data-parts=\"\"") && again.header("ETag") == foreign.header("ETag"))
      // The people to ask and the left out come with the page as it is loaded then.
      let page = await desk.get("incidents/\(id)").text
      #expect(page.components(separatedBy: "tel:\(number)").count > 1, "\(number)")
    }
    let page = await desk.get("incidents/\(id)").text
    let rows = try #require(page.components(separatedBy: "class=\"list left-out\"").last)
    for number in numbers { #expect(rows.prefix(4_000).contains("tel:\(number)"), "\(number)") }
    try web.store.markAlive()
    let entries = try web.auditActions(of: desk.workspace.id)
    #expect(entries.count { $0.contains(" look.numbers-incident") } == 1)
  }

  private static func parts(_ page: String) -> String? {
    page.components(separatedBy: "data-parts=\"").dropFirst().first?.components(separatedBy: "\"").first
  }
}
