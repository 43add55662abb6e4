import DeviceKit
import Foundation
import Rollcall
import RollcallWire
import Simulator
import Synchronization
import Testing

@Suite("A fleet's past")
struct FleetHistoryTests {
  /// A server of the past: notes who sends when, by the clock that the fleet sets.
  private final class Keeper: Sendable {
    struct Noted {
      var now: Timestamp
      var requests: [(at: Timestamp, path: String, token: String, sent: Batch?)] = []
      var peers: [(at: Timestamp, token: String, address: String?)] = []
      var absences: [ServerAbsence] = []
      var isAway = false
      /// Uploads alone.
      var uploads: [(at: Timestamp, path: String, token: String, sent: Batch?)] {
        requests.filter { $0.sent != nil }
      }
    }

    let noted = Mutex(Noted(now: Timestamp(milliseconds: 0)))
    let refusedAfter: Timestamp

    init(refusedAfter: Timestamp = Timestamp(milliseconds: .max)) { self.refusedAfter = refusedAfter }

    var keeper: HistoryKeeper {
      HistoryKeeper(
        move: { now in
          self.noted.withLock {
            #expect(now >= $0.now)
            $0.now = now
          }
        },
        stop: {
          self.noted.withLock { noted in
            #expect(!noted.isAway)
            noted.isAway = true
            noted.absences.append(ServerAbsence(from: noted.now, until: noted.now))
          }
        },
        resume: {
          self.noted.withLock { noted in
            #expect(noted.isAway)
            noted.isAway = false
            if let from = noted.absences.popLast()?.from {
              noted.absences.append(ServerAbsence(from: from, until: noted.now))
            }
          }
        },
        send: { _, path, headers, body in try self.take(path, headers, body) })
    }

    private func take(_ path: String, _ headers: [String: String], _ body: [UInt8]) throws
      -> HistoryKeeper.Answer
    {
      try noted.withLock { noted in
        #expect(!noted.isAway, "a server that is away is asked nothing")
        let batch =
          path.hasSuffix("/batch")
          ? try BatchRequest.decode(bytes: body, now: noted.now, mockRequired: true).batch : nil
        noted.requests.append((noted.now, path, headers["Authorization"] ?? "", batch))
        noted.peers.append((noted.now, headers["Authorization"] ?? "", headers["X-Forwarded-For"]))
        // Phones ask whether it is the server that answers, and no login page of a network.
        if path == "/health" {
          return (200, [:], Array(#"{"status":"ok","time":"\#(noted.now.rfc3339)"}"#.utf8))
        }
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
    return try Fleet(
      behaviours.enumerated().map {
        FleetPhone(
          of: Responder.ID(Int64($0.offset + 1)), token: "t\($0.offset)", profile: profile,
          behaviour: $0.element)
      },
      routes: [route], start: Self.start, from: Self.start.advanced(by: -past))
  }

  private func run(_ fleet: Fleet, past: Milliseconds, absences: [ServerAbsence] = [], _ keeper: Keeper)
    async throws -> HistoryReport
  {
    try await fleet.runHistory(
      from: Self.start.advanced(by: -past), until: { Self.start }, absences: absences, keeper: keeper.keeper)
  }

  @Test("what is due is sent at whole steps, at the time that the clock then shows")
  func steps() async throws {
    let keeper = Keeper()
    let report = try await run(
      try fleet([PhoneBehaviour(), PhoneBehaviour()], past: 3_600_000), past: 3_600_000, keeper)
    let (all, uploads) = keeper.noted.withLock { ($0.requests, $0.uploads) }
    #expect(report.requests == all.count)
    // One a minute, and as many again where 50 m are passed: that is the rule until the server tells another.
    #expect((190...240).contains(report.pings))
    #expect(uploads.reduce(0) { $0 + ($1.sent?.pings.count ?? 0) } == report.pings)
    for upload in uploads {
      #expect(upload.at.since(Self.start) % 5_000 == 0)
      #expect(upload.sent?.sentAt == upload.at)
    }
    #expect(keeper.noted.withLock { $0.now } == Self.start)
  }

  @Test("while the server is away nothing is sent, and afterwards all that waited is")
  func absence() async throws {
    let keeper = Keeper()
    let away = ServerAbsence(
      from: Self.start.advanced(by: -1_800_000), until: Self.start.advanced(by: -1_200_000))
    let report = try await run(
      try fleet([PhoneBehaviour()], past: 3_600_000), past: 3_600_000, absences: [away], keeper)
    #expect(keeper.noted.withLock { $0.absences } == [away])
    #expect(report.absences == [away])
    let uploads = keeper.noted.withLock { $0.uploads }
    #expect(!uploads.contains { $0.at > away.from && $0.at < away.until })
    #expect(uploads.reduce(0) { $0 + ($1.sent?.pings.count ?? 0) } == report.pings)
    #expect(uploads.contains { ($0.sent?.pings.count ?? 0) >= 8 })
  }

  @Test("a session that ends in the past is refused, and silent ever after")
  func ended() async throws {
    let keeper = Keeper(refusedAfter: Self.start.advanced(by: -1_800_000))
    let report = try await run(try fleet([PhoneBehaviour()], past: 3_600_000), past: 3_600_000, keeper)
    #expect(!report.refusals.isEmpty)
    #expect(report.refusals.allSatisfy { $0.hasPrefix("401 /app/v1/") })
    let refused = keeper.noted.withLock { noted in
      noted.requests.filter { $0.at >= Self.start.advanced(by: -1_800_000) && $0.path != "/health" }.count
    }
    #expect(refused <= 3, "sender, configuration and notices may find out at the same time")
  }

  @Test(
    "a phone is heard from its address, for a while from another; one without from a network without an owner"
  )
  func addresses() async throws {
    var phone = PhoneBehaviour()
    phone.address = "192.0.2.7"
    phone.detours = [.init("203.0.113.7", from: -1_800_000, until: -1_200_000)]
    let keeper = Keeper()
    _ = try await run(try fleet([phone, PhoneBehaviour()], past: 3_600_000), past: 3_600_000, keeper)
    let peers = keeper.noted.withLock { $0.peers }
    for peer in peers where peer.token == "Bearer t0" {
      let elapsed = peer.at.since(Self.start)
      let isElsewhere = elapsed >= -1_800_000 && elapsed < -1_200_000
      #expect(peer.address == (isElsewhere ? "203.0.113.7" : "192.0.2.7"), "\(elapsed)")
    }
    #expect(Set(peers.map(\.address)) == ["192.0.2.7", "203.0.113.7", "10.0.0.2"])
  }

  @Test("the live phones go on where the past ended: numbers without a hole, a backlog from before")
  func goingOn() async throws {
    let lost = PhoneBehaviour(spells: [Spell(.network, from: -600_000, until: 30_000)])
    let fleet = try fleet([PhoneBehaviour(), lost], past: 3_600_000)
    let keeper = Keeper()
    _ = try await run(fleet, past: 3_600_000, keeper)
    let day = TestDay(minutes: 5)
    let server = MemoryServer(clock: day.clock)
    _ = await day.live(fleet, on: server)
    for token in ["t0", "t1"] {
      let before = keeper.noted.withLock { noted in
        noted.uploads.filter { $0.token == "Bearer " + token }.flatMap { $0.sent?.pings ?? [] }
      }
      let after = server.stored.filter { $0.token == token }.map(\.ping)
      let numbers = Set((before + after).compactMap(\.sequence))
      #expect(numbers == Set(0..<Int64(numbers.count)))
      #expect(after.count > 1)
    }
    let late = server.stored.filter { $0.token == "t1" && ($0.ping.recordedAt ?? Self.start) < Self.start }
    #expect(late.count >= 9)
  }
}
