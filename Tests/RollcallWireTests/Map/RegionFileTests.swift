import Foundation
import Rollcall
import Testing

@testable import RollcallWire

@Suite("Regions in GeoJSON")
struct RegionFileTests {
  private static let ring = "[[14,46],[15,46],[15,47],[14,47],[14,46]]"
  private static let polygon = #"{"type":"Polygon","coordinates":[\#(ring)]}"#

  private static func feature(_ name: String, _ geometry: String = polygon) -> String {
    #"{"type":"Feature","properties":{"name":\#(name)},"geometry":\#(geometry)}"#
  }

  private static func collection(_ features: String...) -> String {
    #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
  }

  static let good: [(text: String, name: String?, names: [String])] = [
    (polygon, "Centre", ["Centre"]), (polygon, "  Old  town \n", ["Old  town"]),
    (#"{"type":"MultiPolygon","coordinates":[[\#(ring)]]}"#, "A", ["A"]),
    (feature("\"Nord-Süd 東\""), nil, ["Nord-Süd 東"]), (feature("\"Own\""), "Given", ["Own"]),
    (#"{"type":"Feature","properties":null,"geometry":\#(polygon)}"#, "Given", ["Given"]),
    (collection(feature("\"A\""), feature("\"B\"")), nil, ["A", "B"]),
    (
      #"{"bbox":[1,2,3,4],"crs":{"a":[]},"geometry":\#(polygon),"type":"Feature","properties":{"name":"A","n":1}}"#,
      nil, ["A"]
    ),
    (#"{"type":"Polygon","coordinates":[[[14,46,300],[15,46,301],[15,47,302,9],[14,46,300]]]}"#, "A", ["A"]),
    // A hole, and lines that touch without crossing.
    (#"{"type":"Polygon","coordinates":[\#(ring),[[14,46],[14.5,46.2],[14.2,46.5],[14,46]]]}"#, "A", ["A"]),
  ]

  @Test("is read, whatever it is wrapped in", arguments: good)
  func taken(text: String, name: String?, names: [String]) throws {
    let found = try RegionFile.read(Array(text.utf8), name: name)
    #expect(found.map(\.name) == names)
    for region in found {
      let place = try #require(Position(latitude: 46.7, longitude: 14.9))
      #expect(region.shape.contains(place) || text.contains("302"))
    }
    // What we write is read as the same.
    #expect(try RegionFile.read(NamedRegion.collection(found)) == found)
  }

  static let bad: [(text: String, name: String?, place: String, reason: String)] = [
    ("", nil, "", "this is not a GeoJSON file (unexpected end at byte 0)"),
    (polygon + "x", "A", "", "this is not a GeoJSON file (something after the end"),
    (#"{"type":"Polygon","type":"Polygon"}"#, "A", "", "the same key twice"),
    (polygon, nil, "", "a region needs a name"), (polygon, " \u{A0} ", "", "a region needs a name"),
    (polygon, String(repeating: "é", count: 41), "", "at most 80 characters"),
    (polygon, "A\u{7}b", "", "one line"),
    ("3", "A", "", "a Polygon or a MultiPolygon"), ("[]", "A", "", "a Polygon or a MultiPolygon"),
    (#"{"type":"Point","coordinates":[14,46]}"#, "A", "", "a Polygon or a MultiPolygon"),
    (#"{"type":"Polygon"}"#, "A", "", "a Polygon or a MultiPolygon"),
    (#"{"type":"Polygon","coordinates":7}"#, "A", "coordinates", "a list"),
    (#"{"type":"Polygon","coordinates":[]}"#, "A", "coordinates", "at least one ring"),
    (#"{"type":"MultiPolygon","coordinates":[]}"#, "A", "coordinates", "at least one polygon"),
    (#"{"type":"Polygon","coordinates":[\#(ring),[3]]}"#, "A", "coordinates[1][0]", "longitude and latitude"),
    (
      #"{"type":"MultiPolygon","coordinates":[[\#(ring)],[[[14],[15,46],[15,47],[14]]]]}"#, "A",
      "coordinates[1][0][0]", "longitude and latitude"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[14,46],[15,96],[15,47],[14,46]]]}"#, "A", "coordinates[0][1]",
      "longitude"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[181,46],[15,46],[15,47],[181,46]]]}"#, "A", "coordinates[0][0]",
      "longitude"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[14,1e400],[15,46],[15,47],[14,46]]]}"#, "A", "coordinates[0][0]",
      "degrees"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[14,46],[15,46],[15,47]]]}"#, "A", "coordinates[0]",
      "its last is its first"
    ),
    // A bow tie; a hole that crosses the border; a line round the back of the Earth.
    (
      #"{"type":"Polygon","coordinates":[[[14,46],[15,47],[15,46],[14,47],[14,46]]]}"#, "A",
      "coordinates[0][2]", "cross"
    ),
    (
      #"{"type":"Polygon","coordinates":[\#(ring),[[14.5,46.5],[15.5,46.5],[14.5,46.6],[14.5,46.5]]]}"#, "A",
      "coordinates[0][1]", "cross"
    ),
    (
      #"{"type":"Polygon","coordinates":[[[170,0],[-170,0],[-170,5],[170,5],[170,0]]]}"#, "A",
      "coordinates[0][0]",
      "antimeridian"
    ),
    (collection(), nil, "features", "none"), (#"{"type":"FeatureCollection"}"#, nil, "features", "none"),
    (collection("3"), nil, "features[0]", "has Features"),
    (collection(feature("\"A\""), feature("7")), nil, "features[1].properties.name", "needs a name"),
    (collection(feature("\"A\""), feature("\"A\"")), "B", "features[1]", "“A” stands twice"),
    (collection(feature("\"A\"", "null")), nil, "features[0].geometry", "missing"),
    (
      collection(feature("\"A\"", #"{"type":"Polygon","coordinates":[[]]}"#)), nil,
      "features[0].geometry.coordinates[0]", "at least four points"
    ),
  ]

  @Test("is refused with what is wrong and where", arguments: bad)
  func refused(text: String, name: String?, place: String, reason: String) {
    let error = #expect(throws: RegionFileError.self) { try RegionFile.read(Array(text.utf8), name: name) }
    #expect(error?.place == place && error?.reason.contains(reason) == true, "\(error?.words ?? "taken")")
  }

  @Test("is bounded: bytes, regions, points")
  func bounds() throws {
    let spaces = [UInt8](repeating: 0x20, count: RegionFile.largest + 1)
    #expect(throws: RegionFileError.self) { try RegionFile.read(spaces) }
    let many = (0...RegionFile.most).map { Self.feature("\"R\($0)\"") }.joined(separator: ",")
    let text = #"{"type":"FeatureCollection","features":[\#(many)]}"#
    #expect(throws: RegionFileError(place: "features", reason: "at most 500 regions at a time")) {
      try RegionFile.read(Array(text.utf8))
    }
    func wheel(_ points: Int) -> [UInt8] {
      let places = (0..<points).map { step -> String in
        let angle = Double(step) / Double(points) * 2 * .pi
        return "[\(14 + sin(angle)),\(46 + cos(angle))]"
      }
      return Array(
        #"{"type":"Polygon","coordinates":[[\#((places + [places[0]]).joined(separator: ","))]]}"#.utf8)
    }
    #expect(try RegionFile.read(wheel(RegionShape.pointLimit - 1), name: "Wheel").count == 1)
    #expect(throws: RegionFileError.self) {
      try RegionFile.read(wheel(RegionShape.pointLimit), name: "Wheel")
    }
  }

  @Test("nothing traps, whatever is cut off or changed")
  func damage() {
    let whole = Array(Self.collection(Self.feature("\"A\""), Self.feature("\"B\"")).utf8)
    for length in whole.indices { _ = try? RegionFile.read(Array(whole.prefix(length))) }
    var state: UInt64 = 7
    for _ in 0..<4_000 {
      var bytes = whole
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1
        let place = Int(state >> 33) % bytes.count
        bytes[place] = UInt8(truncatingIfNeeded: state >> 24) & 0x7F
      }
      guard let found = try? RegionFile.read(bytes) else { continue }
      #expect((try? RegionFile.read(NamedRegion.collection(found))) == found)
    }
  }
}
