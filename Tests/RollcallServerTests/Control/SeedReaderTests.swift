import Foundation
import RollcallServer
import Testing

@Suite("Seed folders")
struct SeedReaderTests {
  private static let square =
    #"{"type":"Polygon","coordinates":[[[14.4,46],[14.6,46],[14.6,46.1],[14.4,46.1],[14.4,46]]]}"#

  /// The seed of a folder with these files.
  private func seed(regions: String = square, outlets: String?, dispatch: String = "") throws -> Seed {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("seed-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let feature = #"{"type":"Feature","properties":{"name":"Center"},"geometry":\#(regions)}"#
    let files = [
      "workspace.json": #"{"slug":"t","name":"T","time_zone":"Europe/Ljubljana","members":[]\#(dispatch)}"#,
      "regions.json": #"{"type":"FeatureCollection","features":[\#(feature)]}"#,
      "people.csv": "name,region\nAna,Center\n", "outlets.csv": outlets,
    ]
    for case (let name, let text?) in files {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    return try Seed(folder: folder.path, profiles: [], passwordHash: "")
  }

  @Test("a folder brings regions with their polygons, and outlets with their places")
  func whole() throws {
    let seed = try seed(
      outlets: "name,lat,lng,external_id\n\"Pri \"\"Treh\"\"\",46.05,-14.5,O-1\nKiosk,0,180,\n")
    #expect(seed.people.map(\.region) == ["Center"])
    #expect(seed.regions.map(\.name) == ["Center"])
    let geometry = try #require(seed.regions.first?.geometry)
    let read = try JSONSerialization.jsonObject(with: Data(geometry.utf8)) as? NSDictionary
    #expect(read == (try JSONSerialization.jsonObject(with: Data(Self.square.utf8)) as? NSDictionary))
    #expect(seed.outlets.map(\.name) == [#"Pri "Treh""#, "Kiosk"])
    #expect(seed.outlets.map(\.latitude) == [46.05, 0])
    #expect(seed.outlets.map(\.longitude) == [-14.5, 180])
    #expect(seed.outlets.map(\.externalID) == ["O-1", nil])
  }

  @Test(
    "a workspace may bring the times of dispatch",
    arguments: [
      ("", nil, nil), (#","dispatch":{"grace_s":5}"#, 5, nil),
      (#","dispatch":{"grace_s":0,"answer_s":{"low":60}}"#, 0, ["low": 60]),
    ] as [(String, Int64?, [String: Int64]?)])
  func dispatch(json: String, grace: Int64?, answers: [String: Int64]?) throws {
    let seed = try seed(outlets: nil, dispatch: json)
    #expect(seed.dispatch?.grace == grace && seed.dispatch?.answers == answers)
  }

  @Test("a workspace may bring templates of incidents")
  func templates() throws {
    let json =
      #","templates":[{"name":"Cardiac arrest","severity":"critical","needs":["2 first aid"]},{"name":"Fall"}]"#
    let templates = try seed(outlets: nil, dispatch: json).templates
    #expect(templates.map(\.name) == ["Cardiac arrest", "Fall"])
    #expect(templates.first?.needs == ["2 first aid"])
    #expect(try seed(outlets: nil).templates == [])
  }

  @Test("a workspace may have no outlets")
  func noOutlets() throws {
    #expect(try seed(outlets: nil).outlets == [])
  }

  @Test(
    "what is wrong with an outlet is said with its line",
    arguments: [
      ("lat,lng,name,colour\n", "line 1"), ("name,lat,lng,external_id\nA,91,0,\n", "line 2"),
      ("name,lat,lng,external_id\nA,46,14,\nB,nan,14,\n", "line 3"),
      ("name,lat,lng,external_id\nA,0x1p3,14,\n", "line 2"),
      ("name,lat,lng,external_id\n,46,14,\n", "line 2"),
      ("name,lat,lng,external_id\nA,46\n", "line 2"),
    ])
  func badOutlets(list: String, line: String) {
    let error = #expect(throws: SettingsError.self) { try seed(outlets: list) }
    #expect(error?.description.contains(line) == true, "\(error?.description ?? "")")
  }

  @Test(
    "what is no polygon is refused",
    arguments: [
      #"{"type":"Polygon","coordinates":[]}"#, #"{"type":"Polygon","coordinates":[[[1,2],[3,4],[1,2]]]}"#,
      #"{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[7,8]]]}"#,
      #"{"type":"Polygon","coordinates":[[[1,92],[3,4],[5,6],[1,92]]]}"#,
      #"{"type":"Polygon","coordinates":[[[1],[3,4],[5,6],[1]]]}"#,
      #"{"type":"MultiPolygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]}"#,
    ])
  func badRegions(polygon: String) {
    #expect(throws: SettingsError.self) { try seed(regions: polygon, outlets: nil) }
  }
}
