import DeviceKit
import Foundation
import Rollcall
import Simulator
import Synchronization
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

  private func fleet(_ phones: [FleetPhone], past: Milliseconds = 0) throws -> Fleet {
    let routes = try routes(in: Self.seeds.appending(path: "demo/routes"))
    #expect(routes.count == 8)
    return Fleet(
      phones, routes: routes.sorted { $0.key < $1.key }.map(\.value), start: SharedTime.start,
      from: SharedTime.start.advanced(by: -past))
  }

  private static let working = PhoneBehaviour(duty: [.init(.onDuty, at: 0)])

  @Test("phones of every profile report from the demo's routes, each ping once, until they are stopped")
  func reporting() async throws {
    let time = SharedTime(end: SharedTime.start.advanced(by: 36_000_000))
    let server = MemoryServer(clock: time.clock)
    let names = ["responder", "family", "driver", "field", "event"]
    let phones = try names.map { name in
      FleetPhone(
        token: name, profile: try profile(name),
        behaviour: PhoneBehaviour(
          spells: [Spell(.network, from: 600_000, until: 900_000)], duty: [.init(.onDuty, at: 0)]))
    }
    try await fleet(phones).runLive(through: server, clock: time.clock, report: { _ in })
    #expect(Set(server.duty.keys) == Set(names))
    #expect(Set(server.events.map(\.token)) == Set(names))
    #expect(server.reusedKeys == 0)
    for name in names {
      let stored = server.stored.filter { $0.token == name }
      #expect(stored.count > 1, "\(name)")
      #expect(Set(stored.map(\.ping.sequence)).count == stored.count)
      #expect(stored.allSatisfy { ($0.ping.recordedAt ?? $0.receivedAt) <= $0.receivedAt })
      #expect(stored.allSatisfy { (46.0...46.11).contains($0.ping.position.latitude) })
      #expect(stored.allSatisfy { (14.43...14.59).contains($0.ping.position.longitude) })
    }
  }

  @Test("a phone whose session has ended stops and says so; the others go on")
  func endedSession() async throws {
    let time = SharedTime(end: SharedTime.start.advanced(by: 600_000))
    let server = MemoryServer(clock: time.clock, refusedToken: "ended")
    let lines = Mutex<[String]>([])
    let profile = try profile("responder")
    try await fleet(
      ["ended", "good"].map { FleetPhone(token: $0, profile: profile, behaviour: Self.working) }
    ).runLive(through: server, clock: time.clock, report: { line in lines.withLock { $0.append(line) } })
    #expect(lines.withLock { $0 } == ["phone 1 stops: refused with 401 TOKEN_INVALID: No."])
    #expect(Set(server.stored.map(\.token)) == ["good"])
    #expect(server.stored.count >= 10)
  }

  @Test("an offer is looked at and answered once, as each person is used to")
  func offers() async throws {
    let time = SharedTime(end: SharedTime.start.advanced(by: 3_600_000))
    let server = MemoryServer(clock: time.clock, offers: [7])
    let profile = try profile("responder")
    let habits: [(String, PhoneBehaviour.OfferHabit)] = [
      ("a", .accepts), ("d", .declines), ("i", .ignores),
    ]
    try await fleet(
      habits.map { token, habit in
        var behaviour = Self.working
        behaviour.offers = habit
        return FleetPhone(token: token, profile: profile, behaviour: behaviour)
      }
    ).runLive(through: server, clock: time.clock, report: { _ in })
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
    let orders = server.dutyBodies("a").filter { $0.contains(#""order":"INC-3""#) }
    #expect(orders.count == 1 && orders[0].contains("on_mission"))
  }

  /// What one phone with an offer does within a time.
  private func mission(
    _ habit: PhoneBehaviour.OfferHabit, minutes: Milliseconds, withdrawnAt: Milliseconds? = nil,
    profile: String = "responder"
  ) async throws -> MemoryServer {
    let time = SharedTime(end: SharedTime.start.advanced(by: minutes * 60_000))
    let server = MemoryServer(
      clock: time.clock, offers: [7], withdrawnAt: withdrawnAt.map(SharedTime.start.advanced(by:)))
    var behaviour = Self.working
    behaviour.offers = habit
    try await fleet([FleetPhone(token: "a", profile: try self.profile(profile), behaviour: behaviour)])
      .runLive(through: server, clock: time.clock, report: { _ in })
    return server
  }

  @Test("whoever is done is on duty again, by the same order")
  func done() async throws {
    let bodies = try await mission(.accepts, minutes: 20).dutyBodies("a")
    #expect(bodies.count == 3)
    #expect(bodies.last?.contains("on_duty") == true)
  }

  @Test("an offer that is taken back ends the mission: nobody arrives")
  func withdrawn() async throws {
    let server = try await mission(.accepts, minutes: 20, withdrawnAt: 30_000)
    #expect(server.answers.map(\.path) == ["/app/v1/offers/7/seen", "/app/v1/offers/7/accept"])
    let bodies = server.dutyBodies("a")
    #expect(bodies.count == 3)
    #expect(bodies.last?.contains("on_duty") == true)
  }

  @Test("whoever vanishes accepts, and is not heard for minutes")
  func vanishes() async throws {
    let server = try await mission(.vanishes, minutes: 20)
    #expect(server.answers.map(\.path).prefix(2) == ["/app/v1/offers/7/seen", "/app/v1/offers/7/accept"])
    let arrivals = server.stored.map { $0.receivedAt.since(SharedTime.start) }.sorted()
    let longest = zip(arrivals, arrivals.dropFirst()).map { $1 - $0 }.max() ?? 0
    #expect((480_000...600_000).contains(longest), "\(longest)")
  }

  @Test("whose profile knows no missions looks at no offer")
  func noMissions() async throws {
    #expect(try await mission(.accepts, minutes: 20, profile: "event").answers.isEmpty)
  }

  @Test("an app that nothing wakes does not ask for offers: its silence stays one")
  func asleep() async throws {
    let time = SharedTime(end: SharedTime.start.advanced(by: 600_000))
    let server = MemoryServer(clock: time.clock, offers: [])
    var behaviour = Self.working
    behaviour.spells = [Spell(.permission, from: 60_000)]
    try await fleet([FleetPhone(token: "a", profile: try profile("responder"), behaviour: behaviour)])
      .runLive(through: server, clock: time.clock, report: { _ in })
    #expect((1...7).contains(server.asked), "asked \(server.asked) times")
  }

  @Test("a server without offers is not asked again")
  func noOffers() async throws {
    let time = SharedTime(end: SharedTime.start.advanced(by: 600_000))
    let server = MemoryServer(clock: time.clock)
    try await fleet([FleetPhone(token: "a", profile: try profile("responder"), behaviour: Self.working)])
      .runLive(through: server, clock: time.clock, report: { _ in })
    #expect(server.asked == 1)
  }
}
