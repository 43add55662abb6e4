import Rollcall
import Testing

@testable import RollcallStore

@Suite("Regions on the map")
struct RegionShapesTests {
  private static func square(_ south: Double, _ west: Double) -> String {
    let (north, east) = (south + 1, west + 1)
    return "[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]"
  }

  static let geometries: [(text: String, problem: RegionProblem?)] = [
    (#"{"type":"Polygon","coordinates":[\#(square(46, 14))]}"#, nil),
    (#"{"coordinates":[[\#(square(46, 14))],[\#(square(0, 0))]],"type":"MultiPolygon","more":[{}]}"#, nil),
    (#"{"type":"Polygon","coordinates":[[[14,46,300],[15,46,301],[15,47,302],[14,46,300]]]}"#, nil),
    ("", .notPolygons), ("null", .notPolygons), ("[]", .notPolygons), (#"{"type":"Polygon""#, .notPolygons),
    (#"{"type":"Point","coordinates":[14,46]}"#, .notPolygons),
    (#"{"type":"Polygon","coordinates":[14,46]}"#, .notPolygons),
    (#"{"type":"Polygon","coordinates":[["a"]]}"#, .notPolygons),
    (#"{"type":"Polygon"}"#, .notPolygons),
    (#"{"type":"MultiPolygon","coordinates":[\#(square(46, 14))]}"#, .notPolygons),
    (#"{"type":"MultiPolygon","coordinates":[]}"#, .empty),
    (#"{"type":"Polygon","coordinates":[]}"#, .noRing),
    (#"{"type":"Polygon","coordinates":[[]]}"#, .openRing),
    (#"{"type":"Polygon","coordinates":[[[14,46],[15,46],[14,46]]]}"#, .openRing),
    (#"{"type":"Polygon","coordinates":[[[14],[15,46],[15,47],[14]]]}"#, .notAPoint),
    (#"{"type":"Polygon","coordinates":[[[14,96],[15,46],[15,47],[14,96]]]}"#, .notAPoint),
    (#"{"type":"Polygon","coordinates":[[[1e400,46],[15,46],[15,47],[1e400,46]]]}"#, .notPolygons),
  ]

  @Test("A geometry is read, or refused with its reason", arguments: geometries)
  func reading(text: String, problem: RegionProblem?) throws {
    guard let problem else {
      let place = try #require(Position(latitude: 46.2, longitude: 14.5))
      #expect(try RegionShape(geoJSON: text).contains(place))
      return
    }
    #expect(throws: problem) { try RegionShape(geoJSON: text) }
  }

  @Test("A place lies in the first region by name that holds it; a change of the ground counts at once")
  func lookup() throws {
    let fixture = try TestStore()
    _ = try fixture.addWorkspace("south")
    func add(_ name: String, _ geometry: String, _ slug: String = "north") throws {
      try fixture.store.visits.addRegionsAndOutlets(
        regions: [NewRegion(name: name, geometry: geometry)], outlets: [], slug: slug)
    }
    let place = try #require(Position(latitude: 46.5, longitude: 14.5))
    let corner = try #require(Position(latitude: 47, longitude: 15))
    func found(_ place: Position) throws -> String? {
      try fixture.store.fleet.region(at: place, in: fixture.workspace.id)
    }
    #expect(try found(place) == nil)
    try add("Other", #"{"type":"Polygon","coordinates":[\#(Self.square(46, 14))]}"#, "south")
    #expect(try found(place) == nil, "another workspace's region")
    try add("West", #"{"type":"Polygon","coordinates":[\#(Self.square(46, 14))]}"#)
    #expect(try found(place) == "West")
    try add("East", #"{"type":"Polygon","coordinates":[\#(Self.square(46, 15))]}"#)
    #expect(try [place, corner].map(found) == ["West", "East"])
    try add("East", "not a geometry")
    #expect(try [place, corner].map(found) == ["West", "West"])
    try add("West", #"{"type":"Polygon","coordinates":[\#(Self.square(0, 0))]}"#)
    #expect(try found(place) == nil)
    #expect(try fixture.store.fleet.mappedRegions(of: fixture.workspace.id).map(\.name) == ["West"])
  }
}
