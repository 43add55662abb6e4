import DeviceKit
import Foundation
import Rollcall
import Simulator
import Testing

@Suite("A fleet")
struct FleetTests {
  private static let seeds = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "seeds")

  private func profile(_ name: String) throws -> Profile {
    let file = Self.seeds.appending(path: "profiles/\(name).json")
    return try JSONDecoder().decode(Profile.self, from: Data(contentsOf: file))
  }

  /// Phones of these profiles, by token.
  private func fleet(_ phones: [(token: String, profile: String, behaviour: PhoneBehaviour)]) throws -> Fleet
  {
    let routes = try routes(in: Self.seeds.appending(path: "demo/routes"))
    #expect(routes.count == 8)
    return try Fleet(
      phones.enumerated().map { index, phone in
        FleetPhone(
          of: Responder.ID(Int64(index + 1)), token: phone.token, profile: try profile(phone.profile),
          behaviour: phone.behaviour)
      }, routes: routes.sorted { $0.key < $1.key }.map(\.value), start: SharedTime.start,
      from: SharedTime.start, keepsDiaries: true)
  }

  private static let working = PhoneBehaviour(duty: [.init(.onDuty, at: 0)])

  @Test("phones of every profile report from the demo's routes, each ping once, until they are stopped")
  func reporting() async throws {
    let day = TestDay(minutes: 120)
    let names = ["responder", "family", "driver", "field", "event"]
    let server = MemoryServer(
      clock: day.clock, profiles: Dictionary(uniqueKeysWithValues: try names.map { ($0, try profile($0)) }))
    let behaviour = PhoneBehaviour(
      spells: [Spell(.network, from: 600_000, until: 900_000)], duty: [.init(.onDuty, at: 0)])
    _ = await day.live(try fleet(names.map { ($0, $0, behaviour) }), on: server)
    #expect(Set(server.duty.keys) == Set(names))
    #expect(Set(server.events.map(\.token)) == Set(names))
    #expect(server.reusedKeys == 0)
    for name in names {
      let stored = server.stored.filter { $0.token == name }
      #expect(stored.count > 1, "\(name)")
      // What went out just before an outage and was not answered goes out anew, in another upload; the server knows it
      // by its number, and this one keeps it twice.
      #expect(stored.count - Set(stored.map(\.ping.sequence)).count <= 2, "\(name)")
      #expect(stored.allSatisfy { ($0.ping.recordedAt ?? $0.receivedAt) <= $0.receivedAt })
      #expect(stored.allSatisfy { (46.0...46.11).contains($0.ping.position.latitude) })
      #expect(stored.allSatisfy { (14.43...14.59).contains($0.ping.position.longitude) })
    }
  }

  @Test("two runs with the same chance record the same, one with another does not")
  func deterministic() async throws {
    func record(seed: UInt64) async throws -> [[Position]] {
      let day = TestDay(minutes: 60)
      let town = try #require(Position(latitude: 46, longitude: 14))
      let route = try #require(Route.onGrid(around: town, seed: 3))
      let phones = (1...4).map {
        FleetPhone(
          of: Responder.ID($0), token: "t\($0)", profile: Profile(name: "family", rules: []),
          behaviour: Self.working)
      }
      let fleet = try Fleet(
        phones, routes: [route], start: SharedTime.start, from: SharedTime.start, seed: seed,
        keepsDiaries: true)
      _ = await day.live(fleet, on: MemoryServer(clock: day.clock))
      return fleet.phones.map { $0.diary.recorded.map(\.position) }
    }
    let first = try await record(seed: 1)
    #expect(first.allSatisfy { $0.count > 30 })
    #expect(try await record(seed: 1) == first)
    #expect(try await record(seed: 2) != first)
  }

  @Test("a phone whose session has ended says so and keeps its queue; the others go on")
  func endedSession() async throws {
    let day = TestDay(minutes: 10)
    let server = MemoryServer(clock: day.clock, refusedToken: "ended")
    let fleet = try fleet([("ended", "responder", Self.working), ("good", "responder", Self.working)])
    #expect(await day.live(fleet, on: server) == ["phone 1: the session has ended"])
    #expect(Set(server.stored.map(\.token)) == ["good"])
    #expect(server.stored.count >= 10)
    #expect(fleet.phones[0].diary.counts.waiting.count >= 10)
  }

  @Test("an offer is looked at and answered once, as each person is used to")
  func offers() async throws {
    let day = TestDay(minutes: 60)
    let server = MemoryServer(clock: day.clock, offers: [7])
    let habits: [(String, PhoneBehaviour.OfferHabit)] = [
      ("a", .accepts), ("d", .declines), ("i", .ignores),
    ]
    let phones = habits.map { token, habit in
      var behaviour = Self.working
      behaviour.offers = habit
      return (token, "responder", behaviour)
    }
    _ = await day.live(try fleet(phones), on: server, asks: true)
    func answers(_ token: String) -> [String] {
      server.answers.filter { $0.token == token }.map(\.path)
    }
    #expect(
      answers("a") == [
        "/app/v1/offers/7/seen", "/app/v1/offers/7/accept", "/app/v1/assignments/4/arrived",
        "/app/v1/assignments/4/complete",
      ])
    #expect(answers("d") == ["/app/v1/offers/7/seen", "/app/v1/offers/7/decline"])
    #expect(answers("i") == [])
  }

  /// What one phone with an offer does within a time.
  private func mission(
    _ habit: PhoneBehaviour.OfferHabit, minutes: Milliseconds = 20, withdrawnAt: Milliseconds? = nil,
    profile: String = "responder", spells: [Spell] = []
  ) async throws -> MemoryServer {
    let day = TestDay(minutes: minutes)
    let server = MemoryServer(
      clock: day.clock, offers: [7], withdrawnAt: withdrawnAt.map(SharedTime.start.advanced(by:)))
    var behaviour = Self.working
    behaviour.offers = habit
    behaviour.spells = spells
    _ = await day.live(try fleet([("a", profile, behaviour)]), on: server, asks: true)
    return server
  }

  @Test("a withdrawn offer ends the mission: no one arrives")
  func withdrawn() async throws {
    let server = try await mission(.accepts, withdrawnAt: 30_000)
    #expect(server.answers.map(\.path) == ["/app/v1/offers/7/seen", "/app/v1/offers/7/accept"])
  }

  @Test("a responder who vanishes accepts, and is not heard for minutes")
  func vanishes() async throws {
    let server = try await mission(.vanishes)
    #expect(server.answers.map(\.path).prefix(2) == ["/app/v1/offers/7/seen", "/app/v1/offers/7/accept"])
    let arrivals = server.stored.map { $0.receivedAt.since(SharedTime.start) }.sorted()
    let longest = zip(arrivals, arrivals.dropFirst()).map { $1 - $0 }.max() ?? 0
    #expect((480_000...600_000).contains(longest), "\(longest)")
  }

  @Test("a responder whose profile has no missions looks at no offer")
  func noMissions() async throws {
    #expect(try await mission(.accepts, profile: "event").answers.isEmpty)
  }

  @Test("an app that nothing wakes does not ask for offers: its silence stays one")
  func asleep() async throws {
    let server = try await mission(.ignores, minutes: 10, spells: [Spell(.permission, from: 60_000)])
    #expect((1...10).contains(server.asked), "asked \(server.asked) times")
    #expect(server.configs.allSatisfy { $0.at.since(SharedTime.start) <= 90_000 })
  }
}
