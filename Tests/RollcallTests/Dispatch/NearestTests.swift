import Rollcall
import Testing

/// A fleet made of a seed: where on Earth it is, and how its people stand.
struct Fleet: Sendable, CustomTestStringConvertible {
  let name: String
  let latitude: ClosedRange<Double>
  let longitude: ClosedRange<Double>
  /// Every coordinate is a multiple of this, so that many share a position; 0 = any.
  let grid: Double

  var testDescription: String { name }

  func position(_ random: inout Numbers) throws -> Position {
    let north = snapped(Double.random(in: latitude, using: &random), latitude)
    let east = snapped(Double.random(in: longitude, using: &random), longitude).remainder(dividingBy: 360)
    return try #require(Position(latitude: max(-90, min(90, north)), longitude: east))
  }

  private func snapped(_ degrees: Double, _ range: ClosedRange<Double>) -> Double {
    grid == 0 ? degrees : (degrees / grid).rounded() * grid
  }

  func person(_ id: Int64, _ random: inout Numbers) throws -> Availability {
    let status: [Status] = [.online, .online, .online, .online, .degraded, .offline, .unknown]
    let hearing: [Milliseconds?] = [5_000, 5_000, 5_000, 30_000, 60_000, 120_000, 120_001, nil]
    let doubts: [DoubtFlags] = [[], [], [], .mock, [], [.speed, .networkCountry], .networkType]
    return Availability(
      id: .init(id), name: "Person \(id)", profile: "responder", offers: .incident,
      status: status.randomElement(using: &random) ?? .online,
      duty: Int.random(in: 0..<12, using: &random) == 0 ? .onMission : .onDuty,
      position: Int.random(in: 0..<12, using: &random) == 0 ? nil : try position(&random),
      doubts: doubts.randomElement(using: &random) ?? [],
      hasOpenOffer: Int.random(in: 0..<12, using: &random) == 0,
      hearsWithin: hearing.randomElement(using: &random) ?? nil,
      speed: [3, Profile.usualSpeed, 300].randomElement(using: &random) ?? 3,
      setbacks: [0, 0, 0, 1, 3].randomElement(using: &random) ?? 0,
      lastOfferAt: [nil, .at(-9), .at(-3)].randomElement(using: &random) ?? nil)
  }
}

/// Numbers that follow from a seed (SplitMix64).
struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite("Who is nearest")
struct NearestTests {
  static let fleets = [
    Fleet(name: "a city", latitude: 45.9...46.2, longitude: 14.3...14.7, grid: 0),
    Fleet(name: "a city of stations", latitude: 45.9...46.2, longitude: 14.3...14.7, grid: 0.05),
    Fleet(name: "a continent", latitude: 35...70, longitude: -10...60, grid: 0),
    Fleet(name: "the Earth", latitude: -90...90, longitude: -180...180, grid: 0),
    Fleet(name: "the Earth in steps of 30°", latitude: -90...90, longitude: -180...180, grid: 30),
    Fleet(name: "the north pole", latitude: 89.9...90, longitude: -180...180, grid: 0),
    Fleet(name: "the south pole", latitude: -90 ... -89.99, longitude: -180...180, grid: 0.005),
    Fleet(name: "the antimeridian", latitude: -17...(-16), longitude: 179.5...180.5, grid: 0),
    Fleet(name: "the antimeridian itself", latitude: -17...(-16), longitude: 179.9...180.1, grid: 0.1),
    Fleet(name: "one street", latitude: 46...46.000_01, longitude: 14...14.000_01, grid: 0.000_001),
  ]

  @Test("They are the first of the ranking, wherever and however many", arguments: fleets)
  func asRanked(fleet: Fleet) throws {
    for seed in 1...400 {
      var random = Numbers(state: UInt64(seed))
      let count = [0, 1, 5, 30, 120].randomElement(using: &random) ?? 0
      var people: [Availability] = []
      for id in 0..<count { people.append(try fleet.person(Int64(id), &random)) }
      people.shuffle(using: &random)
      let place = try Self.place(&random, fleet, people)
      let excluded = Set(people.filter { _ in Int.random(in: 0..<8, using: &random) == 0 }.map(\.id))
      let limit = [-1, 0, 1, 3, 20, 1_000].randomElement(using: &random) ?? 1
      let ranked = Candidates.rank(people, for: place).ranked.filter { !excluded.contains($0.person.id) }
      let nearest = Candidates.nearest(people, to: place, excluding: excluded, limit: limit)
      #expect(nearest == Array(ranked.prefix(max(0, limit))), "seed \(seed)")
    }
  }

  /// Near the fleet, where somebody stands, opposite to somebody, or anywhere.
  private static func place(
    _ random: inout Numbers, _ fleet: Fleet, _ people: [Availability]
  ) throws -> Position {
    let someone = people.compactMap(\.position).randomElement(using: &random)
    switch (Int.random(in: 0..<4, using: &random), someone) {
    case (0, let someone?): return someone
    case (1, let someone?):
      let east = (someone.longitude + 180 + Double.random(in: -0.5...0.5, using: &random))
      return try #require(
        Position(latitude: -someone.latitude, longitude: east.remainder(dividingBy: 360)))
    case (2, _):
      return try #require(
        Position(
          latitude: Double.random(in: -90...90, using: &random),
          longitude: Double.random(in: -180...180, using: &random)))
    default: return try fleet.position(&random)
    }
  }

  @Test("A person in doubt is asked after others until the doubt ends")
  func doubted() throws {
    let here = try #require(Position(latitude: 46, longitude: 14))
    let there = try #require(Position(latitude: 46.1, longitude: 14))
    let hearing = Hearing(interval: 5_000)
    let people = [
      Standpoint(id: .init(1), position: here, offers: .incident, doubtedUntil: .at(20), hearing: hearing),
      Standpoint(id: .init(2), position: there, offers: .incident, hearing: hearing),
    ]
    let found = [0, 20, 20.001].map { seconds in
      var search = NearestSearch(people, to: here, for: .incident, at: .at(seconds), excluding: [])
      return search.first(2).map(\.id.rawValue)
    }
    #expect(found == [[2, 1], [2, 1], [1, 2]])
  }

  @Test("Nobody is found before or after the span in which they may be asked")
  func span() throws {
    let position = try #require(Position(latitude: 46, longitude: 14))
    let person = Standpoint(
      id: .init(7), position: position, offers: .incident, hearing: Hearing(interval: 5_000),
      from: .at(10), until: .at(20))
    let found = [9.999, 10, 20, 20.001].map { seconds in
      var search = NearestSearch([person], to: position, for: .incident, at: .at(seconds), excluding: [])
      return search.first(1).count
    }
    #expect(found == [0, 1, 1, 0])
  }
}
