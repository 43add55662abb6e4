import Rollcall
import RollcallWire
import Simulator
import Testing

@Suite("Routes")
struct RouteTests {
  private func route(_ points: [(latitude: Double, longitude: Double, second: Int64)]) throws -> Route {
    let recorded = try points.map { point in
      GPXTrack.Point(
        position: try #require(Position(latitude: point.latitude, longitude: point.longitude)),
        time: Timestamp(milliseconds: 1_700_000_000_000 + point.second * 1_000))
    }
    return try #require(Route(GPXTrack(points: recorded)))
  }

  @Test("a place between two points lies where their times put it, with its speed and heading")
  func interpolation() throws {
    let route = try route([(46, 14, 0), (46.001, 14, 100), (46.001, 14.001, 200), (46, 14, 300)])
    let first = try #require(route.place(after: 50_000))
    #expect(abs(first.position.latitude - 46.0005) < 1e-9)
    #expect(first.heading == 0)
    #expect(abs(first.speed - 1.11195) < 1e-6)
    let second = try #require(route.place(after: 150_000))
    #expect(second.heading == 90)
    #expect(abs(second.position.longitude - 14.0005) < 1e-9)
  }

  @Test("the loop begins again after its last point, also before its first", arguments: [-300, 0, 300, 600])
  func loops(rounds seconds: Int64) throws {
    let route = try route([(46, 14, 0), (46.001, 14, 100), (46, 14, 300)])
    #expect(route.duration == 300_000)
    #expect(route.place(after: seconds * 1_000 + 40_000) == route.place(after: 40_000))
  }

  @Test("a person at rest has no speed and no heading")
  func standing() throws {
    let route = try route([(46, 14, 0), (46, 14, 60), (46.001, 14, 90)])
    let place = try #require(route.place(after: 30_000))
    #expect(place.speed == 0)
    #expect(place.heading == nil)
  }

  @Test("no elapsed time traps", arguments: [Int64.min, -1, 0, 1, Int64.max])
  func extremes(elapsed: Milliseconds) throws {
    let route = try route([(46, 14, 0), (46.001, 14, 100)])
    #expect(route.place(after: elapsed) != nil)
  }

  @Test("a single point is no route")
  func tooShort() throws {
    let position = try #require(Position(latitude: 46, longitude: 14))
    #expect(Route(GPXTrack(points: [GPXTrack.Point(position: position)])) == nil)
  }
}
