import DeviceKit
import Foundation
import Rollcall
import Simulator
import Synchronization
import Testing

@Suite("A fleet")
struct FleetRunTests {
  private static let seeds = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "seeds")

  private func profile(_ name: String) throws -> Profile {
    let file = Self.seeds.appending(path: "profiles/\(name).json")
    return try JSONDecoder().decode(Profile.self, from: Data(contentsOf: file))
  }

  @Test("phones of every profile report from the demo's routes, each ping once, until they are stopped")
  func reporting() async throws {
    let time = SharedTime(end: SharedTime.start.advanced(by: 36_000_000))
    let server = MemoryServer(clock: time.clock)
    let routes = try routes(in: Self.seeds.appending(path: "demo/routes"))
    #expect(routes.count == 8)
    let names = ["responder", "family", "driver", "field", "event"]
    let phones = try names.enumerated().map { index, name in
      FleetPhone(token: name, profile: try profile(name), behaviour: .mixed(index * 3))
    }
    await runFleet(
      sender: server, phones: phones, routes: routes, backlog: 1_800_000, clock: time.clock, report: { _ in })
    #expect(Set(server.duty.keys) == Set(names))
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
    await runFleet(
      sender: server,
      phones: [FleetPhone(token: "ended", profile: profile), FleetPhone(token: "good", profile: profile)],
      routes: try routes(in: Self.seeds.appending(path: "demo/routes")), clock: time.clock,
      report: { line in lines.withLock { $0.append(line) } })
    #expect(lines.withLock { $0 } == ["phone 1 stops: refused with 401 TOKEN_INVALID: No."])
    #expect(Set(server.stored.map(\.token)) == ["good"])
    #expect(server.stored.count >= 10)
  }
}
