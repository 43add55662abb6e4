import DeviceKit
import Foundation
import Rollcall
import RollcallWire
import Testing

@Suite("The kit as a whole")
struct RollcallDeviceTests {
  private let file: TemporaryStore
  private let server = AuthServer()
  private let sleeper = Sleeper()
  private let tokens = MemoryTokens()

  init() throws { file = try TemporaryStore() }

  private func device() async throws -> RollcallDevice {
    try await RollcallDevice(
      store: file.open(), tokens: tokens, through: server, clock: sleeper.patientClock)
  }

  private func loggedIn() async throws -> RollcallDevice {
    let device = try await device()
    try await device.logIn(phone: "+38640123456", code: "049130")
    return device
  }

  /// What was told until now, without `changed`.
  private func news(_ device: RollcallDevice, _ count: Int) async -> [DeviceNews] {
    var found: [DeviceNews] = []
    for await item in device.news where item != .changed {
      found.append(item)
      if found.count == count { break }
    }
    return found
  }

  private let offerJSON = #"""
    {"id":5,"state":"sent","expires_at":"2027-01-15T08:01:00.000Z","distance_m":633.6,"drill":false,
     "incident":{"id":7,"kind":"incident","title":"Fall from a ladder","severity":"high",
                 "lat":46.0569,"lng":14.5058,"geo":"geo:46.0569,14.5058","notes":null}}
    """#

  private func offered(_ device: RollcallDevice) async throws -> OfferMessage {
    let json = offerJSON
    server.change { $0.script = [.ok(#"{"offers":[\#(json)]}"#)] }
    await device.fetchOffers()
    guard case .offered(let offer)? = await news(device, 1).first else { throw AuthServer.AnswerLost() }
    return offer
  }

  @Test(
    "off duty nothing is recorded; on duty each due position is, and survives a restart")
  func duty() async throws {
    let device = try await loggedIn()
    #expect(await device.status.duty == DutyRecord(.offDuty))
    await device.located(.sample(1))
    #expect(await device.status.queue.pending == 0)
    try await device.setDuty(.onMission, order: "O-17")
    await device.located(.sample(1))
    #expect(await device.status.queue.pings == 1)
    let again = try await self.device()
    #expect(await again.status.duty == DutyRecord(.onMission, order: "O-17"))
    #expect(await again.status.queue.pings == 1)
    #expect(await again.syncNow())
    #expect(server.batches.first?.pings.first?.recordedAt == sleeper.now)
    #expect(server.batches.first?.telemetry.interval == 60)
  }

  @Test("profiles whose phones announce no duty are on duty from the first login")
  func initialDuty() async throws {
    server.change { $0.profile = "family" }
    #expect(await (try loggedIn()).status.duty.state == .onDuty)
  }

  @Test("a responder who changes phones is still on the duty that the server knows")
  func otherPhone() async throws {
    server.change { $0.duty = "on_mission" }
    #expect(await (try loggedIn()).status.duty == DutyRecord(.onMission, order: "O-1"))
  }

  @Test("after a new login the server's duty applies, unless this phone has unsent changes")
  func loginAgain() async throws {
    let device = try await loggedIn()
    try await device.setDuty(.onDuty)
    #expect(await device.syncNow())
    server.change { $0.duty = "off_duty" }
    try await device.logIn(phone: "+38640123456", code: "1")
    #expect(await device.status.duty == DutyRecord(.offDuty, order: "O-1"), "ended from another phone")
    #expect(await (try self.device()).status.duty.state == .offDuty, "also after a restart")
    server.change { $0.script = [nil] }
    try await device.setDuty(.onMission, order: "O-2")
    #expect(await !device.syncNow())
    try await device.logIn(phone: "+38640123456", code: "1")
    #expect(await device.status.duty == DutyRecord(.onMission, order: "O-2"))
    #expect(await device.syncNow())
    server.change { $0.script = [nil] }
    try await device.logIn(phone: "+38640123456", code: "1")
    #expect(await device.status.duty.order == "O-2", "the server does not say")
  }

  @Test("each responder of a phone has a configuration of their own, also after a restart")
  func configOfEach() async throws {
    @Sendable func config(_ name: String) -> HTTPAnswer {
      var answer = HTTPAnswer.ok(
        #"{"profile":"\#(name)","rules":[{"name":"\#(name)","interval_s":10}],"batch_limit":50,"flags":{}}"#)
      answer.headers["etag"] = "\"\(name)\""
      return answer
    }
    let device = try await loggedIn()
    server.change { $0.script = [config("ana")] }
    await device.refreshConfig()
    #expect(await device.status.config.profile == "ana")
    server.change { $0.owner = 12 }
    try await device.logIn(phone: "+38640999999", code: "1")
    #expect(await device.status.config == .beforeTheFirst, "not in the rhythm of another")
    server.change { $0.script = [config("bor")] }
    await device.refreshConfig()
    #expect(server.calls(to: "/app/v1/config").last?.headers["If-None-Match"] == nil)
    #expect(await (try self.device()).status.config.profile == "bor")
    server.change { $0.owner = 11 }
    try await device.logIn(phone: "+38640123456", code: "1")
    #expect(await device.status.config.profile == "ana")
    try await device.logOut()
    #expect(await device.status.config == .beforeTheFirst)
  }

  @Test(
    "a time of day is in the workspace's time zone, wherever the phone is",
    arguments: ["Asia/Tokyo", "America/Lima"])
  func timeZone(name: String) async throws {
    // 08:00 in UTC: 17:00 in Tokyo, 03:00 in Lima.
    let rules =
      #"[{"name":"night","when":{"between":["22:00","06:00"]},"interval_s":600},{"name":"day","interval_s":60}]"#
    let device = try await loggedIn()
    server.change {
      $0.script = [.ok(#"{"profile":"p","rules":\#(rules),"time_zone":"\#(name)","flags":{}}"#)]
    }
    await device.refreshConfig()
    #expect(await device.sampling.interval == (name == "Asia/Tokyo" ? 60_000 : 600_000))
  }

  @Test("a mission that has ended while the app did not run is over at its first configuration")
  func overMeanwhile() async throws {
    let device = try await loggedIn()
    let offer = try await offered(device)
    try await device.answer(offer, .accept)
    #expect(await device.syncNow())
    let again = try await self.device()
    #expect(await again.status.duty.mission != nil)
    server.change { $0.script = [HTTPAnswer(status: 304), .ok("null")] }
    await again.refreshConfig()
    #expect(await again.status.duty == DutyRecord(.onDuty))
    guard case .missionOver(let mission)? = await news(again, 1).first else {
      Issue.record("not told")
      return
    }
    #expect(mission.offer == 5)
  }

  @Test("a revoked permission is sent although there are no positions any more")
  func permission() async throws {
    let device = try await loggedIn()
    try await device.setDuty(.onDuty)
    await device.report(.permission(.denied))
    await device.located(.sample(1))
    #expect(await device.status.queue.pings == 0)
    #expect(await device.status.signal == PhoneSignal(.permissionDenied))
    #expect(await device.syncNow())
    let body = server.calls(to: "/app/v1/device-events").first.map {
      String(decoding: $0.body, as: UTF8.self)
    }
    #expect(body?.contains(#""type":"permission","value":"denied""#) == true)
  }

  @Test("without a network everything waits, and is sent when there is one")
  func offline() async throws {
    let device = try await loggedIn()
    try await device.setDuty(.onDuty)
    await device.report(.network(.none))
    await device.located(.sample(1))
    #expect(await !device.syncNow())
    #expect(await device.status.signal == PhoneSignal(.noNetwork))
    #expect(await device.status.sync == .waiting(.noNetwork))
    await device.report(.network(.wifi))
    #expect(await device.syncNow())
    #expect(await device.status.queue.pending == 0)
    #expect(await device.status.signal == PhoneSignal(.allWell))
  }

  @Test("a configuration is fetched by its tag, saved, and in force at once")
  func config() async throws {
    let device = try await loggedIn()
    let rules = #"[{"name":"tracking","interval_s":10,"distance_m":5}]"#
    let data =
      #"{"profile":"event","rules":\#(rules),"rule":"tracking","queue_limit":2,"batch_limit":1,"order":"fifo","flags":{}}"#
    server.change { state in
      var answer = HTTPAnswer.ok(data)
      answer.headers["etag"] = "\"t1\""
      state.script = [answer, HTTPAnswer(status: 304)]
    }
    await device.refreshConfig()
    await device.refreshConfig()
    #expect(server.calls(to: "/app/v1/config").map { $0.headers["If-None-Match"] } == [nil, "\"t1\""])
    #expect(await device.status.sampling.interval == 10_000)
    #expect(await (try self.device()).status.config.queueLimit == 2, "also after a restart")
    try await device.setDuty(.onDuty)
    for number in 0..<3 {
      if number > 0 { try await sleeper.clock.sleep(10_000) }
      await device.located(.sample(number))
    }
    #expect(await device.status.queue.evicted == 1)
    #expect(await device.syncNow())
    #expect(server.batches.map { $0.pings.compactMap(\.sequence) } == [[1], [2]])
    #expect(await device.log.text.contains("evicted 1"))
  }

  @Test("an offer is news once; accepted, it is a mission with a way there; completed, it is over")
  func mission() async throws {
    let device = try await loggedIn()
    let offer = try await offered(device)
    try await device.answer(offer, .seen)
    try await device.answer(offer, .accept)
    let mission = try #require(await device.status.duty.mission)
    #expect(mission.navigation == "geo:46.0569,14.5058")
    #expect(await device.status.duty.order == "INC-7")
    #expect(await (try self.device()).status.duty.mission == mission, "also after a restart")
    try await device.report(.arrived)
    try await device.report(.complete)
    #expect(await device.status.duty == DutyRecord(.onDuty))
    let assignment = #"{"id":9,"offer_id":5,"incident":{"id":7}}"#
    server.change { $0.script = [.ok("null"), .ok("null"), .ok(assignment), .ok("null"), .ok(assignment)] }
    #expect(await device.syncNow())
    #expect(
      server.calls.map(\.path).filter { $0.contains("/offers/") || $0.contains("/assignments/") } == [
        "/app/v1/offers/5/seen", "/app/v1/offers/5/accept", "/app/v1/assignments/9/arrived",
        "/app/v1/assignments/9/complete",
      ])
  }

  @Test("a responder who accepts too late is told so, and is not on a mission")
  func tooLate() async throws {
    let device = try await loggedIn()
    let offer = try await offered(device)
    try await device.answer(offer, .accept)
    server.change { $0.script = [.error(409, "CONFLICT")] }
    #expect(await device.syncNow())
    #expect(await device.status.duty == DutyRecord(.onDuty))
    let told = await news(device, 2)
    #expect(told.contains(.tooLate(offer.id)))
  }

  @Test("a withdrawn offer ends its mission, without a message to the server")
  func withdrawn() async throws {
    let device = try await loggedIn()
    let offer = try await offered(device)
    try await device.answer(offer, .accept)
    #expect(await device.syncNow())
    let json = offerJSON.replacingOccurrences(of: "\"sent\"", with: "\"withdrawn\"")
    server.change { $0.script = [.ok(#"{"offers":[\#(json)]}"#)] }
    await device.fetchOffers()
    #expect(await device.status.duty == DutyRecord(.onDuty))
    #expect(await device.status.queue.notices == 0)
  }

  @Test("a revoked session is told once; the queue waits for the same responder")
  func revoked() async throws {
    let device = try await loggedIn()
    try await device.setDuty(.onDuty)
    await device.located(.sample(1))
    server.change { $0.refusal = .sessionRevoked }
    #expect(await !device.syncNow())
    #expect(await device.status.signal == PhoneSignal(.sessionEnded))
    guard case .sessionEnded(let owner)? = await news(device, 1).first else {
      Issue.record("not told")
      return
    }
    #expect(owner.id == 11)
    try await sleeper.clock.sleep(60_000)
    await device.located(.sample(2))
    #expect(await device.status.queue.pings == 2, "the responder is still on duty")
    server.change {
      $0.refusal = nil
      $0.owner = 12
    }
    try await device.logIn(phone: "+38640999999", code: "1")
    #expect(await device.syncNow())
    #expect(server.batches.allSatisfy { $0.pings.count < 2 }, "not under another")
    server.change { $0.owner = 11 }
    try await device.logIn(phone: "+38640123456", code: "1")
    #expect(await device.syncNow())
    #expect(server.batches.last?.pings.count == 2)
  }

  @Test("a logout sends what waits, ends the duty, and forgets the owner")
  func logout() async throws {
    let device = try await loggedIn()
    try await device.setDuty(.onDuty)
    await device.located(.sample(1))
    try await device.logOut()
    #expect(server.batches.count == 1)
    #expect(await device.status.owner == nil)
    #expect(await device.status.signal == PhoneSignal(.loggedOut))
    await device.located(.sample(2))
    try await device.logIn(phone: "+38640123456", code: "1")
    #expect(await device.status.duty.state == .offDuty)
  }

  @Test("the log names classes and counts, never a position, a name or a token")
  func log() async throws {
    let device = try await loggedIn()
    try await device.setDuty(.onDuty)
    await device.located(.sample(1))
    try await sleeper.clock.sleep(30_000)
    server.change { $0.script = [nil] }
    #expect(await !device.syncNow())
    #expect(await device.log.text.contains("waiting no_answer 1 oldest 30 s"))
    _ = await device.syncNow()
    let text = await device.log.text
    #expect(!text.isEmpty)
    for secret in ["46.", "14.5", "Ana", "a1", "+386"] { #expect(!text.contains(secret)) }
  }

  @Test(
    "while it runs, a phone that lies still reports on time, by itself, and the configuration is asked for")
  func runs() async throws {
    let device = try await loggedIn()
    try await device.setDuty(.onDuty)
    await device.moves(.stationary)
    await device.located(.sample(1))
    let task = Task { await device.run() }
    for await _ in device.news where server.batches.count >= 4 { break }
    task.cancel()
    await task.value
    let pings = server.batches.flatMap(\.pings)
    #expect(Set(pings.compactMap(\.sequence)).count >= 4)
    let first = try #require(pings.first?.recordedAt)
    #expect(pings.dropFirst().allSatisfy { ($0.recordedAt?.since(first) ?? 0) >= 60_000 })
    #expect(pings.dropFirst().allSatisfy { ($0.fixAge ?? 0) > 0 })
    #expect(!server.calls(to: "/app/v1/config").isEmpty)
  }
}

@Suite("Standing still")
struct StandingStillTests {
  @Test("a responder who stops moving says so at the old interval, and reports less often only then")
  func stop() async throws {
    let file = try TemporaryStore()
    let sleeper = Sleeper()
    let server = AuthServer()
    let device = try await RollcallDevice(
      store: file.open(), tokens: MemoryTokens(), through: server, clock: sleeper.patientClock)
    try await device.logIn(phone: "+38640123456", code: "049130")
    let rules =
      #"[{"name":"moving","when":{"speed_above_mps":1.0},"interval_s":120},{"name":"stationary","interval_s":300}]"#
    server.change {
      $0.script = [.ok(#"{"profile":"family","rules":\#(rules),"batch_limit":50,"flags":{}}"#)]
    }
    await device.refreshConfig()
    try await device.setDuty(.onDuty)
    await device.moves(.moving)
    var fix = Ping.sample(1)
    fix.speed = 1.4
    await device.located(fix)
    #expect(await device.sampling.interval == 120_000)
    await device.moves(.stationary)
    #expect(await device.sampling.interval == 120_000, "the server does not know yet")
    try await sleeper.clock.sleep(120_000)
    _ = await device.syncNow()
    #expect(await device.sampling.interval == 300_000)
    #expect(server.batches.last?.pings.last?.speed == 0)
  }
}
