import Foundation
public import Rollcall
import SQL
import Synchronization

/// A region, as the map shows it.
public struct MappedRegion: Equatable, Sendable {
  /// Its name.
  public let name: String
  /// Its area.
  public let shape: RegionShape

  /// The regions of a workspace with a readable geometry, by name.
  static func all(of workspace: Workspace.ID, _ db: Database) throws -> [MappedRegion] {
    try db.all(
      "SELECT name, geometry FROM region WHERE workspace_id = \(workspace) AND geometry IS NOT NULL ORDER BY name"
    ) { row in
      let (name, geometry): (String, String) = (try row["name"], try row["geometry"])
      return (try? RegionShape(geoJSON: geometry)).map { MappedRegion(name: name, shape: $0) }
    }.compactMap(\.self)
  }
}

/// The areas of all workspaces' regions, in memory from their first use on.
final class RegionDirectory: Sendable {
  private struct Contents {
    var regions: [Workspace.ID: [MappedRegion]] = [:]
    /// Grows with each removal, so that a result read before it is not cached.
    var changes = 0
  }

  private let contents = Mutex(Contents())

  func regions(
    of workspace: Workspace.ID, read: () throws(StoreError) -> [MappedRegion]
  ) throws(StoreError) -> [MappedRegion] {
    let (known, changes) = contents.withLock { ($0.regions[workspace], $0.changes) }
    if let known { return known }
    let found = try read()
    contents.withLock { if $0.changes == changes { $0.regions[workspace] = found } }
    return found
  }

  func forget(_ workspace: Workspace.ID) {
    contents.withLock { contents in
      contents.regions[workspace] = nil
      contents.changes += 1
    }
  }
}

extension FleetStore {
  /// The name of the region that contains a place. On the boundary of several, the first by name; `nil` =
  /// none. Blocks on the first use of a workspace's regions.
  public func region(
    at place: Position, in workspace: Workspace.ID
  ) throws(StoreError) -> String? {
    try mappedRegions(of: workspace).first { $0.shape.contains(place) }?.name
  }

  /// The regions with a known area, by name. One with an unreadable geometry is left out. Blocks as above.
  public func mappedRegions(of workspace: Workspace.ID) throws(StoreError) -> [MappedRegion] {
    try store.regionShapes.regions(of: workspace) { () throws(StoreError) in
      try read { db in try MappedRegion.all(of: workspace, db) }
    }
  }
}

extension RegionShape {
  /// Parses a GeoJSON geometry, a `Polygon` or a `MultiPolygon`; altitudes are ignored.
  public init(geoJSON text: String) throws(RegionProblem) {
    let data = Data(text.utf8)
    let decoder = JSONDecoder()
    guard let type = try? decoder.decode(GeometryType.self, from: data).type else { throw .notPolygons }
    switch type {
    case "Polygon":
      guard let found = try? decoder.decode(Coordinates<[[[Double]]]>.self, from: data) else {
        throw .notPolygons
      }
      try self.init([Self.polygon(found.coordinates)])
    case "MultiPolygon":
      guard let found = try? decoder.decode(Coordinates<[[[[Double]]]]>.self, from: data) else {
        throw .notPolygons
      }
      var polygons: [Polygon] = []
      for rings in found.coordinates { polygons.append(try Self.polygon(rings)) }
      try self.init(polygons)
    default: throw .notPolygons
    }
  }

  private static func polygon(_ rings: [[[Double]]]) throws(RegionProblem) -> Polygon {
    var polygon: Polygon = []
    for points in rings {
      var ring: Ring = []
      for point in points {
        guard (2...4).contains(point.count), let place = Position(latitude: point[1], longitude: point[0])
        else { throw .notAPoint }
        ring.append(place)
      }
      polygon.append(ring)
    }
    return polygon
  }
}

private struct GeometryType: Decodable { var type: String }
private struct Coordinates<Rings: Decodable>: Decodable { var coordinates: Rings }
