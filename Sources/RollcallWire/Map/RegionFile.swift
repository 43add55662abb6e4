public import Rollcall

/// A region of a file.
public struct NamedRegion: Equatable, Sendable {
  /// Its name, 1 to 80 bytes.
  public var name: String
  /// Its ground.
  public var shape: RegionShape

  /// Creates a region.
  public init(name: String, shape: RegionShape) { (self.name, self.shape) = (name, shape) }
}

/// Why a file contains no usable regions.
public struct RegionFileError: Error, Equatable, Sendable {
  /// The place of the error: `features[2].geometry.coordinates[0][1][5]`; empty = the file as a whole.
  public let place: String
  /// The reason, for people.
  public let reason: String

  /// The same as one sentence.
  public var words: String { place.utf8.isEmpty ? "\(reason)." : "\(place): \(reason)." }
}

/// Regions in GeoJSON (RFC 7946): a `Polygon` or `MultiPolygon`, a `Feature` of one, or a
/// `FeatureCollection`.
///
/// Features have their region's name as the property `name`. Parsed strictly and within limits: all regions
/// or none.
public enum RegionFile {
  /// The largest file, bytes.
  public static let largest = 4 << 20
  /// The most regions of a file.
  public static let most = 500
  /// The longest name, bytes.
  public static let longestName = 80

  /// A feature collection nests eight deep, and a point has three values on the reader's tape.
  private static let limits = JSONLimits(depth: 10, keys: 256, values: 524_288, allowsSameKey: false)

  private enum Member: Int, JSONField {
    case type, features, geometry, properties, coordinates
    static let names = JSONFieldNames(allCases)
    var name: String { String(describing: self) }
  }

  private enum Property: Int, JSONField {
    case name
    static let names = JSONFieldNames(allCases)
    var name: String { "name" }
  }

  /// Parses a file.
  ///
  /// - Parameter name: the name for a region without one: a bare geometry, or a single feature.
  public static func read(_ bytes: [UInt8], name: String? = nil) throws(RegionFileError) -> [NamedRegion] {
    guard bytes.count <= largest else {
      throw RegionFileError(place: "", reason: "the file is larger than \(largest >> 20) MB")
    }
    do throws(JSONReadError<RegionFileError>) {
      return try JSON.read(bytes, limits: limits) { root throws(RegionFileError) in try regions(root, name) }
    } catch {
      switch error {
      case .refused(let error): throw error
      case .malformed(let error):
        throw RegionFileError(
          place: "",
          reason:
            "this is not a GeoJSON file (\(error.kind.rawValue) at byte \(error.offset)); draw the region instead, or export it from geojson.io"
        )
      }
    }
  }

  private static func regions(_ root: JSONValue, _ name: String?) throws(RegionFileError) -> [NamedRegion] {
    let members = JSONMembers<Member>(of: root)
    switch members[.type]?.string {
    case "FeatureCollection":
      guard let features = members[.features], features.kind == .array, features.count > 0 else {
        throw RegionFileError(place: "features", reason: "there are none")
      }
      guard features.count <= most else {
        throw RegionFileError(place: "features", reason: "at most \(most) regions at a time")
      }
      var found: [NamedRegion] = []
      var names: Set<[UInt8]> = []
      for (index, feature) in features.elements.enumerated() {
        let place = "features[\(index)]"
        let region = try self.feature(feature.value, at: place, called: features.count == 1 ? name : nil)
        guard names.insert(Array(region.name.utf8)).inserted else {
          throw RegionFileError(place: place, reason: "the name “\(region.name)” stands twice in the file")
        }
        found.append(region)
      }
      return found
    case "Feature": return [try feature(root, at: "", called: name)]
    default:
      return [NamedRegion(name: try checked(name, at: ""), shape: try geometry(members, at: ""))]
    }
  }

  private static func feature(
    _ value: JSONValue, at place: String, called name: String?
  ) throws(RegionFileError) -> NamedRegion {
    let members = JSONMembers<Member>(of: value)
    guard members[.type]?.string == "Feature" else {
      throw RegionFileError(place: place, reason: "a FeatureCollection has Features")
    }
    let own = members[.properties].flatMap { JSONMembers<Property>(of: $0)[.name]?.string }
    let below = place.utf8.isEmpty ? "" : place + "."
    let called = try checked(own ?? name, at: below + "properties.name")
    guard let geometry = members[.geometry] else {
      throw RegionFileError(place: below + "geometry", reason: "it is missing")
    }
    return NamedRegion(
      name: called, shape: try self.geometry(JSONMembers(of: geometry), at: below + "geometry"))
  }

  /// A valid name, without blanks around it.
  private static func checked(_ name: String?, at place: String) throws(RegionFileError) -> String {
    let scalars = (name ?? "").unicodeScalars
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let start = scalars.drop(while: isBlank)
    let end = start.lastIndex { !isBlank($0) }.map { start.index(after: $0) } ?? start.startIndex
    let text = String(start[..<end])
    guard !text.utf8.isEmpty else { throw RegionFileError(place: place, reason: "a region needs a name") }
    guard text.utf8.count <= longestName else {
      throw RegionFileError(place: place, reason: "a name is \(NameLimits.words(upTo: longestName))")
    }
    guard !text.hasControlCharacters else {
      throw RegionFileError(place: place, reason: "a name is one line of text")
    }
    return text
  }

  private static func geometry(
    _ members: JSONMembers<Member>, at place: String
  ) throws(RegionFileError) -> RegionShape {
    let below = place.utf8.isEmpty ? "coordinates" : place + ".coordinates"
    let type = members[.type]?.string
    guard type == "Polygon" || type == "MultiPolygon", let coordinates = members[.coordinates] else {
      throw RegionFileError(place: place, reason: RegionProblem.notPolygons.words)
    }
    let isMany = type == "MultiPolygon"
    var polygons: [RegionShape.Polygon] = []
    if isMany {
      for (index, polygon) in try list(coordinates, at: below).enumerated() {
        polygons.append(try self.polygon(polygon.value, at: "\(below)[\(index)]"))
      }
    } else {
      polygons = [try polygon(coordinates, at: below)]
    }
    let shape: RegionShape
    do throws(RegionProblem) { shape = try RegionShape(polygons) } catch {
      throw RegionFileError(place: below, reason: error.words)
    }
    guard let fault = shape.fault() else { return shape }
    let polygon = isMany ? "[\(fault.polygon)]" : ""
    throw RegionFileError(
      place: "\(below)\(polygon)[\(fault.ring)][\(fault.point)]", reason: fault.problem.words)
  }

  private static func polygon(_ value: JSONValue, at place: String) throws(RegionFileError)
    -> RegionShape.Polygon
  {
    var rings: RegionShape.Polygon = []
    for (index, ring) in try list(value, at: place).enumerated() {
      rings.append(try self.ring(ring.value, at: "\(place)[\(index)]"))
    }
    guard !rings.isEmpty else { throw RegionFileError(place: place, reason: RegionProblem.noRing.words) }
    return rings
  }

  private static func ring(_ value: JSONValue, at place: String) throws(RegionFileError) -> RegionShape.Ring {
    var points: RegionShape.Ring = []
    for (index, point) in try list(value, at: place).enumerated() {
      guard let position = position(point.value) else {
        throw RegionFileError(place: "\(place)[\(index)]", reason: RegionProblem.notAPoint.words)
      }
      points.append(position)
    }
    guard points.count >= 4, points.first == points.last else {
      throw RegionFileError(place: place, reason: RegionProblem.openRing.words)
    }
    return points
  }

  private static func list(_ value: JSONValue, at place: String) throws(RegionFileError) -> JSONValue.Members
  {
    guard value.kind == .array else { throw RegionFileError(place: place, reason: "a list is expected here") }
    return value.elements
  }

  /// Longitude and latitude; an altitude is ignored.
  private static func position(_ value: JSONValue) -> Position? {
    guard (2...4).contains(value.count) else { return nil }
    var numbers = value.elements
    guard let east = numbers.next()?.value.double, let north = numbers.next()?.value.double else {
      return nil
    }
    return Position(latitude: north, longitude: east)
  }
}
