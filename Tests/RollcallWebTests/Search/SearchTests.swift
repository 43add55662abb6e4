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
    arguments: ["kovacic", "KOVAČIČ an", "an kov", "ivan", "040 777", "+386 40 777", "x-9"])
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
}
