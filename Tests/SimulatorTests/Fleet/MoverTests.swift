import Rollcall
import Simulator
import Testing

@Suite("How people get about")
struct MoverTests {
  /// One made-up way, looked at every second.
  private struct Way {
    var speeds: [Double] = []
    var rests: [Milliseconds] = []
    var restShare = 0.0
    var fastestStep = 0.0

    init(_ mover: Mover, seed: UInt64) throws {
      let town = try #require(Position(latitude: 46.05, longitude: 14.5))
      let route = try #require(Route.onGrid(around: town, seed: seed, as: mover))
      var resting = 0
      var last: Route.Place?
      for second in 0..<route.duration / 1_000 {
        let place = try #require(route.place(after: second * 1_000))
        if let last {
          fastestStep = max(fastestStep, last.position.distance(to: place.position))
          if let rest = last.rest, place.rest == nil { rests.append(rest + last.untilTurn) }
        }
        if place.rest == nil { speeds.append(place.speed) } else { resting += 1 }
        last = place
      }
      speeds.sort()
      restShare = Double(resting) / Double(max(1, route.duration / 1_000))
    }

    var middleSpeed: Double { speeds[speeds.count / 2] }
  }

  @Test(
    "speed, rest and the length of stops are those of people",
    arguments: [
      (Mover.walker, 1.2...1.6, 0.15...0.6, 60_000...600_000),
      (.runner, 2.5...3.5, 0.1...0.6, 5_000...2_400_000),
      (.driver, 7...13, 0.3...0.8, 5_000...600_000),
      (.desk, 1.2...1.6, 0.75...0.99, 600_000...10_800_000),
    ] as [(Mover, ClosedRange<Double>, ClosedRange<Double>, ClosedRange<Milliseconds>)])
  func distributions(
    mover: Mover, speed: ClosedRange<Double>, rest: ClosedRange<Double>, stops: ClosedRange<Milliseconds>
  ) throws {
    for seed in 1...5 {
      let way = try Way(mover, seed: UInt64(seed))
      #expect(speed.contains(way.middleSpeed), "\(mover) \(seed): \(way.middleSpeed) m/s")
      #expect(rest.contains(way.restShare), "\(mover) \(seed): at rest \(way.restShare)")
      #expect(!way.rests.isEmpty)
      #expect(way.rests.allSatisfy { stops.contains($0) }, "\(mover) \(seed): \(way.rests)")
      #expect(way.fastestStep < 20, "\(mover) \(seed): \(way.fastestStep) m in a second")
    }
  }

  @Test("a driver stops at lights for seconds and at doors for minutes, and stands still in between")
  func lights() throws {
    let way = try Way(.driver, seed: 3)
    #expect(way.rests.contains { $0 <= 45_000 } && way.rests.contains { $0 >= 60_000 })
    #expect(way.speeds.first.map { $0 < 5 } == true, "slows down before a light")
  }

  @Test("the same seed is the same way, another one is another")
  func seeds() throws {
    let town = try #require(Position(latitude: 46.05, longitude: 14.5))
    for mover in Mover.allCases {
      let way = Route.onGrid(around: town, seed: 3, as: mover)
      #expect(way != nil && Route.onGrid(around: town, seed: 3, as: mover) == way)
      #expect(Route.onGrid(around: town, seed: 4, as: mover) != way)
    }
  }

  @Test("who reports by a profile gets about as its people do")
  func profiles() {
    #expect(Mover(profile: "driver", chance: 0.5) == .driver)
    #expect(Mover(profile: "event", chance: 0.5) == .runner)
    let responders = stride(from: 0.0, to: 1, by: 0.05).map { Mover(profile: "responder", chance: $0) }
    #expect(Set(responders) == [.walker, .driver, .desk])
  }

  @Test("positions are off the same way for a while, more between houses, and at rest some are old")
  func recorded() async throws {
    let day = TestDay(minutes: 240)
    let rule = ProfileRule(name: "all", interval: 60, distance: 50)
    let profile = Profile(name: "family", rules: [rule])
    let town = try #require(Position(latitude: 46.05, longitude: 14.5))
    let movers = Mover.allCases
    let phones = movers.enumerated().map { index, mover in
      FleetPhone(
        of: Responder.ID(Int64(index + 1)), token: mover.rawValue, profile: profile,
        route: Route.onGrid(around: town, seed: 5, as: mover), mover: mover)
    }
    let fleet = try Fleet(
      phones, routes: [], start: SharedTime.start, from: SharedTime.start, seed: 2, keepsDiaries: true)
    let server = MemoryServer(
      clock: day.clock, losesAnswers: false,
      profiles: Dictionary(uniqueKeysWithValues: movers.map { ($0.rawValue, profile) }))
    _ = await day.live(fleet, on: server)
    let movement = fleet.movement.kinds
    for (word, speed, step) in [
      ("walker", 1.1...1.7, 30.0...90.0), ("runner", 2.4...3.6, 40...120), ("driver", 5...13, 40...160),
    ] {
      let kind = try #require(movement[word])
      #expect(speed.contains(kind.speed?.middle ?? 0), "\(word): \(kind.speed?.middle ?? 0) m/s")
      // Half of the steps of people who move are what the distance of the rule makes them.
      #expect((kind.step?.high ?? 0) <= step.upperBound * 1.5, "\(word): \(kind.step?.high ?? 0) m")
      #expect((kind.step?.high ?? 0) >= step.lowerBound, "\(word): \(kind.step?.high ?? 0) m")
    }
    let desk = try #require(movement["desk"])
    #expect(desk.restShare > 0.7)
    #expect(desk.cached > 0 && desk.cached < desk.pings / 2)
    // Indoors a position drifts: neighbours lie apart, but less than the error is wide.
    #expect((desk.step?.middle).map { $0 > 0 && $0 < 12 } == true)
    #expect(server.stored.contains { ($0.ping.fixAge ?? 0) > 20 })
  }
}
