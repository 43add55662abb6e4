import Rollcall
import Testing

@testable import RollcallStore

@Suite("How duty went, from what is stored")
struct DutyDayTests {
  @Test("a shift: fresh, late, silent, away; the fix's age and the battery, on the day and over its midnight")
  func shift() async throws {
    let fixture = try TestStore()
    fixture.clock.set(0)
    let phone = try fixture.phone(profile: "responder")
    try await phone.send([ping(-50, 1, battery: 1)], at: 0)
    try await phone.duty(DutyChange(state: .onDuty), at: 100)
    try await phone.send([ping(200, 2, battery: 0.75)], at: 200)
    try await phone.send([ping(250, 3, battery: 0.5)], at: 260)
    // Silent from 260: late at 340, offline at 440.
    try await phone.send([ping(600, 4, battery: 0.25)], at: 600)
    try await phone.duty(DutyChange(state: .offDuty), at: 620)
    fixture.clock.set(1_000)

    func day(_ from: Double, _ to: Double) throws -> [DutyDay] {
      try fixture.store.dutyDays(
        of: [phone.id], in: fixture.workspace, TimeSpan(from: .at(from), to: .at(to)))
    }
    let whole = try #require(try day(0, 1_000).first)
    #expect(whole.shares.onDuty == 520_000 && whole.shares.unknown == 100_000)
    #expect(whole.shares.online == (340 - 200 + 20) * 1_000)
    #expect(whole.shares.degraded == 100_000 && whole.shares.offline == 160_000)
    // 200–260: 0…60; 260–600: 10…350; 600–620: 0…20.
    #expect(whole.ages.length == 420_000 && whole.ages.ninetyFifth == 328_999)
    #expect(whole.battery.used == 0.5 && whole.battery.shifts == 1)

    let parts = try [day(0, 300), day(300, 1_000)].compactMap(\.first)
    #expect(parts.map(\.shares.onDuty) == [200_000, 320_000])
    #expect(parts.map(\.battery.used) == [0.25, 0.25] && parts.map(\.battery.shifts) == [1, 1])
    #expect(parts.map(\.ages.length) == [100_000, 320_000])
    #expect(try day(0, 100).isEmpty && day(620, 1_000).isEmpty)
    #expect(
      try fixture.store.dutyLengths(
        of: [phone.id], in: fixture.workspace, TimeSpan(from: .at(0), to: .at(1_000)))
        == [phone.id: 520_000])
    let south = try fixture.addWorkspace("south")
    #expect(
      try fixture.store.dutyDays(of: [phone.id], in: south, TimeSpan(from: .at(0), to: .at(1_000))).isEmpty)
  }

  @Test(
    "after random histories the shares are the duty of the timeline, and halves add up",
    arguments: 1...10 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    let fixture = try TestStore()
    fixture.clock.set(0)
    let phone = try fixture.phone(profile: "responder")
    var now = 0.0
    for step in 0..<40 {
      now += random.element([0.5, 30, 100, 200, 600]) ?? 1
      fixture.clock.set(now)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...5: try await phone.send([ping(now - (random.element([0, 0, 40, 500]) ?? 0), Int64(step))])
      case 6...7:
        try await phone.duty(DutyChange(state: random.element([.onDuty, .onMission, .offDuty]) ?? .onDuty))
      case 8:
        now += random.element([4, 300]) ?? 1
        fixture.clock.set(now)
        try fixture.restart()
      default: try fixture.settle()
      }
    }
    try compare(fixture, phone.id, from: 0, to: now)
    try compare(fixture, phone.id, from: now / 3, to: now / 2)
  }

  private func compare(_ fixture: TestStore, _ id: Responder.ID, from: Double, to: Double) throws {
    func shares(_ from: Double, _ to: Double) throws -> DutyShares {
      let span = TimeSpan(from: .at(from), to: .at(to))
      return try fixture.store.dutyDays(of: [id], in: fixture.workspace, span).first?.shares ?? DutyShares()
    }
    let (whole, middle) = (try shares(from, to), (from + to) / 2)
    let span = TimeSpan(from: .at(from), to: .at(to))
    let watched = try fixture.store.timeline(of: id, in: fixture.workspace, span).watched
    #expect(whole.onDuty == watched.compactMap { $0.overlap(span)?.length }.reduce(0, +))
    let halves = try [shares(from, middle), shares(middle, to)]
    for part in [\DutyShares.online, \.degraded, \.offline, \.unknown, \.notObserved] {
      #expect(whole[keyPath: part] == halves.reduce(0) { $0 + $1[keyPath: part] })
    }
  }

  @Test("silences are counted where they began, by the phone that was logged in then")
  func silences() async throws {
    let fixture = try TestStore()
    fixture.clock.set(0)
    let phone = try fixture.phone(profile: "responder")
    try fixture.execute(
      "UPDATE phone_session SET platform = 'android', os_version = '14', app_version = '2.1'")
    try await phone.duty(DutyChange(state: .onDuty), at: 10)
    try await phone.send([ping(20, 1)], at: 20)
    try await phone.send([ping(500, 2)], at: 500)
    fixture.clock.set(1_000)

    func tally(_ from: Double, _ to: Double) throws -> SilenceTally {
      var tally = SilenceTally()
      try fixture.store.tallySilences(
        of: [phone.id], in: fixture.workspace.id, TimeSpan(from: .at(from), to: .at(to)), into: &tally)
      return tally
    }
    let all = try tally(0, 1_000).ranked
    #expect(all.map(\.key.phone) == [SilenceTally.Phone(platform: "android", system: "14", app: "2.1")])
    #expect(all.map(\.sum.silences) == [2] && all.map(\.sum.length) == [980_000])
    #expect(try tally(100, 490).sums.isEmpty)
    #expect(try tally(490, 600).ranked.map(\.sum.length) == [500_000])
  }
}
