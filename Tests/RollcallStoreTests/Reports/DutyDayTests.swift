import Seeds
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
      try fixture.store.reports.dutyDays(
        of: [phone.id], in: fixture.workspace, TimeSpan(from: .at(from), to: .at(to)))
    }
    let whole = try #require(try day(0, 1_000).first)
    #expect(whole.shares.onDuty == 520_000 && whole.shares.unknown == 100_000)
    #expect(whole.shares.online == (340 - 200 + 20) * 1_000)
    #expect(whole.shares.degraded == 100_000 && whole.shares.offline == 160_000)
    // 200–260: 0…60; 260–600: 10…350; 600–620: 0…20.
    #expect(whole.ages?.length == 420_000 && whole.ages?.ninetyFifth == 328_999)
    #expect(whole.battery.map { [$0.used, Double($0.shifts)] } == [0.5, 1])

    let parts = try [day(0, 300), day(300, 1_000)].compactMap(\.first)
    #expect(parts.map(\.shares.onDuty) == [200_000, 320_000])
    #expect(parts.map { $0.battery?.used } == [0.25, 0.25] && parts.map { $0.battery?.shifts } == [1, 1])
    #expect(parts.map { $0.ages?.length } == [100_000, 320_000])
    #expect(try day(0, 100).isEmpty && day(620, 1_000).isEmpty)
    #expect(
      try fixture.store.reports.dutyLengths(
        of: [phone.id], in: fixture.workspace, TimeSpan(from: .at(0), to: .at(1_000)))
        == [phone.id: 520_000])
    let south = try fixture.addWorkspace("south")
    #expect(
      try fixture.store.reports.dutyDays(of: [phone.id], in: south, TimeSpan(from: .at(0), to: .at(1_000)))
        .isEmpty)
  }

  /// On duty from 100 on, with the responder's phone; it is 400.
  private func onDuty(_ reports: (TestPhone) async throws -> Void) async throws -> (TestStore, TestPhone) {
    let fixture = try TestStore()
    fixture.clock.set(0)
    let phone = try fixture.phone(profile: "responder")
    try await phone.contact(at: 50)
    try await phone.duty(DutyChange(state: .onDuty), at: 100)
    try await reports(phone)
    fixture.clock.set(400)
    return (fixture, phone)
  }

  private func day(_ fixture: TestStore, _ phone: TestPhone, _ from: Double, _ to: Double) throws -> DutyDay {
    try #require(
      try fixture.store.reports.dutyDays(
        of: [phone.id], in: fixture.workspace, TimeSpan(from: .at(from), to: .at(to))
      ).first)
  }

  @Test("two phones of one shift, and a track that was recorded elsewhere: only a phone's own battery falls")
  func batteries() async throws {
    let (fixture, phone) = try await onDuty { phone in
      try await phone.send([ping(200, 1, battery: 1)], queue: "a", at: 200)
      try await phone.send([ping(210, 1, battery: 0.25)], queue: "b", at: 210)
      try await phone.send([ping(220, 1, battery: 0)], queue: "track-0123456789abcdef", at: 220)
      try await phone.send([ping(230, 2, battery: 0.75)], queue: "a", at: 230)
      try await phone.send([ping(240, 2, battery: 0.125)], queue: "b", at: 240)
      try await phone.send([ping(250, 2, battery: 0.5)], queue: "track-0123456789abcdef", at: 250)
    }
    #expect(try day(fixture, phone, 0, 400).battery.map { [$0.used, Double($0.shifts)] } == [0.375, 1])
    #expect(try day(fixture, phone, 0, 215).battery.map { [$0.used, Double($0.shifts)] } == [0, 0])
    #expect(try day(fixture, phone, 215, 235).battery.map { [$0.used, Double($0.shifts)] } == [0.25, 1])
    #expect(try day(fixture, phone, 235, 400).battery.map { [$0.used, Double($0.shifts)] } == [0.125, 1])
  }

  @Test("a position from the phone's cache is as old as the phone says, whenever the phone looked")
  func cached() async throws {
    func cached(_ seconds: Double, _ sequence: Int64, age: Double) throws -> Ping {
      var ping = try ping(seconds, sequence)
      ping.fixAge = age
      return ping
    }
    let (fixture, phone) = try await onDuty { phone in
      try await phone.send([cached(200, 1, age: 100)], at: 200)
      try await phone.send([cached(300, 2, age: 250)], at: 300)
    }
    // Taken at 100, and nothing newer: 100…300 old, from 200 until 400.
    let ages = try #require(try day(fixture, phone, 0, 400).ages)
    #expect(ages.length == 200_000 && ages.ninetyFifth == 289_999)
    let rest = try #require(try day(fixture, phone, 350, 400).ages)
    #expect(rest.length == 50_000 && rest.ninetyFifth == 297_499)
  }

  @Test("for a duty whose positions have expired, only the statuses are reported")
  func expired() async throws {
    let (fixture, phone) = try await onDuty { phone in
      try await phone.send([ping(200, 1, battery: 1)], at: 200)
      try await phone.send([ping(300, 2, battery: 0.5)], at: 300)
      try await phone.duty(DutyChange(state: .offDuty), at: 350)
    }
    fixture.clock.set(90 * 86_400 + 100)
    #expect(try day(fixture, phone, 0, 400).battery.map { [$0.used, Double($0.shifts)] } == [0.5, 1])
    fixture.clock.set(90 * 86_400 + 101)
    let late = try day(fixture, phone, 0, 400)
    #expect(late.shares.onDuty == 250_000 && late.ages == nil && late.battery == nil)
  }

  @Test(
    "after random histories the shares are the duty of the timeline, and halves add up",
    arguments: Seeds.some(10))
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
      return try fixture.store.reports.dutyDays(of: [id], in: fixture.workspace, span).first?.shares
        ?? DutyShares()
    }
    let (whole, middle) = (try shares(from, to), (from + to) / 2)
    let span = TimeSpan(from: .at(from), to: .at(to))
    let watched = try fixture.store.liveness.timeline(of: id, in: fixture.workspace, span).watched
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
      try fixture.store.reports.tallySilences(
        of: [phone.id], in: fixture.workspace.id, TimeSpan(from: .at(from), to: .at(to)), into: &tally)
      return tally
    }
    // A login that had ended before is nobody's phone of then.
    for (column, ended) in [("revoked_at", 19), ("expires_at", 499)] {
      try fixture.execute("UPDATE phone_session SET \(column) = \(Timestamp.at(Double(ended)).milliseconds)")
      let phones =
        try tally(0, 490).ranked.map(\.key.phone.platform) + tally(490, 600).ranked.map(\.key.phone.platform)
      #expect(phones == (ended == 19 ? ["", ""] : ["android", ""]), "\(column)")
      try fixture.execute(
        "UPDATE phone_session SET revoked_at = NULL, expires_at = \(Timestamp.at(100_000).milliseconds)")
    }
    let all = try tally(0, 1_000).ranked
    #expect(all.map(\.key.phone) == [SilenceTally.Phone(platform: "android", system: "14", app: "2.1")])
    #expect(all.map(\.sum.silences) == [2] && all.map(\.sum.length) == [980_000])
    #expect(try tally(100, 490).sums.isEmpty)
    #expect(try tally(490, 600).ranked.map(\.sum.length) == [500_000])
  }
}
