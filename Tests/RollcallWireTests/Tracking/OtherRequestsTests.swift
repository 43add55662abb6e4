import Rollcall
import RollcallWire
import Testing

@Suite struct OtherRequestsTests {
  private let now = BatchRequestTests.now

  private func events(_ text: String) throws -> DeviceEventsRequest {
    try DeviceEventsRequest.decode(bytes: Array(#"{"events":[\#(text)]}"#.utf8), now: now)
  }

  @Test(arguments: [
    (#""type":"permission","value":"denied""#, DeviceEvent.Kind.permission(.denied)),
    (#""type":"location_services","value":false"#, .locationServices(false)),
    (#""type":"power","value":"low_power""#, .power(.lowPower)),
    (#""type":"network","value":"none""#, .network(.none)),
    (#""type":"battery","value":0"#, .battery(0)), (#""type":"lifecycle","value":"boot""#, .lifecycle(.boot)),
    (#""type":"duty","value":"on_mission""#, .duty(.onMission)),
  ])
  func everyKindOfEventIsRead(members: String, kind: DeviceEvent.Kind) throws {
    let request = try events(#"{"id":"e1","at":1795253400000,\#(members)}"#)
    #expect(request.events == [DeviceEvent(id: "e1", kind: kind, at: now)])
    #expect(request.errors.isEmpty)
  }

  @Test(arguments: [
    (#""type":"permission","value":"perhaps","at":1795253400000"#, "value", "range"),
    (#""type":"battery","value":1.5,"at":1795253400000"#, "value", "range"),
    (#""type":"battery","value":"full","at":1795253400000"#, "value", "type"),
    (#""type":"location_services","value":1,"at":1795253400000"#, "value", "type"),
    (#""type":"power","at":1795253400000"#, "value", "required"),
    (#""type":"thermal","value":1,"at":1795253400000"#, "type", "range"),
    (#""value":1,"at":1795253400000"#, "type", "required"),
    (#""type":"battery","value":1"#, "at", "required"),
    (#""type":"battery","value":1,"at":"noon""#, "at", "format"),
    (#""type":"battery","value":1,"at":0"#, "at", "too_far"),
    (#""id":"","type":"battery","value":1,"at":1795253400000"#, "id", "range"),
    (#""id":"e\u0000a","type":"battery","value":1,"at":1795253400000"#, "id", "format"),
  ])
  func aBadEventIsAnErrorAndCostsNoOther(bad: String, field: String, rule: String) throws {
    let good = #"{"type":"battery","value":1,"at":"2026-11-21T09:30:00Z"}"#
    let request = try events(#"\#(good),{\#(bad)}"#)
    #expect(request.indices == [0])
    #expect(request.errors.map { [$0.field, $0.rule] } == [[field, rule]])
    #expect(request.errors.first?.index == 1)
  }

  @Test func eventsAreOneToFifty() {
    #expect(throws: WireError.self) { try events("") }
    #expect(throws: WireError.self) { try events(Array(repeating: "{}", count: 51).joined(separator: ",")) }
  }

  @Test func dutyIsRead() throws {
    let full = Array(#"{"state":"on_mission","at":"2026-11-21T09:30:00Z","id":17,"order":"A-1"}"#.utf8)
    let expected = DutyRequest(state: .onMission, at: now, id: "17", order: "A-1")
    #expect(try DutyRequest.decode(bytes: full, now: now) == expected)
    #expect(try DutyRequest.decode(bytes: expected.encode(), now: now) == expected)
    #expect(
      try DutyRequest.decode(bytes: Array(#"{"state":"off_duty"}"#.utf8), now: now)
        == DutyRequest(state: .offDuty))
  }

  @Test(arguments: [
    "{}", #"{"state":"busy"}"#, #"{"state":1}"#, #"{"state":"on_duty","at":"noon"}"#,
    #"{"state":"on_duty","order":""}"#,
    #"{"state":"on_duty","order":true}"#, #"{"state":"on_duty","id":1.5}"#, "[]", "",
  ])
  func badDutyIsRefused(text: String) {
    #expect(throws: WireError.self) { try DutyRequest.decode(bytes: Array(text.utf8), now: now) }
  }

  @Test func aPushTokenIsRead() throws {
    let request = try PushTokenRequest.decode(bytes: Array(#"{"provider":"fcm","token":"abc"}"#.utf8))
    #expect(request.provider == .fcm && request.token == "abc")
    #expect(throws: WireError.self) {
      try PushTokenRequest.decode(bytes: Array(#"{"provider":"fcm","token":""}"#.utf8))
    }
    #expect(throws: WireError.self) { try PushTokenRequest.decode(bytes: Array(#"{"provider":"fcm"}"#.utf8)) }
  }
}
