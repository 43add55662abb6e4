import Rollcall
import Testing

/// A place, and whether it lies in a shape.
struct Whereabouts: Sendable {
  let name: String
  let latitude: Double
  let longitude: Double
  let isInside: Bool

  init(_ name: String, _ latitude: Double, _ longitude: Double, _ isInside: Bool) {
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.isInside = isInside
  }
}

@Suite("The ground of a region")
struct RegionShapeTests {
  private static func ring(_ points: [(Double, Double)]) throws -> RegionShape.Ring {
    try points.map { try #require(Position(latitude: $0.0, longitude: $0.1)) }
  }

  private static func square(_ south: Double, _ west: Double, _ side: Double) throws -> RegionShape.Ring {
    try ring([
      (south, west), (south, west + side), (south + side, west + side), (south + side, west), (south, west),
    ])
  }

  /// A square with a square hole, and an island beside it shaped like an L.
  private static func shape() throws -> RegionShape {
    let island = try ring([(0, 20), (0, 24), (1, 24), (1, 21), (4, 21), (4, 20), (0, 20)])
    return try RegionShape([[square(0, 0, 10), square(4, 4, 2)], [island]])
  }

  static let places = [
    Whereabouts("inside", 2, 2, true), Whereabouts("level with a corner of the hole", 4, 2, true),
    Whereabouts("level with its edges", 6, 9, true), Whereabouts("in the hole", 5, 5, false),
    Whereabouts("on the hole's edge", 4, 5, true), Whereabouts("on the hole's corner", 6, 6, true),
    Whereabouts("on a corner", 0, 0, true), Whereabouts("on the opposite corner", 10, 10, true),
    Whereabouts("on the southern edge", 0, 5, true), Whereabouts("on the northern edge", 10, 5, true),
    Whereabouts("on the western edge", 5, 0, true), Whereabouts("on the eastern edge", 5, 10, true),
    Whereabouts("in line with the southern edge", 0, 15, false),
    Whereabouts("west, level with corners", 0, -1, false),
    Whereabouts("north", 10.000_001, 5, false), Whereabouts("east", 5, 10.000_001, false),
    Whereabouts("in the island's foot", 0.5, 23, true), Whereabouts("in its leg", 3, 20.5, true),
    Whereabouts("between foot and leg", 3, 23, false), Whereabouts("on its inner corner", 1, 21, true),
    Whereabouts("level with its inner edge", 1, 20.5, true), Whereabouts("far away", -45, 100, false),
  ]

  @Test("A place is inside, on the edge or outside", arguments: places)
  func place(_ place: Whereabouts) throws {
    let position = try #require(Position(latitude: place.latitude, longitude: place.longitude))
    #expect(try Self.shape().contains(position) == place.isInside, "\(place.name)")
    // The direction and the first point of a ring mean nothing.
    let turned = try RegionShape(
      Self.shape().polygons.map { $0.map { Array((Array($0.dropFirst(2)) + $0[1...2]).reversed()) } })
    #expect(turned.contains(position) == place.isInside, "\(place.name), the other way round")
  }

  @Test("A region cut in two at the antimeridian holds the meridian itself, however it is written")
  func antimeridian() throws {
    let shape = try RegionShape([[Self.square(-20, 175, 5)], [Self.square(-20, -180, 5)]])
    let west = try RegionShape([[Self.square(-20, 175, 5)]])
    for (longitude, isInside) in [(179.9, true), (180, true), (-180, true), (-179.9, true), (174.9, false)] {
      let place = try #require(Position(latitude: -17, longitude: longitude))
      #expect(shape.contains(place) == isInside, "\(longitude)")
      #expect(west.contains(place) == (isInside && longitude != -179.9), "\(longitude)")
    }
  }

  @Test("Bad rings are refused in words")
  func problems() throws {
    let square = try Self.square(0, 0, 1)
    let open = Array(square.dropLast())
    let big = Array(repeating: square[0], count: RegionShape.pointLimit + 1)
    let found: [(polygons: [RegionShape.Polygon], problem: RegionProblem)] = [
      ([], .empty), ([[]], .noRing), ([[square], []], .noRing), ([[open]], .openRing),
      ([[square, open]], .openRing),
      ([[Array(square.prefix(1))]], .openRing), ([[big]], .tooManyPoints),
    ]
    for (polygons, problem) in found {
      #expect(throws: problem) { try RegionShape(polygons) }
    }
    #expect(RegionProblem.allCases.allSatisfy { !$0.words.utf8.isEmpty })
  }

  @Test("A hole outside of its ring is refused, also when it is the ring that lies in the hole")
  func holes() throws {
    let (small, large) = (try Self.square(2, 2, 1), try Self.square(0, 0, 9))
    let aside = try Self.square(20, 20, 1)
    #expect(try RegionShape([[large, small]]).fault() == nil)
    for rings in [[small, large], [large, aside]] {
      let fault = try #require(try RegionShape([rings]).fault())
      #expect(fault.problem == .holeOutside && fault.ring == 1)
    }
  }

  @Test("A ring without extent traps nothing")
  func flat() throws {
    let line = try Self.ring([(0, 0), (0, 2), (0, 4), (0, 0)])
    let shape = try RegionShape([[line]])
    #expect(shape.contains(line[1]))
    #expect(try !shape.contains(#require(Position(latitude: 0, longitude: 5))))
  }
}
