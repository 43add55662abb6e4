import Rollcall
import Testing

@testable import RollcallStore

/// What is written when this server itself was away: nobody is accused for it, nobody stays green by it.
@Suite("Our own absence")
struct AbsenceTests {
  static let loops = NamedStoryTests.loops
  static let start = [NamedStoryTests.born, NamedStoryTests.on, NamedStoryTests.online]

  private func start(
    longestGap: Milliseconds = .max
  ) async throws -> TestPhone {
    let phone = try TestStore(longestGap: longestGap).phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 0)
    try await phone.send([ping(1, 1)], at: 1)
    return phone
  }

  struct Restart: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let alive, back, end: Double
    let log: [String]
  }

  static let restarts = [
    Restart(
      testDescription: "after 5 s: green ends D after the fix, offline comes 5 s later", alive: 20, back: 25,
      end: 999,
      log: [
        "91 online→unknown no fresh fix since our restart",
        "186 unknown→offline responder/on_duty: no contact for 180 s",
      ]),
    Restart(
      testDescription: "after 5 min: unknown instead of a storm", alive: 20, back: 320, end: 499,
      log: ["320 online→unknown no fresh fix since our restart"]),
    Restart(
      testDescription: "after 5 min, and quiet for O after it", alive: 20, back: 320, end: 999,
      log: [
        "320 online→unknown no fresh fix since our restart",
        "500 unknown→offline responder/on_duty: no contact for 180 s",
      ]),
    Restart(
      testDescription: "after 2 h: what was due before is dated before", alive: 100, back: 7_300, end: 9_000,
      log: [
        "91 online→degraded responder/on_duty: no fix for 90 s",
        "7480 degraded→offline responder/on_duty: no contact for 180 s",
      ]),
    Restart(
      testDescription: "after 2 h that began while green", alive: 60, back: 7_260, end: 7_300,
      log: ["7260 online→unknown no fresh fix since our restart"]),
  ]

  @Test("Restart", arguments: restarts, loops)
  func restart(_ example: Restart, loop: Double?) async throws {
    let phone = try await start()
    let fixture = phone.fixture
    // Without a loop only the last proof of life says how long the server was there.
    fixture.clock.set(example.alive)
    if loop != nil { try fixture.settle() }
    try fixture.store.markAlive()
    fixture.clock.set(example.back)
    try fixture.restart()
    #expect(fixture.store.liveness.observingSince == .at(example.back))
    #expect(try fixture.absences() == ["\(Int(example.alive))…\(Int(example.back))"])
    try fixture.pass(to: example.end, every: loop)
    try fixture.settle()
    #expect(try phone.log == Self.start + example.log)
    #expect(try phone.row.live.settled(at: .at(example.end)).reason == example.log.last.map(Self.rule))
  }

  private static func rule(_ line: String) -> String {
    line.split(separator: " ").dropFirst(2).joined(separator: " ")
  }

  @Test("A phone heard again after our absence is green by a fresh fix, degraded D later without one")
  func heardAgain() async throws {
    for (fresh, log) in [
      (true, "330 unknown→online responder/on_duty: a fresh fix"),
      (false, "410 unknown→degraded responder/on_duty: no fix for 90 s"),
    ] {
      let phone = try await start()
      try phone.fixture.store.markAlive()
      phone.fixture.clock.set(320)
      try phone.fixture.restart()
      if fresh { try await phone.send([ping(329, 2)], at: 330) } else { try await phone.contact(at: 330) }
      phone.fixture.clock.set(415)
      try phone.fixture.settle()
      #expect(try phone.log.dropFirst(4) == [log])
      #expect(try phone.silences == ["1…330 > 90, 180"], "it happened; that it was ours says the absence")
    }
  }

  @Test("Off duty, an absence changes nothing")
  func offDuty() async throws {
    let phone = try await start()
    try await phone.duty(DutyChange(state: .offDuty), at: 10)
    phone.fixture.clock.set(900)
    try phone.fixture.restart()
    #expect(try phone.log.last == "10 online→off_duty responder/on_duty: off duty")
    #expect(try phone.log.count == 4)
  }

  @Test("Absences that follow each other within the life of an alive mark are one, others are not")
  func merged() throws {
    let fixture = try TestStore()
    for (alive, back) in [(10.0, 20.0), (23, 30), (35, 40), (45.001, 50)] {
      fixture.clock.set(alive)
      try fixture.store.markAlive()
      fixture.clock.set(back)
      try fixture.restart()
    }
    #expect(try fixture.absences() == ["10…40", "45.001…50"])
  }

  @Test("A contact between two absences was heard: they stay two")
  func heardBetween() async throws {
    let phone = try TestStore().phone()
    let fixture = phone.fixture
    fixture.clock.set(10)
    try fixture.restart()
    try await phone.contact(at: 11)
    fixture.clock.set(20)
    try fixture.restart()
    #expect(try fixture.absences() == ["0…10", "11…20"])
  }

  @Test("A process that was stopped was away, from its last commit to its next", arguments: [5.0, 5.001])
  func stopped(gap: Double) async throws {
    let phone = try await start(longestGap: 5_000)
    let fixture = phone.fixture
    for moment in stride(from: 5.0, through: 60, by: 5) {
      fixture.clock.set(moment)
      try fixture.store.markAlive()
    }
    fixture.clock.set(60 + gap)
    try fixture.store.markAlive()
    #expect(try fixture.absences() == (gap > 5 ? ["60…65.001"] : []))
    #expect(fixture.store.liveness.observingSince == (gap > 5 ? .at(65.001) : .at(0)))
    #expect(try phone.row.live.degradeBy == .at(91))
    #expect(try phone.row.live.offlineBy == (gap > 5 ? .at(186.001) : .at(181)))
  }

  @Test("Before our absence is written the board shows no green that it would end")
  func unwritten() async throws {
    let phone = try await start(longestGap: 5_000)
    phone.fixture.clock.set(500)
    let workspace = phone.fixture.workspace.id
    let row = try #require(phone.fixture.store.liveness.board(of: workspace).first)
    #expect((row.live.status == .unknown) && row.live.reason == Liveness.restartRule)
    #expect(phone.fixture.store.liveness.boardEntry(of: phone.id, in: workspace)?.live.status == .unknown)
    #expect(try phone.fixture.absences() == [], "nothing was written for it")
  }

  @Test(
    "A request that ends our absence finds it written: the loop, an upload, any contact", arguments: 0..<3)
  func endedBy(request: Int) async throws {
    let phone = try await start(longestGap: 5_000)
    phone.fixture.clock.set(500)
    switch request {
    case 0: try phone.fixture.settle()
    case 1: try await phone.send([ping(2, 2)])
    default: try await phone.contact()
    }
    #expect(try phone.fixture.absences() == ["1…500"])
    let log = try phone.log
    #expect(log.dropFirst(3).first == "500 online→unknown no fresh fix since our restart")
    #expect(log.count == 4)
  }

  @Test(
    "A clock that is set back by an hour: everything keeps its age, on duty or off", arguments: [true, false])
  func setBack(onDuty: Bool) async throws {
    let phone = try await start()
    if !onDuty { try await phone.duty(DutyChange(state: .offDuty), at: 1) }
    // The last proof of life counts as a moment ago: nobody knows how long ago it was.
    phone.fixture.clock.set(1 - 3_600)
    try phone.fixture.store.markAlive()
    #expect(try phone.fixture.absences() == ["-3599…-3599"])
    #expect(try phone.row.live.lastContact == .at(-3_599))
    #expect(try phone.row.live.newestFix == .at(-3_599))
    if !onDuty { try await phone.duty(DutyChange(state: .onDuty), at: -3_590) }
    try await phone.send([ping(-3_580, 2)], at: -3_580)
    #expect(try phone.row.fixAt == .at(-3_580))
    #expect(try phone.status == .online)
    phone.fixture.clock.set(-3_300)
    try phone.fixture.settle()
    #expect(
      try phone.log.filter { $0.hasPrefix("-") }.suffix(2)
        == [
          "-3400 degraded→offline responder/on_duty: no contact for 180 s",
          "-3490 online→degraded responder/on_duty: no fix for 90 s",
        ].reversed())
  }

  @Test("What was due before the clock was set back is dated before, whether a loop ran or not")
  func dueBeforeSetBack() async throws {
    var logs: [[String]] = []
    for loop in [false, true] {
      let phone = try await start()
      phone.fixture.clock.set(100)
      if loop { try phone.fixture.settle() }
      try phone.fixture.store.markAlive()
      phone.fixture.clock.set(-3_500)
      try phone.fixture.store.markAlive()
      logs.append(try phone.log.sorted())
    }
    #expect(logs[0].contains(NamedStoryTests.degraded))
    #expect(logs[0] == logs[1])
  }

  @Test("What a phone says after the clock was set back is not taken for old")
  func reportsAfterSetBack() async throws {
    let phone = try await start()
    try await phone.tell(.power(.lowPower), at: 5)
    try await phone.duty(DutyChange(state: .onMission), at: 6)
    try await phone.tell(.power(.normal), at: -3_590)
    #expect(try phone.row.phone.powerMode.value == .normal)
    try await phone.duty(DutyChange(state: .onDuty, at: .at(-3_580)), at: -3_580)
    #expect(try phone.row.live.duty == .onDuty)
  }

  @Test("A clock that is corrected by a little stands still until it has caught up, also at a restart")
  func small() async throws {
    for restarts in [false, true] {
      let phone = try await start()
      let fixture = phone.fixture
      fixture.clock.set(20)
      try fixture.store.markAlive()
      fixture.clock.set(16)
      if restarts { try fixture.restart() }
      try await phone.contact()
      #expect(try phone.row.live.lastContact == .at(20))
      #expect(try fixture.integer("SELECT at FROM alive") == Int(Timestamp.at(20).milliseconds))
      #expect(try fixture.absences() == [])
      try await phone.contact(at: 21)
      #expect(try phone.row.live.lastContact == .at(21))
      #expect(try phone.log == Self.start)
    }
  }
}
