import Foundation
import Rollcall
import Testing

@Suite("The demo's seeds")
struct SeedTests {
  private static let seeds = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "seeds")

  private struct Regions: Decodable {
    struct Feature: Decodable {
      struct Properties: Decodable { var name: String }
      struct Geometry: Decodable { var coordinates: [[[Double]]] }
      var properties: Properties
      var geometry: Geometry
    }
    var features: [Feature]
  }

  private struct Demo: Decodable {
    struct Member: Decodable { var email, name, role: String }
    var slug, name, timeZone: String
    var members: [Member]

    enum CodingKeys: String, CodingKey {
      case slug, name, members
      case timeZone = "time_zone"
    }
  }

  private func read<Document: Decodable>(_ path: String) throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(contentsOf: Self.seeds.appending(path: path)))
  }

  /// The rows of people.csv below its header. Quotes occur only around names.
  private func people() throws -> [[String]] {
    let text = try String(contentsOf: Self.seeds.appending(path: "demo/people.csv"), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == "name,phone,profile,region,external_id")
    return lines.dropFirst().map { line in
      let name = line.prefixMatch(of: /"(?:[^"]|"")*"|[^,]*/).map { String($0.0) } ?? ""
      return [name]
        + line.dropFirst(name.count + 1).split(separator: ",", omittingEmptySubsequences: false).map(
          String.init)
    }
  }

  @Test(
    "every profile may be imported, and is named as its file",
    arguments: ["responder", "family", "driver", "field", "event"])
  func profiles(name: String) throws {
    let profile: Profile = try read("profiles/\(name).json")
    #expect(profile.name == name)
    #expect(profile.problems() == [])
  }

  @Test("the workspace has a valid slug, a known time zone, and members with known roles")
  func workspace() throws {
    let demo: Demo = try read("demo/workspace.json")
    #expect(Workspace.isValid(slug: demo.slug))
    #expect(TimeZone(identifier: demo.timeZone) != nil)
    #expect(demo.members.map(\.role) == ["owner", "dispatcher", "auditor"])
    #expect(demo.members.allSatisfy { Role(rawValue: $0.role) != nil })
  }

  @Test("forty people of all five profiles live in the regions, each with a number of their own")
  func everybody() throws {
    let regions: Regions = try read("demo/regions.json")
    let names = Set(regions.features.map(\.properties.name))
    let people = try people()
    #expect(people.count == 40)
    #expect(people.allSatisfy { $0.count == 5 })
    #expect(Set(people.map { $0[2] }) == ["responder", "family", "driver", "field", "event"])
    #expect(Set(people.map { $0[3] }).subtracting(names) == [""])
    let phones = people.map { $0[1] }.filter { !$0.isEmpty }
    #expect(Set(phones).count == phones.count)
    #expect(phones.allSatisfy { $0.wholeMatch(of: /\+[1-9][0-9]{7,14}/) != nil })
    #expect(people.contains { $0[0].unicodeScalars.count == 80 })
  }

  @Test("every region is a closed ring, counter-clockwise")
  func rings() throws {
    let regions: Regions = try read("demo/regions.json")
    #expect(regions.features.count == 5)
    for feature in regions.features {
      let ring = try #require(feature.geometry.coordinates.first)
      #expect(ring.first == ring.last)
      let area = zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0[0] * $1.1[1] - $1.1[0] * $1.0[1] }
      #expect(area > 0)
    }
  }
}
