import StoreSupport
import Foundation
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("The field Where")
struct WhereTests {
  private let web: TestWeb
  private let desk: DispatchDesk

  init() throws {
    web = try TestWeb()
    desk = try DispatchDesk(web)
    let kiosk = try #require(Position(latitude: 46.5, longitude: 14.5))
    let square = #"{"type":"Polygon","coordinates":[[[14,46],[14.2,46],[14.2,46.2],[14,46.2],[14,46]]]}"#
    try web.store.visits.addRegionsAndOutlets(
      regions: [NewRegion(name: "Šiška", geometry: square)],
      outlets: [NewOutlet(name: "Čolnarna kiosk", position: kiosk, externalID: "K-7")], slug: "north")
    let draft = try PlaceStore.beginAddresses(database: web.store.path)
    let house = try #require(Position(latitude: 46.3, longitude: 14.3))
    try draft.add(
      ["12", "12a", "14"].compactMap { number in
        NewAddress(name: "Čopova ulica", number: number, town: "Kranj", position: house)
      })
    try draft.finish()
    try web.store.places.adopt(draft.path, in: .test(desk.workspace.id, "t"))
  }

  /// Adds streets in other towns.
  private func bring(_ streets: [(name: String, town: String, latitude: Double, longitude: Double)]) throws {
    let draft = try PlaceStore.beginAddresses(database: web.store.path)
    for street in streets {
      let place = try #require(Position(latitude: street.latitude, longitude: street.longitude))
      try draft.add([
        try #require(NewAddress(name: street.name, number: "1", town: street.town, position: place))
      ])
    }
    try draft.finish()
    try web.store.places.adopt(draft.path, in: .test(desk.workspace.id, "t"))
  }

  private func places(_ text: String) async throws -> [String] {
    let query = PercentEncoding.text(of: text)
    let found = try #require(try await desk.json("where.json?q=\(query)")["places"] as? [[String: Any]])
    return found.map { "\($0["kind"] as? String ?? "") \($0["value"] as? String ?? "")" }
  }

  @Test(
    "finds sites, addresses, regions and coordinates, whatever the diacritics",
    arguments: [
      ("colnarna", "site site:1"), ("k-7", "site site:1"), ("siska", "region 46.1,14.1 Šiška"),
      ("copova 14", "address 46.3,14.3 Čopova ulica 14, Kranj"),
      ("kranj copova", "address 46.3,14.3 Čopova ulica, Kranj"),
      ("46.05, 14.5", "place 46.05,14.5"), ("46,05; 14,5", "place 46.05,14.5"),
      ("https://www.openstreetmap.org/?mlat=46.05&mlon=14.5", "place 46.05,14.5"),
      ("46°03′00″N 14°30′00″E", "place 46.05,14.5"),
    ])
  func found(text: String, first: String) async throws { #expect(try await places(text).first == first) }

  @Test("a plus code is read, a short one near what is named after it, or near the workspace's regions")
  func plusCodes() async throws {
    for text in ["8FRP4464+22", "4464+22 siska", "4464+22"] {
      let found = try await places(text)
      #expect(found.count == 1 && found.first?.hasPrefix("place 46.11") == true, "\(text): \(found)")
    }
  }

  @Test(
    "a short plus code is read near the town of that name, not near a street that begins so",
    arguments: ["6945+XX Kranj", "6945+XX, Kranj", "6945+XX kranj, Slovenia", "6945+XX,Kranj,"])
  func plusCodeNearTown(text: String) async throws {
    try bring([
      ("Kranj", "Maribor", 46.5, 15.6), ("Kranjska", "Koper", 45.5, 13.7), ("Trg", "Kranj", 46.3, 14.3),
    ])
    let found = try await places(text)
    #expect(found.count == 1 && found.first?.hasPrefix("place 46.207") == true, "\(found)")
    #expect(found.first?.contains(",14.359") == true, "\(found)")
  }

  @Test(
    "a short plus code near a name that nothing or more than one place has is no place, and says so",
    arguments: [
      ("6945+XX Gradec", "several places"), ("6945+XX Krajn", "called “Krajn”"),
      ("6945+XX Kranjsk", "called"),
    ])
  func plusCodeNearNothing(text: String, words: String) async throws {
    try bring([
      ("Kranjska", "Koper", 45.5, 13.7), ("Trg", "Gradec", 46.3, 14.3), ("Pot", "Gradec", 45.3, 15.9),
    ])
    #expect(try await places(text).isEmpty)
    let query = PercentEncoding.text(of: text)
    let problem = try await desk.json("where.json?q=\(query)")["problem"] as? String
    #expect(problem?.contains(words) == true, "\(problem ?? "none")")
    let sent = await desk.post("incidents", form(text))
    #expect(sent.status == 400 && sent.text.contains(words))
  }

  @Test(
    "numbers that are no coordinates are said to be wrong, in the list and in the form",
    arguments: [
      ("46,05 14,5", "decimal point"), ("95.2, 14.5", "The first number"), ("46.5, 190", "The second number"),
      ("33T VM 61234 00876", "MGRS"), ("https://maps.app.goo.gl/x", "Of links only"),
    ])
  func numbers(text: String, words: String) async throws {
    let query = PercentEncoding.text(of: text)
    let problem = try await desk.json("where.json?q=\(query)")["problem"] as? String
    #expect(problem?.contains(words) == true, "\(problem ?? "none")")
    let sent = await desk.post("incidents", form(text))
    #expect(sent.status == 400 && sent.text.contains(words))
    #expect(try await desk.json("where.json?q=nowhere")["problem"] is NSNull)
  }

  @Test("a person is offered by name, and where they are stays on the server")
  func people() async throws {
    let ana = try await DispatchPhone(web, "Ana Žagar")
    #expect(try await places("near zagar") == ["person near:\(ana.id.rawValue)"])
    #expect(await !desk.get("where.json?q=zagar").text.contains("46.01"))
  }

  @Test("the place of an incident before is offered again")
  func recent() async throws {
    _ = await desk.post("incidents", form("copova 14"))
    #expect(try await places("copova 14").first == "recent 46.3,14.3 Čopova ulica 14, Kranj")
    #expect(try await places("copova 14").count == 1)
  }

  private func form(_ text: String, _ more: [String: String] = [:]) -> [String: String] {
    ["title": "Fall", "where": text, "mode": "nobody", "once": UUID().uuidString].merging(more) { $1 }
  }

  @Test("what means one place alone is taken, with its name")
  func taken() async throws {
    for text in ["copova 14", "Čolnarna kiosk", "46.05 14.5"] {
      #expect(await desk.post("incidents", form(text)).status == 303, "\(text)")
    }
    let opened = try web.store.dispatch.incidents(of: desk.workspace.id, order: .opened, isReversed: true)
      .incidents
    #expect(opened.map(\.place) == ["Čopova ulica 14, Kranj", "Čolnarna kiosk", ""])
  }

  @Test("what may mean several is answered with the list; a choice from it opens the incident there")
  func chosen() async throws {
    let asked = await desk.post("incidents", form("copova 12"))
    #expect(asked.status == 400 && asked.text.contains("Which of these do you mean?"))
    #expect(asked.text.contains("value=\"46.3,14.3 Čopova ulica 12a, Kranj\""))
    #expect(try web.store.dispatch.incidents(of: desk.workspace.id).matching == 0)
    let choice = ["at": "46.3,14.3 Čopova ulica 12a, Kranj", "asked": "copova 12"]
    #expect(await desk.post("incidents", form("copova 12", choice)).status == 303)
    let opened = try web.store.dispatch.incidents(of: desk.workspace.id).incidents
    #expect(opened.map(\.place) == ["Čopova ulica 12a, Kranj"])
  }

  @Test("the street of a number that is not known is offered, and never taken unasked")
  func numberUnknown() async throws {
    let query = PercentEncoding.text(of: "copova 99")
    let found = try #require(try await desk.json("where.json?q=\(query)")["places"] as? [[String: Any]])
    #expect(found.count == 1 && found.first?["detail"] as? String == "street, the number is not known")
    #expect(found.first?["part"] as? Bool == true)
    let asked = await desk.post("incidents", form("copova 99"))
    #expect(asked.status == 400 && asked.text.contains("Which of these do you mean?"))
  }

  @Test("a choice does not count for another text; text that means nothing is said in its field")
  func stale() async throws {
    let stale = ["at": "46.3,14.3 Čopova ulica 12a, Kranj", "asked": "copova 12"]
    let moved = await desk.post("incidents", form("Nowhere at all", stale))
    #expect(
      moved.status == 400 && moved.text.contains("id=\"where-problem\"") && moved.text.contains("is known"))
    for at in ["site:99", "near:99", "999,999 x", "46,14 a\u{7}b"] {
      let answer = await desk.post("incidents", form("zzz", ["at": at, "asked": "zzz"]))
      #expect(answer.status == 400, "\(at)")
    }
  }

  @Test("a link fills in the field: coordinates, a site, a person")
  func links() async throws {
    #expect(await desk.get("incidents/new?outlet=1").text.contains("value=\"Čolnarna kiosk\""))
    #expect(await desk.get("incidents/new?place=46.05,%2014.5").text.contains("value=\"46.05, 14.5\""))
  }

  @Test("the pages of the addresses import all or nothing, and name the line")
  func importing() async throws {
    let owner = try DispatchDesk(web, role: .owner)
    #expect(await desk.get("settings/addresses").status == 403)
    #expect(await owner.get("settings/addresses").text.contains("3 addresses in 1 street."))
    #expect(await owner.post("settings/addresses/remove", [:], csrf: "x").status == 400)
    #expect(try await places("copova 14").count == 1)
    #expect(await owner.post("settings/addresses/remove", [:]).status == 303)
    #expect(try await places("copova 14").isEmpty)
  }
}
