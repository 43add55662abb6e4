import Foundation
import HTTPServer
import HTTPTypes
import Rollcall
import RollcallStore
import Testing

@testable import RollcallWeb

@Suite("Tiles of a map file")
struct MapTileTests {
  /// The demo's map, which has the middle of its town at 14/8852/5825.
  private func desk(_ ground: MapGround? = nil) throws -> DispatchDesk {
    let file = try MapFile(Console.root.appendingPathComponent("seeds/map/demo.mbtiles").path)
    return try DispatchDesk(
      TestWeb(mapGround: ground ?? .file(file, attribution: file.attribution)), role: .viewer)
  }

  /// Two reports from the middle of the town, a minute apart.
  private func walk(_ phone: DispatchPhone, isMock: Bool) async {
    for (lat, lng) in [(46.05, 14.50), (46.055, 14.51)] {
      phone.web.pass(seconds: 60)
      let at = phone.web.store.clock().milliseconds
      let answer = await phone.web.upload(
        phone.token, #"{"pings":[{"lat":\#(lat),"lng":\#(lng),"is_mock":\#(isMock),"recorded_at":\#(at)}]}"#,
        headers: ["X-Idempotency-Key": UUID().uuidString])
      #expect(answer.status == 201)
    }
  }

  @Test("are images for members, kept by their browsers, and nothing where the map ends")
  func tiles() async throws {
    let desk = try desk()
    let tile = await desk.get("map/tiles/14/8852/5825")
    #expect(tile.status == 200 && tile.header("content-type") == "image/png")
    #expect(tile.header("cache-control") == "private, max-age=604800")
    #expect(tile.text.contains("PNG"))
    #expect(await desk.get("map/tiles/14/0/0").status == 204)
    #expect(await desk.get("map/tiles/99/0/0").status == 204)
    #expect(await desk.get("map/tiles/14/0/x").status == 404)
    #expect(await desk.get("map/tiles/99999999999999999999/0/0").status == 404)
    #expect(await desk.web.send(.get, "/w/north/map/tiles/14/8852/5825").status != 200)
  }

  @Test("are named on the map's page, with their zoom levels and whose they are")
  func page() async throws {
    let text = try await desk().get("map").text
    #expect(text.contains(#"data-tiles="/w/north/map/tiles/{z}/{x}/{y}?v="#))
    #expect(text.contains(#"data-least-zoom="10" data-most-zoom="15""#))
    #expect(text.contains("Drawing for the demo, not a map"))
  }

  @Test("are not found when the operator named no file")
  func plain() async throws {
    let answer = try await desk(.plain).get("map/tiles/14/8852/5825")
    #expect(answer.status == 404)
  }

  @Test("lie below a replay where they belong, from the server's own file alone")
  func replay() async throws {
    let desk = try desk()
    let phone = try await DispatchPhone(desk.web, "Ana")
    await walk(phone, isMock: false)
    let auditor = try DispatchDesk(desk.web, role: .auditor)
    let page = await auditor.get("responders/\(phone.id.rawValue)/replay").text
    let images = page.matches(of: #/<image class="replay-tile" href="\/w\/north\/(map\/tiles\/[0-9\/]+)/#)
    #expect((1...48).contains(images.count) && page.contains("Drawing for the demo, not a map"))
    #expect(await auditor.get(String(try #require(images.first).output.1)).status < 300)
    let tiles = try #require(MapTiles("https://tiles.example.org/{z}/{x}/{y}.png"))
    let foreign = try self.desk(.server(tiles))
    let other = try await DispatchPhone(foreign.web, "Bor")
    let reader = try DispatchDesk(foreign.web, role: .auditor)
    let drawn = await reader.get("responders/\(other.id.rawValue)/replay").text
    #expect(drawn.contains("replay-map") && !drawn.contains("<image") && !drawn.contains("tiles.example"))
  }

  @Test("lie below the pictures of suspicious positions, few for each; without a map file there are none")
  func sketches() async throws {
    for ground in [nil, MapGround.plain] {
      let desk = try desk(ground)
      let phone = try await DispatchPhone(desk.web, "Ana")
      // Away from where they were first.
      desk.web.pass(seconds: 1_500)
      await walk(phone, isMock: true)
      let auditor = try DispatchDesk(desk.web, role: .auditor)
      let page = await auditor.get("suspicious-positions").text
      let pictures = page.ranges(of: "<svg class=\"sketch").count
      let images = page.matches(of: #/<image class="sketch-tile" href="\/w\/north\/(map\/tiles\/[0-9\/]+)/#)
      #expect(pictures > 0 && images.isEmpty == (ground != nil) && images.count <= 9 * pictures)
      #expect(page.contains("Drawing for the demo, not a map") == (ground == nil))
      #expect(page.contains("class=\"sketch on-ground\"") == (ground == nil))
      for image in images { #expect(await auditor.get(String(image.output.1)).status < 300) }
    }
  }

  @Test("are at most nine below a picture, and none where it is wider than the map has levels for")
  func bounded() throws {
    let corner = try #require(Position(latitude: 46, longitude: 14))
    for metres in [0.0, 300, 3_000, 20_000, 300_000, 3_000_000] {
      let other = try #require(Position(latitude: 46 + metres / 111_320, longitude: 14))
      let frame = try #require(TrackFrame([corner, other], width: 160, height: 90, margin: 8))
      let tiles = ReplayGround.tiles(
        below: frame, width: 160, height: 90, "{z}/{x}/{y}", zooms: 10...15, most: 1, widest: 2)
      #expect(tiles.count <= 9 && tiles.isEmpty == (metres >= 300_000), "\(metres) m")
    }
  }

  @Test("cover the drawing, and a place lies in its tile as on the map")
  func placed() throws {
    let places = [(46.05, 14.5), (46.06, 14.53)].compactMap { Position(latitude: $0.0, longitude: $0.1) }
    let frame = try #require(TrackFrame(places, width: 800, height: 450, margin: 16))
    let tiles = ReplayGround.tiles(below: frame, width: 800, height: 450, "{z}/{x}/{y}", zooms: 10...15)
    let number = { (text: String) in Double(text) ?? .nan }
    #expect(tiles.map { number($0.x) }.min() ?? 1 <= 0 && tiles.map { number($0.y) }.min() ?? 1 <= 0)
    #expect(tiles.map { number($0.x) + number($0.width) }.max() ?? 0 >= 800)
    #expect(tiles.map { number($0.y) + number($0.height) }.max() ?? 0 >= 450)
    for place in places {
      let spot = frame.place(place)
      let tile = try #require(
        tiles.first {
          (number($0.x)..<number($0.x) + number($0.width)).contains(spot.x)
            && (number($0.y)..<number($0.y) + number($0.height)).contains(spot.y)
        })
      let parts = tile.href.split(separator: "/").compactMap { Int($0) }
      let count = Double(1 << parts[0])
      let (column, row) = ((place.longitude + 180) / 360 * count, Mercator.row(place.latitude) * count)
      #expect((parts[1], parts[2]) == (Int(column), Int(row)))
      let (across, down) = (
        (spot.x - number(tile.x)) / number(tile.width), (spot.y - number(tile.y)) / number(tile.height)
      )
      #expect(
        abs(across - column + column.rounded(.down)) < 0.01 && abs(down - row + row.rounded(.down)) < 0.01)
    }
    #expect(ReplayGround.tiles(below: frame, width: 800, height: 450, "{z}/{x}/{y}", zooms: 22...22).isEmpty)
  }
}
