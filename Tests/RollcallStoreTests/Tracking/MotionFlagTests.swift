import Rollcall
import Testing

@testable import RollcallStore

/// Reasons to doubt a fix, through real uploads: on the timeline, and where the history is asked for the flag.
@Suite("Doubts of fixes")
struct MotionFlagTests {
  @Test("Each flag is on the timeline and in the history of that flag, and in no other")
  func each() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    try await phone.send([ping(10, 10, mock: .yes)], at: 10)
    try await phone.send([ping(20, 11, lat: 0, lng: 0)], at: 20)
    try await phone.send([ping(30, 12, accuracy: -1)], at: 30)
    try await phone.send([ping(1_000, 13)], at: 40)
    try await phone.send([ping(50, 10)], at: 50)
    try await phone.send([ping(110, 14, lat: 47)], at: 110)
    for moment in [120.0, 180, 240, 300] {
      try await phone.send([ping(moment, Int64(moment), lat: 46.01, speed: 2)], at: moment)
    }
    let expected = [
      "10 mock", "20 null_island", "30 invalid_fix", "40 clock_skew", "50 sequence_conflict", "110 speed",
      "300 frozen",
    ]
    #expect(try phone.flags() == expected)
    #expect(try phone.flags(20, 30) == ["20 null_island"], "half-open")
    for line in expected {
      let word = String(line.split(separator: " ")[1])
      let flag = try #require(DoubtFlags.named(word))
      let found = try fixture.store.tracking.history(
        of: fixture.workspace,
        PingFilter(from: .at(0), to: .at(9_999), responder: phone.id, flags: flag), after: nil, limit: 99)
      #expect(found.map { "\(TestPhone.second($0.effective)) \($0.flags.names.joined())" } == [line])
    }
    let ids = try phone.timeline().timeline.flags.map(\.pingID)
    #expect(Set(ids).count == 7)
    #expect(Set(ids).isSubset(of: try phone.history.map(\.id)))
  }

  @Test(
    "A jump is accused, the fixes around it are not, whether it comes in order or late",
    arguments: [false, true])
  func jump(late: Bool) async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    if !late { try await phone.send([ping(61, lat: 47)], at: 61) }
    try await phone.send([ping(121)], at: 121)
    try await phone.send([ping(181)], at: 181)
    if late { try await phone.send([ping(61, lat: 47)], at: 182) }
    try await phone.send([ping(241)], at: 241)
    #expect(try phone.flags() == ["61 speed"])
  }

  @Test("A late fix is also held against the one after it")
  func lateBeforeNext() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 0)
    try await phone.send([ping(121)], at: 121)
    try await phone.send([ping(61, lat: 47)], at: 182)
    #expect(try phone.flags() == ["61 speed"])
  }

  @Test("A restart forgets nothing that the next fix is held against")
  func restart() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    for moment in [61.0, 121] { try await phone.send([ping(moment, lat: 46.001, speed: 2)], at: moment) }
    try fixture.restart()
    try await phone.send([ping(181, lat: 46.001, speed: 2)], at: 181)
    try fixture.restart()
    try await phone.send([ping(182, lat: 46.001, speed: 2)], at: 182)
    let found = try phone.flags()
    #expect(found == ["182 frozen"])
    try fixture.restart()
    try await phone.send([ping(200, lat: 47)], at: 200)
    #expect(try phone.flags() == ["182 frozen", "200 speed"])
  }

  @Test("A sleeping phone's cached position is not suspect, nor what only the server timed")
  func innocent() async throws {
    let fixture = try TestStore()
    let phone = try await TestPhone.onDuty(fixture)
    for moment in stride(from: 61.0, through: 601, by: 60) {
      try await phone.send([ping(moment)], at: moment)
    }
    try await phone.send([ping(nil, lat: 47)], at: 610)
    try await phone.send([ping(661)], at: 661)
    #expect(try phone.flags() == [])
  }
}
