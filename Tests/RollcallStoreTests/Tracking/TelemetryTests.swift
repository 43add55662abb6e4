import Rollcall
import RollcallStore
import Testing

@Suite("What uploads say about the phone")
struct TelemetryTests {
  @Test("Telemetry reaches the rule in force and the board")
  func rule() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(10, 1)], at: 10)
    #expect(try phone.row.rule == "stationary")
    try await phone.send([ping(20, 2, speed: 3)], at: 20)
    #expect(try phone.row.rule == "moving")
    try await phone.send([ping(30, 3, battery: 0.15)], at: 30)
    #expect(try phone.row.rule == "battery low")
    #expect(try phone.row.phone.battery.value == 0.15)
    #expect(try phone.row.live.force.name == "family/battery low")
    #expect(try phone.row.live.force.thresholds == Thresholds(degraded: 900_000, offline: 1_800_000))
  }

  @Test("A late value does not decide the rule")
  func late() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(20, 2, battery: 0.9)], at: 20)
    try await phone.send([ping(10, 1, battery: 0.1)], at: 30)
    #expect(try phone.row.rule == "stationary")
    #expect(try phone.row.phone.battery.value == 0.9)
  }

  @Test("The backlog badge: more is waiting, or only old fixes came")
  func backlog() async throws {
    let phone = try TestStore().phone()
    func send(_ taken: Double, depth: Int64?, at moment: Double) async throws -> Bool {
      var telemetry = Telemetry()
      telemetry.queueDepth = depth
      try await phone.send([ping(taken)], telemetry: telemetry, at: moment)
      return try phone.row.hasBacklog
    }
    #expect(try await send(1_000, depth: nil, at: 1_000) == false)
    #expect(try await send(1_010, depth: 3, at: 1_010) == true)
    #expect(try await send(1_020, depth: nil, at: 1_020) == true, "the newest telemetry still says so")
    #expect(try await send(1_030, depth: 0, at: 1_030) == false)
    #expect(try await send(500, depth: 0, at: 1_040) == true, "450 s is the threshold")
    #expect(try await send(1_050, depth: nil, at: 1_050) == false)
  }

  @Test("A copy of an old body says nothing new about the phone")
  func stale() async throws {
    let phone = try TestStore().phone()
    var (old, new) = (Telemetry(), Telemetry())
    (old.permission, old.queueDepth) = (.denied, 7)
    (new.permission, new.queueDepth) = (.granted, 0)
    try await phone.send([ping(10, 1)], sentAt: .at(10), telemetry: old, at: 10)
    try await phone.send([ping(70, 2)], sentAt: .at(70), telemetry: new, at: 70)
    try await phone.send([ping(10, 1)], sentAt: .at(10), telemetry: old, at: 80)
    #expect(try await phone.contact().permission == .granted)
    #expect(try phone.row.hasBacklog == false)
  }

  @Test("An upload of which nothing was fit is contact and telemetry")
  func allRejected() async throws {
    let phone = try TestStore().phone()
    var telemetry = Telemetry()
    telemetry.locationServices = false
    phone.fixture.clock.set(10)
    let answer = try await phone.upload(Upload(batch: Batch(pings: [], telemetry: telemetry), rejected: 3))
    #expect(answer == Answer(0))
    let view = try await phone.contact()
    #expect(view.locationServices == false)
  }

  @Test("Device events reach the same values, once each")
  func events() async throws {
    let phone = try TestStore().phone()
    let events = [
      DeviceEvent(id: "1", kind: .permission(.denied), at: .at(5)),
      DeviceEvent(id: "2", kind: .battery(0.1), at: .at(6)),
      DeviceEvent(kind: .lifecycle(.boot), at: .at(7)),
    ]
    #expect(try await phone.tell(events, at: 10) == 3)
    #expect(try await phone.tell(events, at: 20) == 1, "an event without an id cannot be known again")
    #expect(try phone.row.rule == "battery low")
    #expect(try phone.row.live.lastContact == .at(20))
    #expect(try await phone.contact().permission == .denied)
    #expect(
      try await phone.tell([DeviceEvent(id: "3", kind: .permission(.granted), at: .at(4))], at: 30) == 1)
    #expect(try await phone.contact().permission == .denied, "the older value came later")
    #expect(try phone.row.live.settled(at: .at(30)).status == .unknown, "an event is no fix")
  }

  @Test("An id seen before is the same event, whatever else it says")
  func sameEvent() async throws {
    let phone = try TestStore().phone()
    try await phone.tell([DeviceEvent(id: "1", kind: .battery(0.5), at: .at(5))], at: 10)
    #expect(try await phone.tell([DeviceEvent(id: "1", kind: .battery(0.1), at: .at(9))], at: 20) == 0)
    #expect(try phone.row.phone.battery.value == 0.5)
  }
}
