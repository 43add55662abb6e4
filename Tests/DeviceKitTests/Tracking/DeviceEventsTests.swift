import DeviceKit
import Rollcall
import RollcallWire
import Testing

@Suite("What a phone reports about itself")
struct DeviceEventsTests {
  private static let events: [DeviceEvent] = [
    .permission(.denied), .locationServices(false), .power(.lowPower), .network(.none), .battery(0.05),
    .lifecycle(.boot), .duty(.onMission),
  ].enumerated().map { index, kind in
    DeviceEvent(
      id: index == 0 ? nil : "e-\(index)", kind: kind,
      at: Sleeper.start.advanced(by: Int64(index) * 1_000))
  }

  @Test("events of every kind arrive unchanged")
  func everyKind() async throws {
    let server = ScriptedServer([.error(201, "CREATED")])
    let outcome = await RollcallClient(sender: server, token: "secret").send(Self.events)
    guard case .done = outcome else {
      Issue.record("\(outcome)")
      return
    }
    let call = try #require(server.calls.first)
    #expect(call.method == "POST")
    #expect(call.path == "/app/v1/device-events")
    #expect(call.headers["Authorization"] == "Bearer secret")
    let read = try DeviceEventsRequest.decode(bytes: call.body, now: Sleeper.start)
    #expect(read.errors == [])
    #expect(read.events == Self.events)
  }

  @Test("a change of duty carries its id and order")
  func duty() async throws {
    let server = ScriptedServer([.error(200, "OK")])
    let client = RollcallClient(sender: server, token: "secret")
    _ = await client.setDuty(.onMission, at: Sleeper.start, id: "d-1", order: "M-7")
    let sent = try DutyRequest.decode(bytes: try #require(server.calls.first).body, now: Sleeper.start)
    #expect(sent == DutyRequest(state: .onMission, at: Sleeper.start, id: "d-1", order: "M-7"))
  }
}
