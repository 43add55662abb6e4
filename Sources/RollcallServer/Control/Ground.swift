import Foundation
import Rollcall
import RollcallStore
import RollcallWire

/// Regions and outlets of a workspace.
extension Seed {
  /// A region: its name and its polygon.
  public struct Region: Codable, Equatable, Sendable {
    /// Its name.
    public var name: String
    /// Its polygon as GeoJSON.
    public var geometry: String
  }

  /// A place to be visited.
  public struct Outlet: Codable, Equatable, Sendable {
    /// Its name.
    public var name: String
    /// Degrees north, −90…90.
    public var latitude: Double
    /// Degrees east, −180…180.
    public var longitude: Double
    /// Its name in the operator's own system.
    public var externalID: String?
    /// How near a visitor must be, metres; `nil` = the default.
    public var radius: Double?

    /// The outlet of a list.
    init(_ outlet: NewOutlet) {
      (name, externalID, radius) = (outlet.name, outlet.externalID, outlet.radius)
      (latitude, longitude) = (outlet.position.latitude, outlet.position.longitude)
    }

    /// The outlet for the store; `nil` for an impossible position.
    var asNew: NewOutlet? {
      Position(latitude: latitude, longitude: longitude).map {
        NewOutlet(
          name: name, position: $0, externalID: externalID, radius: radius ?? NewOutlet.usualRadius)
      }
    }
  }
}

/// The members of `regions.json`, a GeoJSON FeatureCollection, that we need.
struct RegionsDocument: Decodable {
  private struct Feature: Decodable {
    var properties: Properties
    var geometry: Polygon
  }
  private struct Properties: Decodable { var name: String }
  private struct Polygon: Codable {
    var type: String
    var coordinates: [[[Double]]]
  }
  private enum CodingKeys: String, CodingKey { case features }

  /// The regions in the order of the file.
  let regions: [Seed.Region]

  init(from decoder: any Decoder) throws {
    let features = try decoder.container(keyedBy: CodingKeys.self).decode([Feature].self, forKey: .features)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    regions = try features.map { feature in
      if let problem = Self.problem(of: feature.geometry) {
        throw SettingsError("\(feature.properties.name): \(problem)")
      }
      let text = try String(decoding: encoder.encode(feature.geometry), as: UTF8.self)
      return Seed.Region(name: feature.properties.name, geometry: text)
    }
  }

  /// Why a geometry is no polygon, in words.
  private static func problem(of polygon: Polygon) -> String? {
    guard polygon.type == "Polygon" else { return "a region is a Polygon, not a \(polygon.type)" }
    guard !polygon.coordinates.isEmpty else { return "a polygon has at least one ring" }
    for ring in polygon.coordinates {
      guard ring.count >= 4, ring.first == ring.last else {
        return "a ring has at least four points, and its last is its first"
      }
      guard ring.allSatisfy({ $0.count >= 2 && (-180...180).contains($0[0]) && (-90...90).contains($0[1]) })
      else { return "a point is longitude and latitude in degrees" }
    }
    return nil
  }
}
