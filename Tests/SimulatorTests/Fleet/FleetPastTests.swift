import DeviceKit
import Foundation
import Rollcall
import RollcallWire
import Simulator
import Synchronization
import Testing

@Suite("A fleet's past")
struct FleetPastTests {
  /// A server of the past: notes who sends when, by the clock that the fleet sets.
  private final class Keeper: Sendable {
    struct Noted {
      var now: Timestamp
      var requests: [(at: Timestamp, path: String, token: String, sent: Batch?)] = []
      var absences: [ServerAbsence] = []
    }

    let noted = Mutex(Noted(now: Timestamp(milliseconds: 0)))
    let refusedAfter: Timestamp

    init(refusedAfter: Timestamp = Timestamp(milliseconds: .max)) { self.refusedAfter = refusedAfter }

    var keeper: PastKeeper {
      PastKeeper(
        move: { now in
          self.noted.withLock {
            #expect(now >= $0.now)
            $0.now = now
          }
        },
        beAway: { until in
          self.noted.withLock {
            $0.absences.append(ServerAbsence(from: $0.now, until: until))
            $0.now = until
          }
        },
        send: { _, path, headers, body in try self.take(path, headers, body) })
    }

    private func take(_ path: String, _ headers: [String: String], _ body: [UInt8]) throws
      -> PastKeeper.Answer
    {
      try noted.withLock { noted in
        let batch =
          path.hasSuffix("/batch")
          ? try BatchRequest.decode(bytes: body, now: noted.now, mockRequired: true).batch : nil
        noted.requests.append((noted.now, path, headers["Authorization"] ?? "", batch))
        guard noted.now < refusedAfter else {
          return (401, [:], Array(#"{"data":null,"message":"No.","code":"TOKEN_EXPIRED"}"#.utf8))
        }
        let count = batch?.pings.count ?? 0
        let data = #"{"count":\#(count),"stored":\#(count),"duplicates":0,"expired":0}"#
        return (201, [:], Array(#"{"data":\#(data),"message":"","code":"CREATED"}"#.utf8))
      }
    }
  }

  private static let start = SharedTime.start
  private static let day: Milliseconds = 86_400_000

  private func fleet(_ behaviours: [PhoneBehaviour], past: Milliseconds) throws -> Fleet {
    let profile = Profile(name: "family", rules: [ProfileRule(name: "all", interval: 60)])
    let points = try [(46.0, 0), (46.01, 600)].map { latitude, second in
      GPXTrack.Point(
        position: try #require(Position(latitude: latitude, longitude: 14)),
        time: Timestamp(milliseconds: 1_700_000_000_000 + Int64(second) * 1_000))
    }
    let route = try #require(Route(GPXTrack(points: points)))
    return Fleet(
      behaviours.enumerated().map {
        FleetPhone(token: "t\($0.offset)", profile: profile, behaviour: $0.element)
      },
      routes: [route], start: Self.start, from: Self.start.advanced(by: -past))
  }

  private func run(_ fleet: inout Fleet, past: Milliseconds, absences: [ServerAbsence] = [], _ keeper: Keeper)
    async throws -> PastReport
  {
    try await fleet.runPast(
      from: Self.start.advanced(by: -past), until: { Self.start }, absences: absences, keeper: keeper.keeper)
  }

  @Test("what fell due within a step is sent at its end, at the time the clock then shows")
  func steps() async throws {
    var fleet = try fleet([PhoneBehaviour(), PhoneBehaviour()], past: 3_600_000)
    let keeper = Keeper()
    let report = try await run(&fleet, past: 3_600_000, keeper)
    let requests = keeper.noted.withLock { $0.requests }
    #expect(report.requests == requests.count)
    #expect(report.requests == 2 * 61)
    #expect(report.pings == 2 * 61)
    #expect(report.refusals == [])
    for request in requests {
      let age = try #require(request.sent?.pings.first?.recordedAt.map { request.at.since($0) })
      #expect((0..<10_000).contains(age))
      #expect(request.sent?.sentAt == request.at)
    }
    #expect(keeper.noted.withLock { $0.now } == Self.start)
  }

  @Test("while the server is away nothing is sent, and afterwards all that waited is")
  func absence() async throws {
    var fleet = try fleet([PhoneBehaviour()], past: 3_600_000)
    let keeper = Keeper()
    let away = ServerAbsence(
      from: Self.start.advanced(by: -1_800_000), until: Self.start.advanced(by: -1_200_000))
    let report = try await run(&fleet, past: 3_600_000, absences: [away], keeper)
    #expect(keeper.noted.withLock { $0.absences } == [away])
    let requests = keeper.noted.withLock { $0.requests }
    #expect(!requests.contains { $0.at > away.from && $0.at < away.until })
    let sizes = requests.compactMap { $0.sent?.pings.count }
    #expect(report.pings == 61)
    #expect(sizes.contains(10) || sizes.contains(11))
  }

  @Test("a session that ends in the past is refused once, and silent ever after")
  func ended() async throws {
    var fleet = try fleet([PhoneBehaviour()], past: 3_600_000)
    let keeper = Keeper(refusedAfter: Self.start.advanced(by: -1_800_000))
    let report = try await run(&fleet, past: 3_600_000, keeper)
    #expect(report.refusals == ["refused with 401 TOKEN_EXPIRED: No."])
    #expect(report.requests == 32)
    let lines = Mutex<[String]>([])
    let server = MemoryServer(clock: SharedTime().clock)
    await fleet.runLive(
      through: server, clock: SharedTime().clock, report: { line in lines.withLock { $0.append(line) } })
    #expect(server.stored.isEmpty)
    #expect(lines.withLock { $0.isEmpty })
  }

  @Test("the live phones go on where the past ended: numbers without a hole, a backlog from before")
  func goingOn() async throws {
    let lost = PhoneBehaviour(spells: [Spell(.network, from: -600_000, until: 30_000)])
    var fleet = try fleet([PhoneBehaviour(), lost], past: 3_600_000)
    let keeper = Keeper()
    _ = try await run(&fleet, past: 3_600_000, keeper)
    let time = SharedTime(end: Self.start.advanced(by: 300_000))
    let server = MemoryServer(clock: time.clock)
    await fleet.runLive(through: server, clock: time.clock, report: { _ in })
    for token in ["t0", "t1"] {
      let before = keeper.noted.withLock { noted in
        noted.requests.filter { $0.token == "Bearer " + token }.flatMap { $0.sent?.pings ?? [] }
      }
      let after = server.stored.filter { $0.token == token }.map(\.ping)
      let numbers = (before + after).compactMap(\.sequence)
      #expect(numbers == (0..<Int64(numbers.count)).map { $0 })
      #expect(after.count > 1)
    }
    let late = server.stored.filter { $0.token == "t1" && ($0.ping.recordedAt ?? Self.start) < Self.start }
    #expect(late.count >= 9)
  }
}
