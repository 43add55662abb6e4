import Foundation
import HTTPTypes
import Rollcall
import SQL
import Testing

@testable import RollcallStore
@testable import RollcallWeb

@Suite("The live map")
struct LiveMapTests {
  private static let square =
    #"{"type":"Polygon","coordinates":[[[13.9,45.9],[14.1,45.9],[14.1,46.1],[13.9,46.1],[13.9,45.9]]]}"#

  private func desk(_ role: Role = .viewer) throws -> DispatchDesk {
    let web = try TestWeb()
    let kiosk = NewOutlet(name: "Kiosk <1>", position: try #require(Position(latitude: 46, longitude: 14)))
    try web.store.visits.addRegionsAndOutlets(
      regions: [NewRegion(name: "Centre", geometry: Self.square)], outlets: [kiosk], slug: "north")
    return try DispatchDesk(web, role: role)
  }

  private func upload(_ phone: DispatchPhone, _ fields: String) async {
    let at = phone.web.store.clock().milliseconds
    let answer = await phone.web.upload(
      phone.token, #"{"pings":[{"is_mock":false,"recorded_at":\#(at),\#(fields)}]}"#,
      headers: ["X-Idempotency-Key": UUID().uuidString])
    #expect(answer.status == 201)
  }

  @Test("shows who is on duty and where, nobody who is off duty, and counts those without a usable position")
  func people() async throws {
    let desk = try desk()
    let ana = try await DispatchPhone(desk.web, "Ana <i>")
    let bor = try await DispatchPhone(desk.web, "Bor")
    _ = try desk.web.phone("Cene")
    _ = try await DispatchPhone(desk.web, "Foreign", slug: "south")
    await upload(ana, #""lat":46.02,"lng":14.03,"accuracy_m":12.5"#)
    let off = await desk.web.send(
      .put, "/app/v1/duty",
      headers: ["Authorization": "Bearer \(bor.token)", "Content-Type": "application/json"],
      body: #"{"state":"off_duty"}"#)
    #expect(off.status == 200)
    let map = try await desk.json("map.json")
    let people = try #require(map["people"] as? [[String: Any]])
    #expect(people.map { $0["name"] as? String } == ["Ana <i>"])
    #expect(people[0]["lat"] as? Double == 46.02 && people[0]["status"] as? String == "online")
    #expect(people[0]["shape"] as? String == StatusPill(.online).shape)
    #expect(map["on_duty"] as? Int == 2 && map["without_position"] as? Int == 1)
    let answer = await desk.get("map")
    let page = answer.text
    #expect(page.contains("<bdi>Ana &lt;i&gt;</bdi>") && page.contains("1 without a position"))
    #expect(page.contains("46.02000, 14.03000") && page.contains("not known"))
    #expect(!answer.says("Bor") && !page.contains("Foreign"))
    // A link that would be refused is none.
    #expect(!page.contains("/w/north/responders/\(ana.id.rawValue)"))
    #expect(await desk.get("map?status=offline").text.contains("Nobody on duty matches this filter."))
  }

  @Test("tells of running incidents only those who may know of them")
  func incidents() async throws {
    let viewer = try desk()
    let dispatcher = try DispatchDesk(viewer.web)
    let id = try await dispatcher.open("Fall <b>")
    let seen = try await dispatcher.json("map.json")["incidents"] as? [[String: Any]]
    #expect(seen?.map { $0["title"] as? String } == ["Fall <b>"])
    #expect(await dispatcher.get("map").text.contains("<tr id=\"i\(id)\">"))
    #expect((try await viewer.json("map.json")["incidents"] as? [Any])?.isEmpty == true)
    #expect(await !viewer.get("map").says("Fall"))
    _ = await dispatcher.post("incidents/\(id)/cancel", [:])
    #expect((try await dispatcher.json("map.json")["incidents"] as? [Any])?.isEmpty == true)
  }

  @Test("counts a region's people wherever they are, and those who are there whoever they belong to")
  func regions() async throws {
    let desk = try desk()
    for (name, region) in [("Ana", "Centre"), ("Bor", "Far")] as [(String, String)] {
      let id = try desk.web.store.fleet.addResponders(
        [NewResponder(name: name, profile: "family", region: region)], slug: "north")[0]
      let token = try desk.web.store.phones.issueToken(
        slug: "north", responder: id, deviceID: name, lifetime: 86_400_000
      ).token.text
      let place = name == "Ana" ? #""lat":40,"lng":10"# : #""lat":46,"lng":14"#
      let at = desk.web.store.clock().milliseconds
      _ = await desk.web.upload(
        token, #"{"pings":[{"is_mock":false,"recorded_at":\#(at),\#(place)}]}"#,
        headers: ["X-Idempotency-Key": name])
    }
    let regions = try #require(try await desk.json("map.json")["regions"] as? [[String: Any]])
    #expect(regions.map { $0["name"] as? String } == ["Centre", "Far"])
    for (index, there) in [(0, 1), (1, 0)] {
      #expect(regions[index]["available"] as? Int == 1)
      #expect((regions[index]["own"] as? [String: Int])?["online"] == 1)
      #expect((regions[index]["there"] as? [String: Int])?["online"] == there)
    }
    let page = await desk.get("map").text
    #expect(page.contains("no boundary") && page.contains("<b>1</b> Online"))
  }

  @Test("has an ETag that changes with what is shown, and not with time; an old one is answered in full")
  func version() async throws {
    let desk = try desk()
    let ana = try await DispatchPhone(desk.web)
    func ask(_ path: String, _ tag: String) async -> TestAnswer {
      await desk.web.send(
        .get, "/w/north/\(path)", headers: ["Cookie": "rollcall=\(desk.cookie)", "If-None-Match": tag])
    }
    for path in ["map.json", "map?fragment=1", "map/ground.json"] {
      let tag = try #require(await desk.get(path).header("ETag"))
      desk.web.pass(seconds: 1)
      #expect(await ask(path, tag).status == 304, "\(path)")
      await upload(ana, #""lat":46.5,"lng":14.\#(path.utf8.count)"#)
      #expect(await ask(path, tag).status == (path == "map/ground.json" ? 304 : 200), "\(path)")
    }
    // Nothing came, but a deadline passed: a status that is no longer so is never "not modified".
    let tag = try #require(await desk.get("map.json").header("ETag"))
    desk.web.pass(seconds: 100)
    try desk.web.store.markAlive()
    #expect(await ask("map.json", tag).status == 200)
  }

  @Test("its regions and outlets are fetched apart, and named by the version that people's data tells")
  func ground() async throws {
    let desk = try desk()
    let version = try await desk.json("map.json")["ground"] as? String
    let ground = try await desk.json("map/ground.json")
    #expect((ground["outlets"] as? [[String: Any]])?.first?["radius_m"] as? Double == 100)
    let regions = try #require(ground["regions"] as? [[String: Any]])
    #expect((regions[0]["polygons"] as? [[[[Double]]]])?[0][0][0] == [45.9, 13.9])
    try desk.web.store.visits.addRegionsAndOutlets(
      regions: [NewRegion(name: "Centre", geometry: Self.square.replacing("45.9", with: "45.8"))],
      outlets: [],
      slug: "north")
    #expect(try await desk.json("map.json")["ground"] as? String != version)
  }

  @Test("trails are the fixes of the last hour on duty, parted at gaps; a look at them is audited")
  func trails() async throws {
    let desk = try desk()
    let ana = try await DispatchPhone(desk.web)
    let bor = try await DispatchPhone(desk.web, "Bor")
    for (pause, lng) in [(30, "14.01"), (30, "14.02"), (600, "14.03"), (30, "14.04")] {
      desk.web.pass(seconds: Int64(pause))
      await upload(ana, #""lat":46.01,"lng":\#(lng)"#)
    }
    func trails(_ query: String) async throws -> [[String: Any]] {
      try #require(try await desk.json("map/trails.json\(query)")["trails"] as? [[String: Any]])
    }
    let one = try await trails("?responder=\(ana.id.rawValue)")
    let segments = try #require(one[0]["segments"] as? [[String: Any]])
    #expect(one.count == 1 && segments.map { ($0["points"] as? [Any])?.count } == [3, 2])
    #expect((segments[1]["points"] as? [[Double]])?.last == [46.01, 14.04])
    #expect(try await trails("").count == 2)
    #expect(try await trails("?q=bor").map { $0["id"] as? Int64 } == [bor.id.rawValue])
    #expect(await desk.get("map/trails.json?responder=999").status == 404)
    // An hour later there is nothing left of it. Who looks at nothing for so long is logged out.
    for _ in 0..<4 {
      desk.web.pass(seconds: 1_000)
      #expect(await desk.get("map").status == 200)
      // That they were here is written behind the answer.
      try desk.web.store.markAlive()
    }
    #expect((try await trails("?responder=\(ana.id.rawValue)")[0]["segments"] as? [Any])?.isEmpty == true)
    try desk.web.store.markAlive()
    let looks = try desk.web.store.audit(actions: "look.trails")
    #expect(Set(looks) == ["everybody", "responder \(ana.id.rawValue)"])
  }

  @Test("a past moment of the map needs the right to the past, and shows where people were then")
  func past() async throws {
    let desk = try TimelineDesk("Ana")
    await desk.report(1, secondsAgo: [20, 0])
    let moment = desk.web.store.clock().rfc3339
    desk.web.pass(seconds: 1_500)
    let cookie = try desk.web.login(.viewer, email: "eva@example.org")
    for path in ["map", "map.json"] {
      let answer = await desk.web.get("/w/north/\(path)?at=\(moment)", cookie: cookie)
      #expect(answer.status == 403, "\(path)")
    }
    let dispatcher = try desk.web.login(.dispatcher, email: "dan@example.org")
    let then = await desk.web.get("/w/north/map.json?at=\(moment)", cookie: dispatcher).text
    #expect(then.contains("\"status\":\"online\""))
    let now = await desk.web.get("/w/north/map.json", cookie: dispatcher).text
    #expect(now.contains("\"status\":\"offline\""))
  }

  @Test("without Leaflet the page says so, and the tables are all there")
  func bare() throws {
    let bare = try Console.html(LiveMapPage.example(files: MapAddresses()))
    #expect(bare.contains("No map is installed on this server") && !bare.contains("id=\"live-map\""))
    #expect(bare.contains("Sipho Dlamini") && bare.contains("Fall at the market"))
    let whole = try Console.html(LiveMapPage.sample)
    #expect(whole.contains("data-cluster-script=\"/assets/leaflet/leaflet.markercluster.min.js\""))
    #expect(whole.contains("Map data from OpenStreetMap"))
  }
}

extension Store {
  /// The subjects of the audit's entries of an action.
  fileprivate func audit(actions action: String) throws -> [String] {
    try read { db in
      try db.all("SELECT subject FROM audit WHERE action = \(action)")
    }
  }
}
