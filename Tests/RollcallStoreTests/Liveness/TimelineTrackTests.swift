import Rollcall
import Testing

@testable import RollcallStore

/// Will we ever know where they were? By the responder profile a fix is due each 90 s.
@Suite("Track gaps")
struct TimelineTrackTests {
  /// Fixes until 301, then none until one at 1001.
  private func start(returning: Bool = true) async throws -> TestPhone {
    let phone = try await TestPhone.onDuty(try TestStore())
    try await phone.report(from: 61, to: 301)
    if returning { try await phone.report(from: 1_001, to: 1_061) }
    return phone
  }

  @Test("What is never filled stays blank; while it lasts it is no gap of the list")
  func blank() async throws {
    let phone = try await start(returning: false)
    phone.fixture.clock.set(391)
    #expect(try phone.gaps() == [])
    phone.fixture.clock.set(700)
    #expect(try phone.gaps() == ["301…"])
    #expect(try phone.timeline().timeline.trackGaps == [])
    try await phone.report(from: 1_001, to: 1_061)
    #expect(try phone.gaps() == ["301…1001"])
  }

  @Test("A backlog closes it, in whatever order it comes", arguments: [false, true])
  func backfill(newestFirst: Bool) async throws {
    let phone = try await start()
    var late = Array(stride(from: 361.0, through: 961, by: 60))
    if newestFirst { late.reverse() }
    phone.fixture.clock.set(1_061)
    for (place, moment) in late.enumerated() {
      let now = 1_062 + Double(place)
      try await phone.send([ping(moment)], at: now)
      if place == 0 {
        // What is within D of its neighbours was never lost.
        #expect(try phone.gaps() == [newestFirst ? "301…961" : "361…1001"])
      }
    }
    #expect(try phone.gaps() == ["301…1001 until 1072"])
  }

  @Test("What is filled in part is two: the part that was late, and the part that is lost")
  func partly() async throws {
    let phone = try await start()
    try await phone.send([ping(361), ping(421)], at: 1_062)
    #expect(try phone.gaps() == ["301…421 until 1062", "421…1001"])
  }

  @Test("Server-timed, invalid and off duty fixes fill nothing")
  func doesNotCount() async throws {
    let phone = try await start(returning: false)
    try await phone.send([ping(nil)], at: 500)
    try await phone.send([ping(560, accuracy: -1)], at: 560)
    try await phone.report(from: 1_001, to: 1_001)
    let found = try phone.gaps()
    #expect(found == ["301…1001"])
  }

  @Test("Off duty nothing is missing, wherever the range begins or ends")
  func offDuty() async throws {
    let phone = try await start(returning: false)
    try await phone.duty(DutyChange(state: .offDuty), at: 330)
    try await phone.send([ping(1_500)], at: 1_500)
    try await phone.duty(DutyChange(state: .onDuty), at: 2_000)
    try await phone.report(from: 2_010, to: 2_070)
    for (from, to) in [(0.0, 9_999.0), (330, 9_999), (500, 9_999), (500, 1_000), (0, 1_000), (2_005, 9_999)] {
      #expect(try phone.gaps(from, to) == [], "from \(from) to \(to)")
    }
  }

  @Test("A gap ends where duty ends, also when that lies beyond the range")
  func endsWithDuty() async throws {
    let phone = try await start(returning: false)
    try await phone.duty(DutyChange(state: .offDuty), at: 700)
    phone.fixture.clock.set(1_900)
    for (from, to) in [(0.0, 9_999.0), (0, 500), (600, 650)] {
      #expect(try phone.gaps(from, to) == ["301…700"], "from \(from) to \(to)")
    }
    try await phone.duty(DutyChange(state: .onDuty), at: 2_000)
    phone.fixture.clock.set(2_050)
    #expect(try phone.gaps(0, 500) == ["301…700"], "on duty again, but it ended then")
    try await phone.report(from: 2_060, to: 2_060)
    for (from, to) in [(0.0, 9_999.0), (0, 500), (600, 650), (600, 1_900)] {
      #expect(try phone.gaps(from, to) == ["301…700"], "from \(from) to \(to)")
    }
  }

  @Test("A gap over an end of the range is whole")
  func whole() async throws {
    let phone = try await start()
    for (from, to) in [(0.0, 9_999.0), (500, 9_999), (0, 500), (500, 600), (1_000.999, 1_001)] {
      #expect(try phone.gaps(from, to) == ["301…1001"], "from \(from) to \(to)")
    }
    #expect(try phone.gaps(1_001) == [])
    #expect(try phone.gaps(0, 301) == [])
  }

  @Test("Of a stretch that is over, the gap that still lasts is open, too")
  func openBeyond() async throws {
    let phone = try await start(returning: false)
    phone.fixture.clock.set(2_000)
    #expect(try phone.gaps(0, 500) == ["301…"])
    #expect(try phone.gaps(600, 700) == ["301…"])
  }

  @Test("A backlog taken before the server applied coming on duty belongs to the track")
  func beforeDuty() async throws {
    let phone = try TestStore().phone(profile: "responder")
    phone.fixture.clock.set(0)
    try await phone.duty(DutyChange(state: .onDuty, at: .at(300)), at: 1_000)
    let early = stride(from: 300.0, through: 960, by: 60)
    try await phone.send(try early.map { try ping($0) }, at: 1_001)
    try await phone.report(from: 1_020, to: 1_080)
    #expect(try phone.gaps() == ["300…960 until 1001"])
    for (from, to) in [(500.0, 9_999.0), (0, 9_999), (500, 1_001)] {
      let found = try phone.gaps(from, to)
      #expect(found == ["300…960 until 1001"], "from \(from) to \(to)")
    }
  }

  @Test("A rule with longer thresholds grants more, by the rule of that time")
  func thresholds() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    // Family: 300 s between fixes, D 450 s; moving 120 s, D 180 s.
    try await phone.send([ping(1, 1, speed: 0)], at: 1)
    try await phone.send([ping(401, 2, speed: 5)], at: 401)
    try await phone.send([ping(701, 3, speed: 0)], at: 701)
    try await phone.send([ping(1_101, 4, speed: 0)], at: 1_101)
    #expect(try phone.gaps() == ["401…701"])
  }

  @Test("Who never told where they were has no track that could have gaps")
  func never() async throws {
    let phone = try TestStore().phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 0)
    phone.fixture.clock.set(5_000)
    #expect(try phone.gaps() == [])
  }
}
