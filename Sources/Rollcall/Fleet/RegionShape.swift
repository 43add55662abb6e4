/// The area of a region: one or more polygons on the map, with holes.
///
/// Edges are straight lines between longitudes and latitudes, as in GeoJSON (RFC 7946 section 3.1.1). A
/// polygon does not cross the antimeridian: GeoJSON cuts such a one in two (section 3.1.9), and a point on
/// the meridian itself belongs to both sides.
public struct RegionShape: Equatable, Sendable {
  /// A closed line: its last point is its first.
  public typealias Ring = [Position]
  /// An outer ring, and the rings of its holes.
  public typealias Polygon = [Ring]

  /// The polygons; at least one.
  public let polygons: [Polygon]
  let boxes: [Box]

  /// The most points of a shape: the coast line of a whole country at 100 m has fewer.
  public static let pointLimit = 20_000

  /// Creates a shape from polygons. Throws what is wrong with them.
  public init(_ polygons: [Polygon]) throws(RegionProblem) {
    guard !polygons.isEmpty else { throw .empty }
    var points = 0
    for polygon in polygons {
      guard !polygon.isEmpty else { throw .noRing }
      for ring in polygon {
        guard ring.count >= 4, ring.first == ring.last else { throw .openRing }
        points += ring.count
        guard points <= Self.pointLimit else { throw .tooManyPoints }
      }
    }
    self.polygons = polygons
    boxes = polygons.map { Box($0.first ?? []) }
  }

  /// Whether a place lies in the region. The boundary, including that of a hole, belongs to it.
  public func contains(_ place: Position) -> Bool {
    if holds(place) { return true }
    guard place.longitude.magnitude == 180 else { return false }
    return Position(latitude: place.latitude, longitude: -place.longitude).map(holds) ?? false
  }

  /// Whether a place lies strictly outside a ring.
  static func isOutside(_ place: Position, of ring: Ring) -> Bool { Side(of: place, ring) == .outside }

  private func holds(_ place: Position) -> Bool {
    zip(polygons, boxes).contains { polygon, box in
      guard box.contains(place), let outer = polygon.first else { return false }
      guard Side(of: place, outer) != .outside else { return false }
      return polygon.dropFirst().allSatisfy { Side(of: place, $0) != .inside }
    }
  }
}

/// Why a geometry cannot be a region.
public enum RegionProblem: Error, CaseIterable, Sendable {
  case empty, noRing, openRing, tooManyPoints, notAPoint, notPolygons
  /// Two lines cross.
  case crossing
  /// A line goes more than half round the Earth.
  case acrossAntimeridian
  /// A hole lies outside of the ring that it is in.
  case holeOutside

  /// The message for the person who drew it.
  public var words: String {
    switch self {
    case .empty: "a region has at least one polygon"
    case .noRing: "a polygon has at least one ring"
    case .openRing: "a ring has at least four points, and its last is its first"
    case .tooManyPoints: "a region has at most \(RegionShape.pointLimit) points"
    case .notAPoint: "a point is longitude and latitude in degrees"
    case .notPolygons: "a region is a Polygon or a MultiPolygon of GeoJSON"
    case .crossing: "lines of a polygon must not cross"
    case .acrossAntimeridian:
      "a line goes more than half round the Earth: cut the region in two at the antimeridian, 180 degrees"
    case .holeOutside: "a hole lies within the first ring of its polygon"
    }
  }
}

extension RegionShape {
  /// What a ring spans.
  struct Box: Equatable, Sendable {
    var latitudes = 90.0...90.0
    var longitudes = 180.0...180.0

    init(_ ring: RegionShape.Ring) {
      guard let first = ring.first else { return }
      var (south, north, west, east) = (first.latitude, first.latitude, first.longitude, first.longitude)
      for point in ring {
        (south, north) = (min(south, point.latitude), max(north, point.latitude))
        (west, east) = (min(west, point.longitude), max(east, point.longitude))
      }
      (latitudes, longitudes) = (south...north, west...east)
    }

    func contains(_ place: Position) -> Bool {
      latitudes.contains(place.latitude) && longitudes.contains(place.longitude)
    }
  }
}

/// On which side of a ring a place is.
private enum Side {
  case inside, boundary, outside

  /// Counts how often a line from the place to the east crosses the ring: an odd number of times from inside.
  /// An end of an edge belongs to the edge that goes up from it, so that a corner is correctly crossed once
  /// or twice.
  init(of place: Position, _ ring: RegionShape.Ring) {
    self = .outside
    var isInside = false
    for (a, b) in zip(ring, ring.dropFirst()) {
      // Twice the area of the triangle of edge and place: 0 = in one line, positive = the place is left of the edge.
      let area =
        (b.longitude - a.longitude) * (place.latitude - a.latitude)
        - (place.longitude - a.longitude) * (b.latitude - a.latitude)
      if area == 0, Self.isBetween(place.latitude, a.latitude, b.latitude),
        Self.isBetween(place.longitude, a.longitude, b.longitude)
      {
        self = .boundary
        return
      }
      let goesUp = a.latitude <= place.latitude && place.latitude < b.latitude
      let goesDown = b.latitude <= place.latitude && place.latitude < a.latitude
      if goesUp && area > 0 || goesDown && area < 0 { isInside.toggle() }
    }
    if isInside { self = .inside }
  }

  private static func isBetween(_ value: Double, _ one: Double, _ other: Double) -> Bool {
    min(one, other) <= value && value <= max(one, other)
  }
}

extension RegionShape {
  /// The distance from a place to the nearest border, metres; at most `reach`, because borders beyond are not
  /// searched.
  ///
  /// Where a region is cut in two at the antimeridian, the cut counts as a border.
  func border(from place: Position, within reach: Double) -> Double {
    let plane = PlaneMetres(around: place)
    var nearest = reach
    for (polygon, box) in zip(polygons, boxes) where box.isNear(place, plane.degrees(reach)) {
      for ring in polygon {
        for (a, b) in zip(ring, ring.dropFirst()) {
          nearest = min(nearest, plane.distance(toLineFrom: a, to: b))
        }
      }
    }
    return nearest
  }
}

extension RegionShape.Box {
  /// Whether a place is in the box or no further from it than these degrees, the short way round the Earth.
  fileprivate func isNear(_ place: Position, _ degrees: (latitude: Double, longitude: Double)) -> Bool {
    guard latitudes.lowerBound - degrees.latitude <= place.latitude,
      place.latitude <= latitudes.upperBound + degrees.latitude
    else { return false }
    return [0.0, 360, -360].contains { turn in
      longitudes.lowerBound - degrees.longitude <= place.longitude + turn
        && place.longitude + turn <= longitudes.upperBound + degrees.longitude
    }
  }
}
