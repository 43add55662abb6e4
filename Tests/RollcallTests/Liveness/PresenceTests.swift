import Seeds
import Testing

@testable import Rollcall

/// Numbers that look random and are the same every time.
private struct WalkDice {
  var state: UInt64

  /// From 0 up to 1.
  mutating func unit() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double((state ^ (state >> 29)) >> 11) / Double(1 << 53)
  }

  mutating func within(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + unit() * (range.upperBound - range.lowerBound)
  }
}

@Suite("Coming into places and going out of them")
struct PresenceTests {
  private static let metre = 1 / 111_195.0

  /// Metres north and east of 0, 0, where a degree is as long in both directions.
  private static func place(_ north: Double, _ east: Double) throws -> Position {
    try #require(Position(latitude: north * metre, longitude: east * metre))
  }

  /// A square region of 2 km around the origin, and an outlet of 100 m in its corner.
  private static func ground(version: Int64 = 1) throws -> MarkedGround {
    let corners = [(-1_000.0, -1_000.0), (-1_000, 1_000), (1_000, 1_000), (1_000, -1_000), (-1_000, -1_000)]
    let shape = try RegionShape([[corners.map { try place($0.0, $0.1) }]])
    let outlet = Outlet(id: Outlet.ID(7), name: "Kiosk", position: try place(900, 900))
    return MarkedGround(regions: [("Centre", shape)], outlets: [outlet], version: version)
  }

  private static func at(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1_000) }

  /// North of the centre, accuracy, and what the fix shows: in, out, or nothing new.
  private static let steps: [(north: Double, accuracy: Double?, found: Bool?)] = [
    (0, 20, true), (980, 30, nil), (1_020, 30, nil), (1_029, 30, nil), (1_032, 30, false),
    // Whoever is outside comes in only when all of the circle is in.
    (990, 30, nil), (960, 50, nil), (960, 39, true),
    // Better than 10 m is not believed, nothing said counts as 50, and a bad fix proves what it can.
    (1_009, 1, nil), (1_049, nil, nil), (1_051, nil, false), (600, 550, nil), (400, 550, true),
    (1_540, 550, nil), (1_990, 1_001, nil), (1_560, 550, false), (0, 1_001, nil),
  ]

  @Test("a side of a border is proved by a fix that lies further from it than its accuracy")
  func margins() throws {
    var who = Presence()
    for (index, step) in Self.steps.enumerated() {
      let found = who.record(
        try Self.place(step.north, 0), accuracy: step.accuracy, at: Self.at(Int64(index)),
        on: try Self.ground())
      #expect(found.map(\.isEntry) == (step.found.map { [$0] } ?? []), "step \(index)")
      #expect(found.allSatisfy { $0.place == .region("Centre") && $0.at == Self.at(Int64(index)) })
    }
  }

  @Test(
    "an outlet is entered by its radius; half of it is enough, but for a fix that is worse than the whole circle"
  )
  func outlet() throws {
    let (ground, kiosk) = (try Self.ground(), MarkedPlace.outlet(Outlet.ID(7)))
    var who = Presence(inside: [.region("Centre")])
    for (second, away, accuracy, found) in [
      (0, 0.0, 150.0, nil), (1, 70.0, 20.0, true), (2, 110, 20, nil), (3, 121, 20, false), (4, 51, 80, nil),
      (5, 49, 80, true),
      (6, 179, 80, nil), (7, 181, 80, false),
    ] as [(Int64, Double, Double, Bool?)] {
      let fix = try Self.place(900 - away, 900)
      let shown = who.record(fix, accuracy: accuracy, at: Self.at(second), on: ground)
      #expect(shown.map(\.isEntry) == (found.map { [$0] } ?? []), "at \(second)")
      #expect(shown.allSatisfy { $0.place == kiosk })
    }
  }

  @Test("a fix that is not the newest changes nothing, and one that proves nothing stops no later one")
  func order() throws {
    let ground = try Self.ground()
    var who = Presence()
    let (inside, outside) = (try Self.place(0, 0), try Self.place(9_000, 0))
    #expect(who.record(inside, accuracy: 10, at: Self.at(10), on: ground).count == 1)
    for second: Int64 in [10, 9, 0, -5] {
      #expect(who.record(outside, accuracy: 10, at: Self.at(second), on: ground).isEmpty)
    }
    // Too bad to be judged: what comes late but later than all that was judged still counts.
    #expect(who.record(outside, accuracy: 5_000, at: Self.at(20), on: ground).isEmpty)
    #expect(who.judgedUntil == Self.at(10))
    #expect(
      who.record(outside, accuracy: 10, at: Self.at(15), on: ground).map(\.isEntry) == [false])
  }

  @Test("far away is outside; a place that is no longer there is neither entered nor left")
  func far() throws {
    var who = Presence(inside: [.region("Centre"), .region("Gone"), .outlet(Outlet.ID(7))])
    let antipode = try #require(Position(latitude: 0, longitude: 180))
    let found = who.record(antipode, accuracy: 5, at: Self.at(1), on: try Self.ground())
    #expect(found.map(\.place) == [.region("Centre"), .outlet(Outlet.ID(7))])
    #expect(who.inside == [.region("Gone")])
  }

  @Test("a ground that has changed is judged anew, even by a fix at the same place")
  func change() throws {
    var who = Presence()
    let empty = MarkedGround(regions: [], outlets: [], version: 1)
    let place = try Self.place(0, 0)
    #expect(empty.isEmpty && who.record(place, accuracy: 5, at: Self.at(1), on: empty).isEmpty)
    let found = who.record(place, accuracy: 5, at: Self.at(2), on: try Self.ground(version: 2))
    #expect(found.map(\.isEntry) == [true])
  }

  @Test(
    "Over any walk coming and going alternate and go on in time, and nothing is remembered wrongly",
    arguments: Seeds.some(60))
  func walks(seed: UInt64) throws {
    var dice = WalkDice(state: UInt64(seed))
    let ground = try Self.ground()
    // The one goes by what it remembers, the other judges every fix anew.
    var who = Presence()
    var last: [MarkedPlace: Crossing] = [:]
    var (north, east) = (0.0, 0.0)
    for step in 0..<400 {
      north = max(-2_500, min(2_500, north + dice.within(-150...150)))
      east = max(-2_500, min(2_500, east + dice.within(-150...150)))
      let fix = try Self.place(north, east)
      // One in five comes late.
      let at = Self.at(Int64(step) * 60 - (dice.unit() < 0.2 ? Int64(dice.within(0...600)) : 0))
      let accuracy = dice.unit() < 0.1 ? nil : dice.within(1...400)
      var forgetful = Presence(inside: who.inside, judgedUntil: who.judgedUntil)
      let found = who.record(fix, accuracy: accuracy, at: at, on: ground)
      #expect(forgetful.record(fix, accuracy: accuracy, at: at, on: ground) == found)
      for crossing in found {
        let before = last[crossing.place]
        #expect(
          crossing.isEntry == !(before?.isEntry ?? false) && (before.map { $0.at < crossing.at } ?? true))
        last[crossing.place] = crossing
      }
      #expect(who.inside == Set(last.values.filter(\.isEntry).map(\.place)))
    }
  }

  @Test(
    "Whoever stands still comes and goes at most once, however the fixes jump about within their accuracy",
    arguments: Seeds.some(60))
  func standingStill(seed: UInt64) throws {
    var dice = WalkDice(state: UInt64(seed) &* 977)
    let ground = try Self.ground()
    let accuracy = dice.within(10...200)
    let (north, east) = (dice.within(-1_300...1_300), dice.within(-1_300...0))
    var who = Presence()
    var found: [Crossing] = []
    for step in 0..<300 {
      // A square within the circle.
      let jump = accuracy * 0.7
      let fix = try Self.place(north + dice.within(-jump...jump), east + dice.within(-jump...jump))
      found += who.record(fix, accuracy: accuracy, at: Self.at(Int64(step)), on: ground)
    }
    #expect(found.count <= 1, "\(found)")
  }

  @Test("Where a region is cut in two at the antimeridian, whoever goes across it stays in")
  func antimeridian() throws {
    func half(_ west: Double, _ east: Double) throws -> RegionShape.Polygon {
      [
        try [(-1.0, west), (-1, east), (1, east), (1, west), (-1, west)].map {
          try #require(Position(latitude: $0.0, longitude: $0.1))
        }
      ]
    }
    let ground = MarkedGround(
      regions: [("Ocean", try RegionShape([half(179, 180), half(-180, -179)]))], outlets: [], version: 1)
    var who = Presence()
    var found: [Bool] = []
    for (second, longitude) in [179.5, 179.9999, 180, -180, -179.9999, -179.5, -178].enumerated() {
      let fix = try #require(Position(latitude: 0, longitude: longitude))
      found += who.record(fix, accuracy: 20, at: Self.at(Int64(second)), on: ground).map(\.isEntry)
    }
    #expect(found == [true, false])
  }

  @Test("No place on Earth traps")
  func everywhere() throws {
    let ground = try Self.ground()
    var (who, second) = (Presence(), Int64(0))
    for latitude in [-90.0, -89.999, -45, 0, 45, 89.999, 90] {
      for longitude in [-180.0, -179.999, -90, 0, 90, 179.999, 180] {
        second += 1
        let fix = try #require(Position(latitude: latitude, longitude: longitude))
        _ = who.record(fix, accuracy: 5, at: Self.at(second), on: ground)
        let shape = try RegionShape([[[fix, fix, fix, fix]]])
        let point = MarkedGround(regions: [("Point", shape)], outlets: [], version: second + 1)
        second += 1
        _ = who.record(fix, accuracy: .greatestFiniteMagnitude, at: Self.at(second), on: point)
        _ = who.record(fix, accuracy: -1, at: Self.at(second), on: point)
      }
    }
  }
}
