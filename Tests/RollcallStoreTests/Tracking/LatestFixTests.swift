import Rollcall
import RollcallStore
import Testing

@Suite("Which fix is shown as latest, and which makes green")
struct LatestFixTests {
  @Test("The latest fix only moves forward by effective time")
  func forward() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(100, 2, lat: 46)], at: 100)
    try await phone.send([ping(50, 1, lat: 45), ping(60, 3, lat: 44)], at: 110)
    #expect(try phone.row.position?.latitude == 46)
    #expect(try phone.row.fixAt == .at(100))
    try await phone.send([ping(105, 5, lat: 48), ping(104, 4, lat: 47)], at: 120)
    #expect(try phone.row.position?.latitude == 48)
  }

  @Test("Of equal times the one stored last is latest, and a duplicate of the other does not take it back")
  func ties() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(10, 1, lat: 45), ping(10, 2, lat: 46)], at: 20)
    #expect(try phone.row.position?.latitude == 46)
    try await phone.send([ping(10, 1, lat: 45)], at: 30)
    #expect(try phone.row.position?.latitude == 46)
  }

  @Test("An invalid fix is stored and flagged, and is neither latest nor fresh")
  func invalid() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(10, 1, accuracy: -1)], at: 10)
    let row = try phone.row
    #expect(row.position == nil)
    #expect(row.live.settled(at: .at(10)).status == .unknown)
    #expect(row.live.lastContact == .at(10))
    #expect(try phone.history.map(\.flags) == [.invalidFix])
  }

  @Test("Null island is latest only when no better fix is at hand")
  func nullIsland() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(10, 1, lat: 0, lng: 0)], at: 10)
    #expect(try phone.row.position?.isNullIsland == true)
    try await phone.send([ping(20, 2), ping(30, 3, lat: 0, lng: 0)], at: 30)
    #expect(try phone.row.position?.latitude == 46)
    try await phone.send([ping(40, 4, lat: 0, lng: 0)], at: 40)
    #expect(try phone.row.position?.latitude == 46)
    #expect(try phone.history.map { $0.flags.contains(.nullIsland) } == [true, false, true, true])
  }

  @Test("Pings sent off duty are stored and prove contact; they change neither status nor position")
  func offDuty() async throws {
    let phone = try TestStore().phone(profile: "responder")
    try await phone.send([ping(10, 1, speed: 9, battery: 0.1)], at: 10)
    #expect(try phone.history.count == 1)
    var row = try phone.row
    #expect(row.position == nil)
    #expect(row.phone.battery.value == nil)
    #expect(row.live.lastContact == .at(10))
    try await phone.duty(DutyChange(state: .onDuty), at: 20)
    try await phone.send([ping(10, 1)], at: 30)
    row = try phone.row
    #expect(row.position == nil, "a duplicate of a fix sent off duty does not count either")
    #expect(row.live.settled(at: .at(30)).status == .unknown)
    try await phone.send([ping(35, 2)], at: 40)
    #expect(try phone.row.live.settled(at: .at(40)).status == .online)
  }

  @Test(
    "A position taken on duty belongs to it, although the end of the duty arrived first; it changes nothing else"
  )
  func overtaken() async throws {
    let phone = try await TestPhone.onDuty(try TestStore())
    let before = try phone.row
    try await phone.duty(DutyChange(state: .offDuty, at: .at(300), id: "end"), at: 400)
    let late = try [
      ping(60, 2, lat: 46.001), ping(299, 3, lat: 46.002), ping(300, 4), ping(350, 5), ping(nil, 6),
    ]
    try await phone.send(late, at: 410)
    try await phone.duty(DutyChange(state: .offDuty, at: .at(405), id: "again"), at: 411)
    try await phone.send([ping(240, 7, lat: 46.0015), ping(302, 8, lat: 46.1)], at: 412)
    #expect(
      try phone.fixture.texts(
        "SELECT sequence || ' ' || on_duty FROM ping WHERE sequence > 1 ORDER BY sequence")
        == ["2 1", "3 1", "4 0", "5 0", "6 0", "7 1", "8 0"])
    let after = try phone.row
    #expect(after.fixAt == before.fixAt && after.position == before.position)
    #expect(after.live.settled(at: .at(412)).status == .offDuty)
  }

  @Test("A duplicate brings its fix with the time first stored")
  func duplicate() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(10, 1)], at: 10)
    try await phone.send([ping(10, 1)], at: 2_000)
    #expect(try phone.row.live.newestFix == .at(10))
    #expect(try phone.row.live.settled(at: .at(2_000)).status == .degraded)
  }

  @Test("An undated duplicate stays as old as when it first came")
  func undatedDuplicate() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(nil, 1)], at: 10)
    try await phone.send([ping(nil, 1)], at: 2_000)
    #expect(try phone.row.live.settled(at: .at(2_000)).status == .degraded)
  }

  @Test("Of undated pings only the last of the array can be latest")
  func serverTimed() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(nil, 1, lat: 45), ping(nil, 2, lat: 46)], at: 10)
    #expect(try phone.row.position?.latitude == 46)
    #expect(try phone.row.fixAt == .at(10))
    #expect(try phone.history.map(\.timeSource) == [.server, .server])
    try await phone.send([ping(nil, 3, lat: 47), ping(12, 4, lat: 48)], at: 20)
    #expect(try phone.row.position?.latitude == 48)
  }

  @Test("Undated pings of a phone that has more waiting are history and contact")
  func serverTimedBacklog() async throws {
    let phone = try TestStore().phone()
    var telemetry = Telemetry()
    telemetry.queueDepth = 1
    try await phone.send([ping(nil, 1)], telemetry: telemetry, at: 10)
    #expect(try phone.row.position == nil)
    #expect(try phone.row.live.settled(at: .at(10)).status == .unknown)
    telemetry.queueDepth = 0
    try await phone.send([ping(nil, 2)], telemetry: telemetry, at: 20)
    #expect(try phone.row.live.settled(at: .at(20)).status == .online)
  }

  @Test("A ping too far ahead is timed by the server, flagged, and a retry of it is not fresh again")
  func tooFarAhead() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(400, 1), ping(5, 2)], at: 10)
    #expect(try phone.row.fixAt == .at(5))
    let stored = try #require(try phone.history.first { $0.ping.sequence == 1 })
    #expect(stored.effective == .at(10))
    #expect(stored.flags == .clockSkew)
    #expect(stored.ping.recordedAt == .at(400))
    try await phone.send([ping(400, 1)], at: 1_000)
    #expect(try phone.row.live.settled(at: .at(1_000)).status == .degraded)
  }

  @Test("A ping that the server timed stays so when it comes again, though the clock is known by now")
  func serverTimedAgain() async throws {
    let phone = try TestStore().phone()
    var waiting = Telemetry()
    waiting.queueDepth = 1
    try await phone.send([ping(3_600, 1)], sentAt: .at(3_600), telemetry: waiting, at: 0)
    try await phone.send([ping(3_600, 1), ping(3_660, 2, accuracy: -1)], sentAt: .at(3_660), at: 60)
    #expect(try phone.row.position == nil)
  }

  @Test("A position from the phone's cache is as old as the phone says")
  func cached() async throws {
    let phone = try TestStore().phone()
    var old = try ping(1_000, 1)
    old.fixAge = 900
    try await phone.send([old], at: 1_000)
    #expect(try phone.row.live.settled(at: .at(1_000)).status == .unknown)
    #expect(try phone.row.fixAt == .at(1_000))
    old = try ping(1_010, 2)
    old.fixAge = 3
    try await phone.send([old], at: 1_010)
    #expect(try phone.row.live.settled(at: .at(1_010)).status == .online)
    #expect(try phone.row.live.newestFix == .at(1_007))
  }

  @Test("A mock fix is stored and flagged, and shown with its flag")
  func mock() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(10, 1, mock: .yes), ping(11, 2, mock: .unknown)], at: 12)
    #expect(try phone.history.map(\.flags) == [.mock, []])
    #expect(try phone.history.map(\.ping.isMock) == [.yes, .unknown])
  }
}
