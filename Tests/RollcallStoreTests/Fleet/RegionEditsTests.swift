import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Regions as they are brought and removed")
struct RegionEditsTests {
  private static func square(_ south: Double, side: Double = 1) -> String {
    let north = south + side
    return
      #"{"type":"Polygon","coordinates":[[[14,\#(south)],[15,\#(south)],[15,\#(north)],[14,\#(north)],[14,\#(south)]]]}"#
  }

  @Test("A known name gets its ground anew, others are added; the audit tells how large they are, not where")
  func bring() throws {
    let fixture = try TestStore()
    let id = fixture.workspace.id
    func bring(_ regions: [NewRegion]) throws -> [Int] {
      let (added, changed) = try fixture.store.fleet.importRegions(regions, in: .test(id, "test"))
      return [added, changed]
    }
    let (north, south) = (
      NewRegion(name: "North", geometry: Self.square(46)), NewRegion(name: "South", geometry: Self.square(45))
    )
    #expect(try bring([north, south]) == [2, 0])
    #expect(try bring([north, south]) == [0, 0], "the same again changes nothing")
    let triangle = #"{"type":"Polygon","coordinates":[[[14,46],[15,46],[15,47],[14,46]]]}"#
    #expect(try bring([NewRegion(name: "North", geometry: triangle), south]) == [0, 1])
    #expect(throws: StoreError.self) {
      try bring([NewRegion(name: "East", geometry: Self.square(1)), NewRegion(name: "Bad", geometry: "{}")])
    }
    #expect(try fixture.store.fleet.regionFacts(of: id).map(\.name) == ["North", "South"], "all or none")
    let told = try fixture.texts(
      "SELECT action || ' ' || subject || ' ' || value_before || ' > ' || value_after FROM audit WHERE action GLOB 'region.*'"
    )
    #expect(
      told == [
        "region.add region 1  > points 5, polygons 1", "region.add region 2  > points 5, polygons 1",
        "region.change region 1 points 5 > points 4",
      ])
  }

  @Test("One that people or incidents name is not removed; another workspace's is not there")
  func remove() throws {
    let fixture = try TestStore()
    let (id, south) = (fixture.workspace.id, try fixture.addWorkspace("south"))
    for name in ["Empty", "Full"] {
      _ = try fixture.store.fleet.importRegions(
        [NewRegion(name: name, geometry: Self.square(46))], in: .test(id, "test"))
    }
    _ = try fixture.store.fleet.addResponders([NewResponder(name: "Ana", region: "Full")], slug: "north")
    #expect(throws: StoreError.conflict("People belong to this region.")) {
      try fixture.store.fleet.removeRegion("Full", in: .test(id, "test"))
    }
    #expect(throws: StoreError.notFound("region Empty")) {
      try fixture.store.fleet.removeRegion("Empty", in: .test(south.id, "test"))
    }
    let place = try #require(Position(latitude: 46.5, longitude: 14.5))
    #expect(try fixture.store.fleet.region(at: place, in: id) == "Empty")
    try fixture.store.fleet.removeRegion("Empty", in: .test(id, "test"))
    #expect(try fixture.store.fleet.region(at: place, in: id) == "Full")
    #expect(try fixture.store.fleet.regionFacts(of: id).map(\.people) == [1])
  }
}
