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
}
