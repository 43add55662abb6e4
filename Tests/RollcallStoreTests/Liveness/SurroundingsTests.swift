import StoreSupport
import Foundation
import Rollcall
import SQL
import Testing

@testable import RollcallStore

/// What holds for a whole workspace, when it is changed; and what changes with the time of day alone.
@Suite("Rules that change without a report")
struct SurroundingsTests {
  /// People on duty at 0, each with a fresh fix at 1.
  private func phones(_ fixture: TestStore, _ count: Int) async throws -> [TestPhone] {
    let phones = try (0..<count).map { try fixture.phone(profile: "responder", name: "\($0)") }
    for phone in phones { try await phone.duty(DutyChange(state: .onDuty), at: 0) }
    for phone in phones { try await phone.send([ping(1, 1)], at: 1) }
    return phones
  }

  private static func responder(degraded: Double, offline: Double) -> Profile {
    var profile = Profile.responder
    profile.rules[1].interval = degraded / 1.5
    profile.rules[1].degraded = degraded
    profile.rules[1].offline = offline
    return profile
  }

  @Test(
    "An edited or imported profile holds for everybody of it at once, for nobody else",
    arguments: [true, false])
  func profile(isImport: Bool) async throws {
    let fixture = try TestStore()
    let elsewhere = try fixture.addWorkspace("south")
    let phones = try await phones(fixture, 2)
    let family = try fixture.phone(name: "Cy")
    let south = try fixture.phone(profile: "responder", name: "Di", slug: "south")
    fixture.clock.set(200)
    let longer = Self.responder(degraded: 300, offline: 600)
    if isImport {
      try fixture.store.fleet.importProfile(longer, slug: "north")
    } else {
      try fixture.store.fleet.editProfile(longer.name, in: .test(fixture.workspace.id, "ana")) { $0 = longer }
    }
    for phone in phones {
      #expect(
        try phone.log.dropFirst(3) == [NamedStoryTests.degraded, NamedStoryTests.offline],
        "what was due before is written by the rule of that time")
      #expect(try phone.ruleChanges == ["0 responder/on_duty 90, 180", "200 responder/on_duty 300, 600"])
      #expect(try phone.row.live.force.thresholds == Thresholds(degraded: 300_000, offline: 600_000))
    }
    #expect(try family.ruleChanges.count == 1)
    #expect(try fixture.ruleChanges(of: south.id).count == 1)
    let row = try #require(fixture.store.boards.entry(of: south.id, in: elsewhere.id))
    #expect(row.live.force.thresholds?.degraded == 90_000)
    try fixture.restart()
    #expect(try phones[0].row.live.force.thresholds == Thresholds(degraded: 300_000, offline: 600_000))
  }

  @Test("A switch counts for those whom it reaches, at once: the thresholds as brought, or as edited")
  func rollout() async throws {
    let fixture = try TestStore()
    let phones = try await phones(fixture, 12)
    fixture.clock.set(10)
    let workspace = fixture.workspace.id
    try fixture.store.fleet.editProfile("responder", in: .test(workspace, "a")) {
      $0 = Self.responder(degraded: 30, offline: 60)
    }
    fixture.clock.set(20)
    let half = Rollout(percent: [.serverThresholds: 50])
    try fixture.store.fleet.setRollout(half, of: workspace, by: "a")
    fixture.clock.set(500)
    try fixture.settle()
    let reached = phones.filter { half.isOn(.serverThresholds, for: $0.id) }
    #expect((1..<12).contains(reached.count))
    for phone in phones {
      let isOn = half.isOn(.serverThresholds, for: phone.id)
      // Shorter: 30 s from the edit on. Longer again: what the newest fix and contact grant.
      let log = isOn ? ["40 30 s", "70 60 s"] : ["91 90 s", "181 180 s"]
      let found = try phone.log.suffix(2).map { line in
        let words = line.split(separator: " ")
        return "\(words[0]) \(words.suffix(2).joined(separator: " "))"
      }
      #expect(found == log)
      #expect(try phone.ruleChanges.count == (isOn ? 2 : 3))
    }
  }

  @Test("Without adaptive intervals the last rule holds, whatever is reported")
  func adaptive() async throws {
    let fixture = try TestStore()
    let phone = try fixture.phone()
    try await phone.send([ping(1, 1, speed: 9)], at: 1)
    try fixture.store.fleet.setRollout(
      Rollout(percent: [.adaptiveIntervals: 0]), of: fixture.workspace.id, by: "a")
    #expect(try phone.row.rule == "stationary")
    try await phone.tell(.battery(0.1), at: 20)
    #expect(try phone.row.rule == "stationary")
    #expect(
      try phone.ruleChanges == ["0 family/stationary 450, 900", "1 family/stationary 450, 900"],
      "the same instant, the last word")
  }

  /// Between 22:00 and 06:00 local time a report is due every 1,800 s, else every 60 s.
  private static let night: Profile = {
    var condition = ProfileRule.Condition()
    condition.between = ["22:00", "06:00"]
    return Profile(
      name: "responder",
      rules: [
        ProfileRule(name: "night", when: condition, interval: 1_800, degraded: 2_700, offline: 5_400),
        ProfileRule(name: "day", interval: 60, degraded: 90, offline: 180),
      ])
  }()

  /// When somebody in a zone is judged by which rule over a whole day and more, without any report; hours of UTC.
  struct Night: CustomTestStringConvertible, Sendable {
    let zone, from, testDescription: String
    let changes: [String]
  }

  static let nights = [
    Night(
      zone: "Europe/Ljubljana", from: "2026-10-24T12:00:00Z", testDescription: "clocks go back, 25 hours",
      changes: ["2026-10-24T20:00 night", "2026-10-25T05:00 day", "2026-10-25T21:00 night"]),
    Night(
      zone: "Europe/Ljubljana", from: "2027-03-27T12:00:00Z", testDescription: "clocks go forward, 23 hours",
      changes: ["2027-03-27T21:00 night", "2027-03-28T04:00 day", "2027-03-28T20:00 night"]),
    Night(
      zone: "Asia/Kolkata", from: "2027-01-01T12:00:00Z", testDescription: "half an hour beside UTC",
      changes: ["2027-01-01T16:30 night", "2027-01-02T00:30 day", "2027-01-02T16:30 night"]),
    Night(
      zone: "UTC", from: "2027-01-01T21:59:59Z", testDescription: "a second before",
      changes: [
        "2027-01-01T22:00 night", "2027-01-02T06:00 day", "2027-01-02T22:00 night", "2027-01-03T06:00 day",
      ]),
  ]

  @Test("A rule on the time of day begins and ends at its instant", arguments: nights, [nil, 1_700.0])
  func timeOfDay(_ night: Night, loop: Double?) async throws {
    let begin = try Date(night.from, strategy: .iso8601)
    let start = begin.timeIntervalSince1970 - Double(Timestamp.at(0).milliseconds) / 1_000
    let fixture = try TestStore(timeZone: night.zone)
    try fixture.store.fleet.importProfile(Self.night, slug: "north")
    fixture.clock.set(start)
    let phone = try fixture.phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty))
    try await phone.send([ping(start, 1)])
    try fixture.pass(to: start + 36 * 3_600, every: loop)
    try fixture.settle()
    let found = try fixture.store.read { db in
      try db.all("SELECT at, rule FROM rule_change WHERE at > \(Self.milliseconds(begin))") { row in
        let at = Date(timeIntervalSince1970: Double(try row["at"] as Int64) / 1_000)
        return
          "\(at.formatted(.iso8601).prefix(16)) \((try row["rule"] as String).dropFirst("responder/".count))"
      }
    }
    #expect(found == night.changes)
    #expect(try phone.log.count == 5, "degraded and offline once, whatever the rule")
  }

  @Test("A longer rule at night keeps somebody green who would not be; the shorter one grants its time")
  func nightKeepsGreen() async throws {
    let fixture = try TestStore(timeZone: "UTC")
    try fixture.store.fleet.importProfile(Self.night, slug: "north")
    // 08:00 UTC is second 0 of a test.
    let (evening, morning) = (14.0 * 3_600, 22.0 * 3_600)
    fixture.clock.set(evening - 60)
    let phone = try fixture.phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty))
    try await phone.send([ping(evening - 60, 1)])
    fixture.clock.set(evening + 1_000)
    try fixture.settle()
    #expect(try phone.status == .online)
    try await phone.send([ping(morning - 100, 2)], at: morning - 100)
    fixture.clock.set(morning + 1_000)
    try await phone.contact()
    #expect(
      try phone.log.dropFirst(3) == [
        "\(Int(evening) - 60 + 2_700) online→degraded responder/night: no fix for 2700 s",
        "\(Int(evening) - 60 + 5_400) degraded→offline responder/night: no contact for 5400 s",
        "\(Int(morning) - 100) offline→online responder/night: a fresh fix",
        "\(Int(morning) + 90) online→degraded responder/day: no fix for 90 s",
        "\(Int(morning) + 180) degraded→offline responder/day: no contact for 180 s",
        "\(Int(morning) + 1_000) offline→degraded responder/day: contact without a fresh fix",
      ])
  }

  @Test("Another zone moves the night at once")
  func zone() async throws {
    let fixture = try TestStore(timeZone: "UTC")
    try fixture.store.fleet.importProfile(Self.night, slug: "north")
    let phone = try fixture.phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 0)
    #expect(try phone.row.rule == "day")
    _ = try fixture.store.fleet.setWorkspace(slug: "north") { $0.timeZone = "America/Los_Angeles" }
    #expect(try phone.row.rule == "night")
    #expect(try phone.row.live.force.until == .at(3_600), "an hour at most: local time may jump")
    try fixture.restart()
    #expect(try phone.row.rule == "night")
  }

  @Test(
    "A rule that is not timed: unknown; a revoked session, then heard again: unknown, not offline for ever")
  func notTimed() async throws {
    let fixture = try TestStore()
    try fixture.store.fleet.importProfile(
      Profile(name: "responder", rules: [ProfileRule(name: "free", interval: nil)]), slug: "north")
    var phone = try fixture.phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 0)
    try await phone.send([ping(1, 1)], at: 1)
    #expect(try phone.log.last == "0 off_duty→unknown not timed")
    for active in [false, true] {
      fixture.clock.set(active ? 20 : 10)
      _ = try fixture.store.phones.setResponder(
        phone.id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: active)
    }
    phone.session = try fixture.login(phone.id)
    try await phone.contact(at: 30)
    #expect(
      try phone.log.suffix(2) == ["10 unknown→offline session revoked", "30 offline→unknown not timed"])
    #expect(try phone.silences == [])
  }

  private static func milliseconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970 * 1_000) }
}
