import Rollcall
import RollcallWire
import Testing

@Suite struct BatchRequestTests {
  static let now = Timestamp(milliseconds: 1_795_253_400_000)  // 2026-11-21T09:30:00Z

  /// What is read from a batch of one ping with `members` beside a good position.
  private func read(_ members: String, beside: String = "") throws -> BatchRequest {
    let text = #"{"pings":[{"lat":46.05,"lng":14.5,"is_mock":false\#(members)}]\#(beside)}"#
    return try BatchRequest.decode(bytes: Array(text.utf8), now: Self.now)
  }

  private func decode(_ text: String) throws(WireError) -> BatchRequest {
    try BatchRequest.decode(bytes: Array(text.utf8), now: Self.now)
  }

  @Test func everyFieldOfAPingIsRead() throws {
    let request = try read(
      #","sequence":9007199254740991,"recorded_at":"2026-11-21T10:29:59.5+01:00","fix_age_s":3,"accuracy_m":8.5,"#
        + #""speed_mps":1.25,"heading_deg":360,"altitude_m":-3.5,"source":"passive","battery_level":0.81,"#
        + #""signal_quality":"poor","visit_id":7,"unknown":[{"x":1}]"#)
    let position = try #require(Position(latitude: 46.05, longitude: 14.5))
    var ping = Ping(position: position, isMock: .no)
    ping.sequence = Ping.maximumSequence
    ping.recordedAt = Timestamp(milliseconds: 1_795_253_399_500)
    ping.fixAge = 3
    ping.accuracy = 8.5
    ping.speed = 1.25
    ping.heading = 360
    ping.altitude = -3.5
    ping.source = .passive
    ping.batteryLevel = 0.81
    ping.signalQuality = .poor
    ping.visitID = 7
    #expect(request == BatchRequest(batch: Batch(pings: [ping]), indices: [0]))
    #expect(request.everySequenced)
  }

  @Test func everyFieldOfTelemetryIsRead() throws {
    let request = try read(
      "",
      beside:
        #","queue_id":"q","sent_at":1795253400120,"telemetry":{"permission_status":"denied","location_services":false,"#
        + #""power_mode":"low_power","app_state":"background","queue_depth":12,"oldest_entry_age_s":60.5,"#
        + #""network_type":"none","interval_s":7.5}"#)
    var telemetry = Telemetry()
    telemetry.permission = .denied
    telemetry.locationServices = false
    telemetry.powerMode = .lowPower
    telemetry.appState = .background
    telemetry.queueDepth = 12
    telemetry.oldestEntryAge = 60.5
    telemetry.network = Telemetry.Network.none
    telemetry.interval = 7.5
    #expect(request.batch.telemetry == telemetry)
    #expect(request.batch.queueID == "q")
    #expect(request.batch.sentAt == Timestamp(milliseconds: 1_795_253_400_120))
    #expect(request.batch.unknownValues.isEmpty)
  }

  @Test(arguments: [
    (#"{"lng":1,"is_mock":false}"#, "lat", "required"),
    (#"{"lat":null,"lng":1,"is_mock":false}"#, "lat", "required"),
    (#"{"lat":1,"lng":1}"#, "is_mock", "required"), (#"{"lat":1,"lng":1,"is_mock":1}"#, "is_mock", "type"),
    (#"{"lat":90.000001,"lng":1,"is_mock":false}"#, "lat", "range"),
    (#"{"lat":1,"lng":-181,"is_mock":false}"#, "lng", "range"),
    (#"{"lat":1e400,"lng":1,"is_mock":false}"#, "lat", "range"),
    (#"{"lat":"1","lng":1,"is_mock":false}"#, "lat", "type"),
    (#"{"lat":1,"lng":1,"is_mock":false,"sequence":-1}"#, "sequence", "range"),
    (#"{"lat":1,"lng":1,"is_mock":false,"sequence":9007199254740992}"#, "sequence", "range"),
    (#"{"lat":1,"lng":1,"is_mock":false,"sequence":1e300}"#, "sequence", "range"),
    (#"{"lat":1,"lng":1,"is_mock":false,"sequence":1.5}"#, "sequence", "type"),
    (#"{"lat":1,"lng":1,"is_mock":false,"sequence":"1"}"#, "sequence", "type"),
    (#"{"lat":1,"lng":1,"is_mock":false,"recorded_at":"yesterday"}"#, "recorded_at", "format"),
    (#"{"lat":1,"lng":1,"is_mock":false,"recorded_at":1.5}"#, "recorded_at", "format"),
    (#"{"lat":1,"lng":1,"is_mock":false,"recorded_at":true}"#, "recorded_at", "type"),
    (#"{"lat":1,"lng":1,"is_mock":false,"recorded_at":1795253400}"#, "recorded_at", "too_far"),
    (#"{"lat":1,"lng":1,"is_mock":false,"recorded_at":1e30}"#, "recorded_at", "too_far"),
    (
      #"{"lat":1,"lng":1,"is_mock":false,"recorded_at":"2027-11-22T09:30:00.001Z"}"#, "recorded_at", "too_far"
    ),
    (#"{"lat":1,"lng":1,"is_mock":false,"accuracy_m":"8"}"#, "accuracy_m", "type"),
    (#"{"lat":1,"lng":1,"is_mock":false,"source":1}"#, "source", "type"),
    (#"{"lat":1,"lng":1,"is_mock":false,"visit_id":"7"}"#, "visit_id", "type"),
    ("7", "", "type"), ("null", "", "type"), ("[]", "", "type"),
  ])
  func oneBadPingIsAnErrorAndCostsNoOther(bad: String, field: String, rule: String) throws {
    let good = #"{"lat":1,"lng":1,"is_mock":true}"#
    let request = try decode(#"{"pings":[\#(good),\#(bad),\#(good)]}"#)
    #expect(request.indices == [0, 2])
    #expect(request.batch.pings.count == 2)
    #expect(request.errors.map { [$0.field, $0.rule] } == [[field, rule]])
    #expect(request.errors.allSatisfy { $0.index == 1 && !$0.message.isEmpty })
  }

  @Test func allErrorsOfAPingAreTold() throws {
    let request = try decode(#"{"pings":[{"lat":91,"sequence":-1,"recorded_at":"x","speed_mps":"fast"}]}"#)
    #expect(request.errors.map(\.field) == ["lat", "lng", "is_mock", "sequence", "recorded_at", "speed_mps"])
    #expect(request.batch.pings.isEmpty)
  }

  @Test(arguments: [
    (#","speed_mps":-1"#, "speed_mps"), (#","battery_level":-100"#, "battery_level"),
    (#","heading_deg":360.5"#, "heading_deg"),
    (#","fix_age_s":-1"#, "fix_age_s"), (#","source":"telepathy""#, "source"),
    (#","signal_quality":"""#, "signal_quality"),
    (#","altitude_m":1e400"#, "altitude_m"), (#","visit_id":7.5"#, "visit_id"),
    (#","visit_id":1e30"#, "visit_id"),
  ])
  func anOddOptionalValueIsUnknownAndCounted(member: String, field: String) throws {
    let request = try read(member)
    #expect(request.errors.isEmpty)
    #expect(request.batch.unknownValues == [field: 1])
    #expect(try request.batch.pings == read("").batch.pings)
  }

  @Test(arguments: [
    (#""permission_status":"maybe""#, "permission_status"), (#""permission_status":1"#, "permission_status"),
    (#""location_services":"on""#, "location_services"), (#""power_mode":{}"#, "power_mode"),
    (#""queue_depth":-1"#, "queue_depth"), (#""queue_depth":1.5"#, "queue_depth"),
    (#""interval_s":[]"#, "interval_s"),
    (#""oldest_entry_age_s":-0.1"#, "oldest_entry_age_s"), (#""network_type":"5g""#, "network_type"),
  ])
  func oddTelemetryNeverCostsAPing(member: String, field: String) throws {
    let request = try read("", beside: #","telemetry":{\#(member)}"#)
    #expect(request.batch.pings.count == 1 && request.errors.isEmpty)
    #expect(request.batch.telemetry.isEmpty)
    #expect(request.batch.unknownValues == [field: 1])
  }

  @Test(arguments: [#""telemetry":5"#, #""sent_at":"now""#, #""sent_at":true"#, #""sent_at":1e30"#])
  func oddThingsBesideThePingsAreCounted(member: String) throws {
    let request = try read("", beside: "," + member)
    #expect(request.batch.pings.count == 1)
    #expect(request.batch.sentAt == nil)
    #expect(request.batch.unknownValues.values.reduce(0, +) == 1)
  }

  @Test func negativeAccuracyIsKept() throws {
    #expect(try read(#","accuracy_m":-1"#).batch.pings.first?.accuracy == -1)
  }

  @Test(arguments: ["5", "5.0", "5e0", "0.5e1", "50e-1"])
  func anExactIntegerMayBeWrittenAnyWay(number: String) throws {
    #expect(try read(#","sequence":\#(number)"#).batch.pings.first?.sequence == 5)
  }

  @Test func theBoundsAreInside() throws {
    let text = #"{"pings":[{"lat":90,"lng":-180.0,"is_mock":false,"recorded_at":"2027-11-22T09:30:00Z"}]}"#
    #expect(try decode(text).errors.isEmpty)
  }

  @Test(arguments: [
    (#"{}"#, "pings", "required"), (#"{"pings":null}"#, "pings", "required"),
    (#"{"pings":{}}"#, "pings", "type"),
    (#"{"pings":[]}"#, "pings", "range"), (#"[]"#, "", "type"),
    (#"{"pings":[{}],"queue_id":""}"#, "queue_id", "range"),
    (#"{"pings":[{}],"queue_id":5}"#, "queue_id", "type"),
  ])
  func aRequestWithoutPingsIsRefusedAsAWhole(text: String, field: String, rule: String) {
    #expect {
      _ = try decode(text)
    } throws: { error in
      guard case .invalid(let faults)? = error as? WireError else { return false }
      return faults.map { [$0.field, $0.rule] } == [[field, rule]]
    }
  }

  @Test func fiftyPingsAreTakenAndOneMoreIsNot() throws {
    func batch(_ count: Int) -> String {
      #"{"pings":["#
        + Array(repeating: #"{"lat":1,"lng":1,"is_mock":true}"#, count: count).joined(separator: ",") + "]}"
    }
    #expect(try decode(batch(50)).batch.pings.count == 50)
    #expect(throws: WireError.self) { try decode(batch(51)) }
  }

  @Test func theNameOfAQueueHasAtMost128Bytes() throws {
    #expect(
      try read("", beside: #","queue_id":"\#(String(repeating: "é", count: 64))""#).batch.queueID?.utf8.count
        == 128)
    #expect(throws: WireError.self) {
      try read("", beside: #","queue_id":"\#(String(repeating: "é", count: 65))""#)
    }
  }

  @Test func badSyntaxIsToldEvenAfterGoodPings() {
    #expect(throws: WireError.malformed(JSONError(.trailingBytes, at: 47))) {
      try decode(#"{"pings":[{"lat":91,"lng":"x","is_mock":null}]}}"#)
    }
  }

  @Test func theOldPathTakesPingsWithoutMockReport() throws {
    let bytes = Array(#"{"pings":[{"lat":1,"lng":2},{"lat":1,"lng":2,"sequence":1}]}"#.utf8)
    let request = try BatchRequest.decode(bytes: bytes, now: Self.now, mockRequired: false)
    #expect(request.batch.pings.map(\.isMock) == [.unknown, .unknown])
    #expect(!request.everySequenced)
  }

  @Test func aSinglePingHasEverythingBesideIt() throws {
    let text =
      #"{"lat":1,"lng":2,"is_mock":true,"queue_id":"q","sent_at":"2026-11-21T09:30:00Z","queue_depth":3,"power_mode":"odd"}"#
    let request = try BatchRequest.decodeSingle(bytes: Array(text.utf8), now: Self.now)
    #expect(request.batch.pings.map(\.isMock) == [.yes])
    #expect(request.batch.queueID == "q" && request.batch.sentAt == Self.now)
    #expect(request.batch.telemetry.queueDepth == 3)
    #expect(request.batch.unknownValues == ["power_mode": 1])
    let bad = try BatchRequest.decodeSingle(bytes: Array(#"{"lat":1}"#.utf8), now: Self.now)
    #expect(bad.errors.map(\.field) == ["lng", "is_mock"] && bad.batch.pings.isEmpty)
  }
}
