import Foundation
import Rollcall
import Simulator
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

  /// The rows of a list below its header. Quotes occur only around names.
  private func rows(_ path: String, header: String) throws -> [[String]] {
    let text = try String(contentsOf: Self.seeds.appending(path: path), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.first == header)
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

  private func people(_ town: String) throws -> [[String]] {
    try rows("\(town)/people.csv", header: "name,phone,profile,region,external_id,skills")
  }

  static let towns = ["demo", "demo-harbour"]

  @Test("each workspace has a valid slug, a known time zone, and members with known roles", arguments: towns)
  func workspace(town: String) throws {
    let demo: Demo = try read("\(town)/workspace.json")
    #expect(Workspace.isValid(slug: demo.slug))
    #expect(TimeZone(identifier: demo.timeZone) != nil)
    #expect(demo.members.map(\.role).prefix(2) == ["owner", "dispatcher"])
    #expect(demo.members.allSatisfy { Role(rawValue: $0.role) != nil })
  }

  @Test(
    "people of all five profiles live in the regions, each with a number of their own",
    arguments: zip(towns, [34, 9]))
  func everybody(town: String, count: Int) throws {
    let regions: Regions = try read("\(town)/regions.json")
    let names = Set(regions.features.map(\.properties.name))
    let people = try people(town)
    #expect(people.count == count)
    #expect(people.allSatisfy { $0.count == 6 })
    #expect(Set(people.map { $0[2] }) == ["responder", "family", "driver", "field", "event"])
    #expect(Set(people.map { $0[3] }).subtracting(names).isSubset(of: [""]))
    let phones = people.map { $0[1] }.filter { !$0.isEmpty }
    #expect(Set(phones).count == phones.count)
    #expect(phones.allSatisfy { $0.wholeMatch(of: /\+[1-9][0-9]{7,14}/) != nil })
    #expect(town != "demo" || people.contains { $0[0].unicodeScalars.count == 80 })
  }

  @Test("every person has a story, every story a person, and every route it names exists", arguments: towns)
  func stories(town: String) throws {
    let stories = try PhoneStory.read(Self.seeds.appending(path: "\(town)/stories.json"))
    #expect(Set(stories.keys) == Set(try people(town).map { $0[4] }))
    let folder = Self.seeds.appending(path: "\(town)/routes").path
    let routes = try FileManager.default.contentsOfDirectory(atPath: folder)
    for (name, story) in stories where story.route != nil {
      #expect(routes.contains("\(story.route ?? "").gpx"), "\(name)")
    }
    #expect(Set(stories.values.flatMap(\.behaviour.spells).map(\.trouble)).count >= (town == "demo" ? 13 : 5))
  }

  @Test("every other address is in a network of the demo", arguments: towns)
  func addresses(town: String) throws {
    let stories = try PhoneStory.read(Self.seeds.appending(path: "\(town)/stories.json"))
    let addresses = stories.values.flatMap(\.behaviour.detours).map(\.address)
    let networks = ["198.51.100.", "203.0.113.", "2001:db8:8000::"]
    #expect(!addresses.isEmpty)
    for address in addresses { #expect(networks.contains { address.hasPrefix($0) }, "\(address)") }
  }

  @Test("the demo's incidents name existing people and sites, and each way of answering occurs")
  func incidents() throws {
    let incidents = try IncidentStory.read(Self.seeds.appending(path: "demo/incidents.json"))
    let names = Set(try people("demo").map { $0[4] })
    let sites = try String(contentsOf: Self.seeds.appending(path: "demo/outlets.csv"), encoding: .utf8)
    for incident in incidents {
      #expect(names.isSuperset(of: incident.picks), "\(incident.title)")
      #expect(incident.near.isEmpty || names.contains(incident.near), "\(incident.title)")
      #expect(incident.site.isEmpty || sites.contains("\n\(incident.site),"), "\(incident.title)")
    }
    #expect(Set(incidents.map(\.mode)).isSuperset(of: ["automatic", "parallel"]))
    let stories = try PhoneStory.read(Self.seeds.appending(path: "demo/stories.json"))
    let habits = Set(stories.values.map(\.behaviour.offers))
    #expect(habits == [.accepts, .declines, .ignores, .vanishes])
  }

  @Test("a town without incidents has none")
  func noIncidents() throws {
    #expect(try IncidentStory.read(Self.seeds.appending(path: "demo-harbour/incidents.json")) == [])
  }

  @Test("the outlets lie in the town's regions", arguments: zip(towns, [12, 5]))
  func outlets(town: String, count: Int) throws {
    let outlets = try rows("\(town)/outlets.csv", header: "name,lat,lng,external_id")
    #expect(outlets.count == count)
    let regions: Regions = try read("\(town)/regions.json")
    for outlet in outlets {
      let (latitude, longitude) = (try #require(Double(outlet[1])), try #require(Double(outlet[2])))
      let isInside = regions.features.contains { feature in
        Self.contains(feature.geometry.coordinates.first ?? [], longitude, latitude)
      }
      #expect(isInside, "\(outlet[0])")
    }
  }

  /// Whether a ring of (longitude, latitude) has a point inside: the parity of the edges east of it.
  private static func contains(_ ring: [[Double]], _ x: Double, _ y: Double) -> Bool {
    zip(ring, ring.dropFirst()).count { a, b in
      (a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]
    } % 2 == 1
  }

  @Test("every region is a closed ring, counter-clockwise", arguments: zip(towns, [5, 3]))
  func rings(town: String, count: Int) throws {
    let regions: Regions = try read("\(town)/regions.json")
    #expect(regions.features.count == count)
    for feature in regions.features {
      let ring = try #require(feature.geometry.coordinates.first)
      #expect(ring.first == ring.last)
      let area = zip(ring, ring.dropFirst()).reduce(0) { $0 + $1.0[0] * $1.1[1] - $1.1[0] * $1.0[1] }
      #expect(area > 0)
    }
  }
}
