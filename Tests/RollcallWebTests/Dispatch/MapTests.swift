import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("Picking a place on the map")
struct MapTests {
  private static let square =
    #"{"type":"Polygon","coordinates":[[[13.9,45.9],[14.1,45.9],[14.1,46.1],[13.9,46.1],[13.9,45.9]]]}"#

  private func desk(_ role: Role = .dispatcher) throws -> DispatchDesk {
    let web = try TestWeb()
    let kiosk = NewOutlet(name: "Kiosk <1>", position: try #require(Position(latitude: 46, longitude: 14)))
    try web.store.visits.addRegionsAndOutlets(
      regions: [NewRegion(name: "Centre", geometry: Self.square)], outlets: [kiosk], slug: "north")
    return try DispatchDesk(web, role: role)
  }

  @Test(
    "Its data are people on duty, outlets and regions of this workspace alone; a look at it is audited once")
  func data() async throws {
    let desk = try desk(.viewer)
    _ = try await DispatchPhone(desk.web, "Ana")
    _ = try await DispatchPhone(desk.web, "Bor", slug: "south")
    let map = try await desk.json("incidents/new/map.json")
    let people = try #require(map["people"] as? [[String: Any]])
    #expect(people.map { $0["name"] as? String } == ["Ana"])
    #expect(people.first?["status"] as? String == "online" && people.first?["lat"] as? Double == 46.01)
    #expect((map["outlets"] as? [[String: Any]])?.map { $0["name"] as? String } == ["Kiosk <1>"])
    let regions = try #require(map["regions"] as? [[String: Any]])
    let polygons = regions.first?["polygons"] as? [[[[Double]]]]
    #expect(polygons?.first?.first?.first == [45.9, 13.9])
    #expect(map["on_duty"] as? Int == 1)
    _ = try await desk.json("incidents/new/map.json")
    // A look is written after its answer; whatever is written later stands behind it.
    try desk.web.store.markAlive()
    let looks = try desk.web.store.read { db in
      try db.first("SELECT count(*) FROM audit WHERE action = 'look.map'", as: Int.self)
    }
    #expect(looks == 1)
  }

  @Test("A new incident without a region gets that of its place; one that names a region keeps it")
  func region() async throws {
    let desk = try desk()
    let ranked = await desk.post("incidents/new", ["title": "Fall", "place": "46, 14"])
    #expect(ranked.text.contains("46.00000, 14.00000 · Region: Centre (by the map)"))
    let inside = try await desk.open()
    let outside = await desk.post("incidents", ["title": "Far", "place": "47, 14", "once": "far"])
    #expect(outside.status == 303)
    let id = try #require(outside.header("Location")?.split(separator: "/").last)
    #expect(try await desk.json("incidents/\(inside).json")["region"] as? String == "Centre")
    #expect(try await desk.json("incidents/\(id).json")["region"] as? String == nil)
  }

  @Test("While the form is filled in the ranking alone is fetched, and nothing is opened")
  func fragment() async throws {
    let desk = try desk()
    let ana = try await DispatchPhone(desk.web, "Ana")
    func ranking(_ fields: [String: String]) async -> TestAnswer {
      await desk.post("incidents/new", fields.merging(["fragment": "1"]) { $1 })
    }
    let found = await ranking(["place": "46, 14", "title": ""])
    #expect(found.status == 200 && !found.text.contains("<html") && !found.text.contains("_csrf"))
    #expect(found.text.contains("name=\"offer\" value=\"\(ana.id.rawValue)\""))
    #expect(found.text.contains("Region: Centre (by the map)"))
    let empty = await ranking(["place": ""])
    #expect(empty.status == 200 && empty.text.contains("Fill in the place"))
    let wrong = await ranking(["place": "46"])
    #expect(wrong.status == 200 && wrong.text.contains("Write a place as latitude and longitude"))
    #expect(await desk.post("incidents/new", ["fragment": "1", "place": "46, 14"], csrf: "x").status == 400)
    #expect(try desk.web.store.dispatch.incidents(of: desk.workspace.id).matching == 0)
  }

  @Test("A server without Leaflet says so; half of it counts as none")
  func files() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("leaflet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("x".utf8).write(to: folder.appendingPathComponent("leaflet.min.js"))
    let half = MapFiles(directory: folder.path)
    #expect(half.script.isEmpty && half.style.isEmpty && half.routes.isEmpty)
    try Data("y".utf8).write(to: folder.appendingPathComponent("leaflet.css"))
    let whole = MapFiles(directory: folder.path)
    #expect(whole.routes.count == 2 && whole.script.hasPrefix("/assets/leaflet/leaflet.min.js?v="))
    let bare = try Console.html(NewIncidentPage.example(.init(once: "o")))
    #expect(bare.contains("No map is installed on this server") && !bare.contains("id=\"map\""))
    #expect(
      try Console.html(NewIncidentPage.sample).contains("data-map=\"/w/city-rescue/incidents/new/map.json\""))
  }

  @Test("The tiles' server, and no other, is one that browsers may ask for images")
  func policy() throws {
    let web = try TestWeb()
    func policy(_ ground: MapGround) throws -> String? {
      var configuration = HTTPServer.Configuration()
      try Web(
        store: web.store, templates: Console.root.appendingPathComponent("Templates").path,
        files: Console.root.appendingPathComponent("Public").path, mapGround: ground
      ).prepare(&configuration)
      var response = Response(.ok)
      configuration.finish(Request(target: "/"), &response)
      return HTTPField.Name("Content-Security-Policy").flatMap { response.headers[$0] }
    }
    #expect(try policy(.plain)?.contains("img-src") == false)
    let tiles = try #require(MapTiles("https://tile.example.org:444/a/{z}/{x}/{y}.png"))
    #expect(
      try policy(.server(tiles))?.contains("; img-src 'self' data: https://tile.example.org:444; ") == true)
  }

  @Test(
    "The address of a tile is checked",
    arguments: [
      ("https://t.example.org/{z}/{x}/{y}.png", "https://t.example.org"),
      ("http://127.0.0.1:9/{z}/{y}/{x}?key=1", "http://127.0.0.1:9"),
      ("https://t.example.org/{z}/{x}.png", nil),
      ("https://{s}.example.org/{z}/{x}/{y}.png", nil), ("ftp://t.example.org/{z}/{x}/{y}.png", nil),
      ("https:///{z}/{x}/{y}.png", nil), ("https://a@b/{z}/{x}/{y}", nil), ("/{z}/{x}/{y}.png", nil),
      ("https://t.example.org/{z}/{x}/{y};script-src *", nil), ("https://t.example.org/{z}/{x}/{y}\"", nil),
      ("https://t.example.org; img-src */{z}/{x}/{y}", nil), ("", nil),
    ] as [(String, String?)])
  func tiles(template: String, origin: String?) { #expect(MapTiles(template)?.origin == origin) }
}
