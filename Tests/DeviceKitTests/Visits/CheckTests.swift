import DeviceKit
import Foundation
import Rollcall
import RollcallWire
import Testing

@Suite("Visits and activities of an app")
struct CheckTests {
  private let file: TemporaryStore
  private let server = AuthServer()
  private let sleeper = Sleeper()

  init() throws { file = try TemporaryStore() }

  private func device() async throws -> RollcallDevice {
    let device = try await RollcallDevice(
      store: file.open(), tokens: MemoryTokens(), through: server, clock: sleeper.patientClock)
    try await device.logIn(phone: "+38640123456", code: "049130")
    return device
  }

  private func first(_ device: RollcallDevice) async -> DeviceNews? {
    for await item in device.news where item != .changed { return item }
    return nil
  }

  @Test("a check-in waits without network, goes out with where and when it was, and its verdict is news")
  func checkIn() async throws {
    let device = try await device()
    server.change { $0.script = [nil] }
    try await device.check(.checkIn, of: Visit.ID(17), at: .sample(3))
    _ = await device.syncNow()
    #expect(await device.status.queue.notices == 1)
    server.change {
      $0.script = [.ok(#"{"distance_m":12.5,"verdict":"verified","reason":"within 100 m"}"#)]
    }
    _ = await device.syncNow()
    #expect(
      await first(device)
        == .checked(
          .checkIn, of: Visit.ID(17), VisitVerdict(word: .verified, reason: "within 100 m", distance: 12.5)))
    let call = try #require(server.calls.last { $0.path.contains("/visits/") })
    #expect(call.path == "/app/v1/visits/17/check-in")
    let ping = try #require(
      try BatchRequest.decodeSingle(bytes: call.body, now: sleeper.now, mockRequired: true).batch.pings.first)
    #expect(ping.position == Ping.sample(3).position)
    #expect(ping.recordedAt == Ping.sample(3).recordedAt)
    #expect(ping.accuracy == 8.5)
    #expect(await device.status.queue.notices == 0)
  }

  @Test("an offer comes with the answer to a check-in and to an activity, too")
  func offers() async throws {
    let device = try await device()
    let offer =
      #"{"id":5,"state":"sent","expires_at":"2027-01-15T08:01:00.000Z","incident":{"id":7,"kind":"incident","title":"Fire","severity":"high","lat":46.05,"lng":14.5}}"#
    let verdict = #"{"distance_m":12.5,"verdict":"verified","reason":"near","offers":[\#(offer)]}"#
    let counts =
      #"{"count":1,"stored":1,"duplicates":0,"expired":0,"offers":[\#(offer.replacing("\"id\":5", with: "\"id\":6"))]}"#
    server.change { $0.script = [.ok(verdict), .ok(counts)] }
    try await device.check(.checkIn, of: Visit.ID(17), at: .sample(3))
    try await device.record(#require(EventActivity("water", in: "run")))
    _ = await device.syncNow()
    var offered: [Offer.ID] = []
    for await item in device.news {
      if case .offered(let message) = item { offered.append(message.id) }
      if offered.count == 2 { break }
    }
    #expect(offered == [Offer.ID(5), Offer.ID(6)])
  }

  @Test(
    "the visits that are planned are asked for, with what was proved so far; what cannot be read is left out")
  func planned() async throws {
    let device = try await device()
    let outlet =
      #"{"id":3,"name":"Market","external_id":null,"lat":46.05,"lng":14.5,"geo":"geo:46.05,14.5","radius_m":100}"#
    let check =
      #"{"at":"2026-11-21T08:10:00Z","received_at":"2026-11-21T08:10:01Z","distance_m":3,"verdict":"verified","reason":"near"}"#
    let visit =
      #"{"id":31,"from":"2026-11-21T08:00:00Z","to":"2026-11-21T09:00:00Z","check_in":\#(check),"check_out":null,"outlet":\#(outlet)}"#
    let broken = #"{"id":32,"from":"soon","to":"later","check_in":null,"check_out":null,"outlet":\#(outlet)}"#
    server.change { $0.script = [.ok(#"{"visits":[\#(visit),\#(broken)]}"#)] }
    let visits = try #require(await device.fetchVisits())
    let from = try #require(Timestamp(rfc3339: "2026-11-21T08:00:00Z"))
    #expect(visits.map(\.id) == [Visit.ID(31)])
    #expect(visits.first?.planned == TimeSpan(from: from, to: from.advanced(by: 3_600_000)))
    #expect(visits.first?.outlet == "Market")
    #expect(visits.first?.position == Position(latitude: 46.05, longitude: 14.5))
    #expect(visits.first?.radius == 100)
    #expect(visits.first?.checkIn == .verified)
    #expect(visits.first?.checkOut == nil)
    server.change { $0.script = [nil] }
    #expect(await device.fetchVisits() == nil)
  }

  @Test("start begins the duty here, too, and stop ends the watch")
  func startAndStop() async throws {
    let device = try await device()
    try await device.record(#require(EventActivity("start", in: "run")))
    #expect(await device.status.duty.state == .onDuty)
    await device.located(.sample(1))
    #expect(await device.status.queue.pings == 1)
    try await device.record(#require(EventActivity("water", in: "run")))
    #expect(await device.status.duty.state == .onDuty)
    try await device.record(#require(EventActivity("stop", in: "run")))
    #expect(await device.status.duty.state == .offDuty)
    #expect(await device.nextPing == nil)
    #expect(await device.status.queue.notices == 3)
  }

  @Test("reports of the platform before the login are sent after it")
  func beforeTheLogin() async throws {
    let device = try await RollcallDevice(
      store: file.open(), tokens: MemoryTokens(), through: server, clock: sleeper.patientClock)
    await device.report(.permission(.denied))
    await device.report(.battery(0.08))
    try await device.logIn(phone: "+38640123456", code: "049130")
    #expect(await device.status.queue.notices == 2)
    try await device.logIn(phone: "+38640123456", code: "049130")
    #expect(await device.status.queue.notices == 2, "once for each responder")
  }

  @Test("a visit that is not theirs is set aside; later notices are sent")
  func foreign() async throws {
    let device = try await device()
    server.change { $0.script = [.error(404, "NOT_FOUND")] }
    try await device.check(.checkOut, of: Visit.ID(9), at: .sample(1))
    _ = await device.syncNow()
    let status = await device.status.queue
    #expect(status.notices == 0)
    #expect(status.setAside == 1)
  }

  @Test("activities of one event go together, of another one apart; what is refused is set aside")
  func activities() async throws {
    let device = try await device()
    for (event, type) in [("run", "start"), ("run", "water"), ("run", "stop"), ("ride", "start")] {
      let data = type == "water" ? Array(#"{"ml": 200}"#.utf8) : nil
      try await device.record(try #require(EventActivity(type, in: event, data: data)))
    }
    server.change {
      $0.script = [
        .ok(
          #"{"count":2,"stored":2,"duplicates":0,"expired":0,"rejected":[{"index":1,"field":"data","rule":"range","message":"no"}]}"#
        ), .ok(#"{"count":1,"stored":1,"duplicates":0,"expired":0}"#),
      ]
    }
    _ = await device.syncNow()
    let calls = server.calls.filter { $0.path.hasPrefix("/api/events/") }
    #expect(calls.map(\.path) == ["/api/events/run/activity/batch", "/api/events/ride/activity/batch"])
    let told = try ActivityRequest.decode(bytes: try #require(calls.first).body, now: sleeper.now)
    #expect(told.errors.isEmpty)
    #expect(told.activities.map(\.kind.type) == ["start", "water", "stop"])
    #expect(Set(told.activities.map(\.id)).count == 3)
    #expect(await device.status.queue.notices == 0)
    #expect(await device.status.queue.setAside == 1)
  }

  @Test("of too many activities the oldest go and are counted; what the responder has said stays")
  func limit() throws {
    let queue = try file.open().queue(of: TemporaryStore.ana)
    try queue.append(
      [.check(.checkIn, of: Visit.ID(1), proof: VisitProof(.sample(1)))], at: sleeper.now)
    let activity = try #require(EventActivity(location: .sample(1), in: "run"))
    try queue.append(Array(repeating: .activity(activity), count: 1_004), at: sleeper.now)
    #expect(try queue.status().notices == 1_001)
    #expect(try queue.status().evictedNotices == 4)
    #expect(
      try queue.notices().map(\.notice) == [.check(.checkIn, of: Visit.ID(1), proof: VisitProof(.sample(1)))])
    try queue.remove(queue.notices())
    #expect(try queue.status().notices == 1_000)
  }

  @Test(
    "an invalid activity is nil",
    arguments: [
      ("", "run", nil), ("x", "", nil), ("x", "a/b", nil), ("x", "a b", nil),
      (String(repeating: "x", count: 65), "run", nil), ("x", "run", "{"), ("x", "run", ""),
      ("x", "run", "1},{"), ("x", "run", "[[[[[[1]]]]]]"), ("x", "run", #"{"a":1,"a":2}"#),
      ("x", "run", String(repeating: "1", count: 33)),
    ] as [(String, String, String?)])
  func nonsense(type: String, event: String, data: String?) {
    #expect(EventActivity(type, in: event, data: data.map { Array($0.utf8) }) == nil)
  }
}
