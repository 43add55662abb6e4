import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("One search")
struct SearchTests {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func found(_ text: String, by desk: DispatchDesk) async throws -> [String] {
    let query = PercentEncoding.text(of: text)
    let results = try #require(try await desk.json("search.json?q=\(query)")["results"] as? [[String: Any]])
    return results.map { "\($0["kind"] as? String ?? ""): \($0["label"] as? String ?? "")" }
  }

  @Test(
    "people are found by the beginnings of their names, whatever the accents and the script, and by number",
    arguments: ["kovacic", "KOVAČIČ an", "an kov", "ivan", "kovachich", "040 777", "+386 40 777", "x-9"])
  func people(text: String) async throws {
    let desk = try DispatchDesk(web)
    for (name, phone, id) in [("Ana Kovačič", "+38640777123", nil), ("Иван Петров", "+38640777124", "X-9")] {
      _ = try web.store.fleet.addResponders(
        [NewResponder(name: name, phone: phone, profile: "family", externalID: id)], slug: "north")
    }
    let hits = try await found(text, by: desk)
    let isIvan = ["ivan", "x-9"].contains(text)
    #expect(
      hits.contains("person: Ana Kovačič") == !isIvan
        && hits.contains("person: Иван Петров") == (isIvan || text.contains("7")), "\(hits)")
  }

  @Test("incidents by number, title and place; sites; pages; actions")
  func others() async throws {
    let desk = try DispatchDesk(web)
    let id = try await desk.open("Čelna nesreča")
    for text in ["inc-\(id)", "INC \(id)", "celna"] {
      #expect(try await found(text, by: desk).first == "incident: INC-\(id) Čelna nesreča", "\(text)")
    }
    let kiosk = try #require(Position(latitude: 46.5, longitude: 14.5))
    try web.store.visits.addRegionsAndOutlets(
      regions: [], outlets: [NewOutlet(name: "Čolnarna", position: kiosk)], slug: "north")
    #expect(try await found("coln", by: desk) == ["site: Čolnarna"])
    #expect(try await found("day ov", by: desk) == ["page: Day overview"])
    #expect(try await found("new inc", by: desk) == ["action: New incident"])
  }

  @Test("each finds only what their role may see")
  func permissions() async throws {
    let viewer = try DispatchDesk(web, role: .viewer)
    let dispatcher = try DispatchDesk(web)
    _ = try await dispatcher.open("Fall from a ladder")
    _ = try web.store.fleet.addResponders(
      [NewResponder(name: "Ana", phone: "+38640777123", profile: "family")], slug: "north")
    for text in ["fall", "777", "new incident"] { #expect(try await found(text, by: viewer).isEmpty) }
    #expect(try await found("audit", by: dispatcher).isEmpty)
    #expect(try await !found("", by: viewer).contains("page: Audit"))
    let page = await viewer.get("search?q=ana")
    #expect(page.text.contains("href=\"/w/north/board?q=Ana\""))
    #expect(await viewer.get("search?q=zzz").text.contains("Nothing is found for “zzz”."))
    let other = try DispatchDesk(web, slug: "south")
    #expect(try await found("ana", by: other).isEmpty)
  }

  @Test(
    "each page without an id is found by its title, by everybody who may open it", arguments: Role.allCases)
  func everyPage(role: Role) async throws {
    let desk = try DispatchDesk(web, role: role)
    let file = Console.root.appendingPathComponent("Tests/Contract/routes.csv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    var pages = 0
    for fields in lines.map({ $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }) {
      let path = fields[1].hasPrefix("/w/{ws}/") ? String(fields[1].dropFirst("/w/{ws}/".count)) : ""
      guard fields[0] == "GET", !path.isEmpty, !path.contains("."), !path.contains("{"),
        // A page cannot be sought on itself; old addresses lead to the new ones.
        path != "search", fields.last != "308",
        let permission = Permission(rawValue: fields[2]), role.allows(permission)
      else { continue }
      let answer = await desk.get(path)
      #expect(answer.status == 200, "\(path)")
      let title = answer.text.components(separatedBy: "<title>").dropFirst().first?
        .components(separatedBy: " · ").first
      let query = PercentEncoding.text(of: try #require(title))
      let found = try await desk.json("search.json?q=\(query)")["results"] as? [[String: Any]]
      let places = try #require(found).map { hit in
        (hit["href"] as? String ?? "").split(separator: "?").first.map(String.init) ?? ""
      }
      #expect(places.contains("/w/north/\(path)"), "\(path) is not found by “\(title ?? "")”: \(places)")
      pages += 1
    }
    #expect(pages >= 4)
  }

  @Test(
    "settings, reports and the account are found",
    arguments: [
      ("members", "settings/members"), ("channel", "settings/channels"), ("addresses", "settings/addresses"),
      ("keys", "settings/keys"), ("template", "settings/templates"), ("statement", "shift/statement"),
      ("export", "reports/exports"), ("add person", "responders/new"), ("import people", "responders/import"),
    ])
  func settings(text: String, path: String) async throws {
    let owner = try DispatchDesk(web, role: .owner)
    let query = PercentEncoding.text(of: text)
    let results = try await owner.json("search.json?q=\(query)")["results"] as? [[String: Any]]
    let places = try #require(results).map { $0["href"] as? String ?? "" }
    #expect(places.contains("/w/north/\(path)"), "\(places)")
  }

  @Test("the account is found by every member, the server not by who owns one workspace of several")
  func beside() async throws {
    for role in Role.allCases {
      let desk = try DispatchDesk(web, role: role)
      #expect(try await found("account", by: desk).contains("page: Account"))
      // Nobody here owns both workspaces.
      #expect(try await !found("backup", by: desk).contains("page: Server"))
    }
  }

  @Test(
    "a site leads to what the role does there",
    arguments: [
      (.dispatcher, ["/w/north/incidents/new?outlet=1"]),
      (.admin, ["/w/north/incidents/new?outlet=1", "/w/north/settings/outlets?edit=1#site"]),
      (.auditor, ["/w/north/visits?outlet=1"]), (.viewer, ["/w/north/map#site-1"]),
    ] as [(Role, [String])])
  func sites(role: Role, places: [String]) async throws {
    let desk = try DispatchDesk(web, role: role)
    let kiosk = try #require(Position(latitude: 46.5, longitude: 14.5))
    try web.store.visits.addRegionsAndOutlets(
      regions: [], outlets: [NewOutlet(name: "Čolnarna", position: kiosk)], slug: "north")
    let results = try await desk.json("search.json?q=colnarna")["results"] as? [[String: Any]]
    #expect(try #require(results).map { $0["href"] as? String ?? "" } == places)
    for place in places {
      let page = place.dropFirst("/w/north/".count).prefix { $0 != "#" }
      #expect(await desk.get(String(page)).status == 200, "\(place)")
    }
  }
}
