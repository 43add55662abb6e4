import DeviceKit
import Rollcall
import Testing

@Suite("A mission that another phone has accepted")
struct MissionElsewhereTests {
  private static let me = #"""
    {"responder":{"id":11,"name":"Ana","profile":"responder"},"duty":{"state":"on_mission","label":"","order":"INC-7"}}
    """#
  private static let assignment = #"""
    {"id":9,"offer_id":5,"since":"2027-01-15T07:50:00.000Z","arrived_at":null,
     "incident":{"id":7,"kind":"incident","title":"Fall from a ladder","severity":"high","lat":46.0569,"lng":14.5058}}
    """#

  @Test("is this one's after a login: with its place, and to be reported", arguments: [true, false])
  func taken(isReinstalled: Bool) async throws {
    let test = try DeviceUnderTest()
    let device = try await test.start()
    if !isReinstalled {
      // The phone has been this responder's before.
      try await device.logIn(phone: "+38640123456", code: "1")
    }
    test.server.change { $0.script = [.ok(Self.me), .ok(Self.assignment)] }
    try await device.logIn(phone: "+38640123456", code: "1")
    let mission = try #require(await device.status.duty.mission)
    #expect(mission.offer == 5 && mission.incident == 7 && !mission.hasArrived)
    #expect(mission.title == "Fall from a ladder")
    #expect(mission.navigation == "geo:46.0569,14.5058")
    try await device.report(.arrived)
    test.server.change { $0.script = [.ok(Self.assignment), .ok("null"), nil] }
    _ = await device.syncNow()
    #expect(test.server.calls(to: "/app/v1/assignments/").map(\.path) == ["/app/v1/assignments/9/arrived"])
    #expect(await (try test.start()).status.duty.mission?.hasArrived == true)
  }

  @Test("one that cannot be read leaves the duty as the server says")
  func unreadable() async throws {
    let test = try DeviceUnderTest()
    let device = try await test.start()
    test.server.change {
      $0.script = [.ok(Self.me), .ok(#"{"id":9,"offer_id":5,"incident":{"id":7,"title":"Where?"}}"#)]
    }
    try await device.logIn(phone: "+38640123456", code: "1")
    #expect(await device.status.duty == DutyRecord(.onMission, order: "INC-7"))
  }
}
