import Rollcall
import RollcallStore
import Testing

/// What phones do to us, through real uploads: the whole log each time, without a loop and with one.
@Suite("The stories by name")
struct NamedStoryTests {
  static let loops: [Double?] = [nil, 7]
  static let born = "0 nil→off_duty responder/on_duty: off duty"
  static let on = "0 off_duty→unknown responder/on_duty: on duty, no fresh fix yet"
  static let online = "1 unknown→online responder/on_duty: a fresh fix"
  static let degraded = "91 online→degraded responder/on_duty: no fix for 90 s"
  static let offline = "181 degraded→offline responder/on_duty: no contact for 180 s"
  static let back = "300 offline→degraded responder/on_duty: contact without a fresh fix"
  static let quiet = [born, on, online, degraded, offline]

  /// On duty at 0, a fresh fix at 1; then nothing until `end`.
  private func start(quietUntil end: Double, _ loop: Double?) async throws -> TestPhone {
    let phone = try TestStore().phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 0)
    try await phone.send([ping(1, 1)], at: 1)
    try phone.fixture.pass(to: end, every: loop)
    return phone
  }

  private func end(_ phone: TestPhone, at end: Double, _ loop: Double?) throws {
    try phone.fixture.pass(to: end, every: loop)
    try phone.fixture.settle()
  }

  @Test("A replayed backlog, oldest first, is contact until the fresh fix comes", arguments: loops)
  func oldestFirst(loop: Double?) async throws {
    let phone = try await start(quietUntil: 300, loop)
    try await phone.send([ping(60, 2), ping(120, 3)], telemetry: .waiting(3))
    #expect(try phone.row.hasBacklog)
    #expect(try phone.row.live.since == .at(300))
    try await phone.send([ping(180, 4), ping(200, 5)], telemetry: .waiting(1), at: 301)
    try await phone.send([ping(295, 6)], telemetry: .waiting(0), at: 302)
    #expect(try !phone.row.hasBacklog)
    try end(phone, at: 350, loop)
    #expect(
      try phone.log == Self.quiet + [Self.back, "302 degraded→online responder/on_duty: a fresh fix"])
    #expect(try phone.silences == ["1…300 > 90, 180"])
  }

  @Test(
    "A replayed backlog, newest first, is green at once, and its old fixes change nothing", arguments: loops)
  func newestFirst(loop: Double?) async throws {
    let phone = try await start(quietUntil: 300, loop)
    try await phone.send([ping(295, 6)], telemetry: .waiting(4))
    try await phone.send([ping(200, 5), ping(180, 4)], telemetry: .waiting(2), at: 301)
    try await phone.send([ping(120, 3), ping(60, 2)], telemetry: .waiting(0), at: 302)
    #expect(try phone.row.fixAt == .at(295))
    try end(phone, at: 999, loop)
    #expect(
      try phone.log == Self.quiet + [
        "300 offline→online responder/on_duty: a fresh fix",
        "385 online→degraded responder/on_duty: no fix for 90 s",
        "482 degraded→offline responder/on_duty: no contact for 180 s",
      ])
  }

  @Test(
    "An undated backlog is history and contact; its last ping is a fix once nothing waits", arguments: loops)
  func undated(loop: Double?) async throws {
    let phone = try await start(quietUntil: 300, loop)
    try await phone.send([ping(nil, 2), ping(nil, 3)], telemetry: .waiting(2))
    try await phone.send([ping(nil, 4), ping(nil, 5)], telemetry: .waiting(1), at: 310)
    #expect(try phone.status == .degraded)
    try await phone.send([ping(nil, 6)], telemetry: .waiting(0), at: 320)
    #expect(
      try phone.log == Self.quiet + [Self.back, "320 degraded→online responder/on_duty: a fresh fix"])
  }

  @Test("A batch that is tried again with its old sent_at never makes green", arguments: loops)
  func retried(loop: Double?) async throws {
    let phone = try await start(quietUntil: 300, loop)
    for (moment, key) in [(300.0, nil), (400, nil), (700, "k"), (800, "k")] {
      try phone.fixture.pass(to: moment, every: loop)
      try await phone.send([ping(60, 2)], sentAt: .at(60), key: key.map { .key($0) })
      #expect(try phone.status == .degraded)
    }
    #expect(
      try phone.log == Self.quiet + [
        Self.back, "580 degraded→offline responder/on_duty: no contact for 180 s",
        "700 offline→degraded responder/on_duty: contact without a fresh fix",
      ])
    #expect(
      try phone.silences == [
        "1…300 > 90, 180", "300…400 > 90, 180", "400…700 > 90, 180", "700…800 > 90, 180",
      ])
  }

  @Test("Permission revoked, then quiet: degraded by the fix, offline by the last contact", arguments: loops)
  func permission(loop: Double?) async throws {
    let phone = try await start(quietUntil: 60, loop)
    try await phone.tell(.permission(.denied), at: 60)
    #expect(try phone.status == .online)
    try end(phone, at: 999, loop)
    #expect(
      try phone.log == [
        Self.born, Self.on, Self.online, Self.degraded,
        "240 degraded→offline responder/on_duty: no contact for 180 s",
      ])
    #expect(try phone.row.phone.permission.value == .denied)
    #expect(try phone.silences == [], "it has not ended")
  }

  @Test("Accept with a 50 s old fix: the shorter rule grants its whole time", arguments: loops)
  func accept(loop: Double?) async throws {
    let phone = try await start(quietUntil: 51, loop)
    let view = try await phone.duty(DutyChange(state: .onMission, order: "A1"))
    #expect(view.live.status == .online)
    try phone.fixture.pass(to: 200, every: loop)
    try await phone.contact()
    #expect(
      try phone.log == [
        Self.born, Self.on, Self.online, "81 online→degraded responder/on_mission: no fix for 30 s",
        "111 degraded→offline responder/on_mission: no contact for 60 s",
        "200 offline→degraded responder/on_mission: contact without a fresh fix",
      ])
    #expect(try phone.silences == ["51…200 > 30, 60"], "the 50 s before were within the rule of that time")
    #expect(try phone.ruleChanges == ["0 responder/on_duty 90, 180", "51 responder/on_mission 30, 60"])
  }

  @Test(
    "Off duty overnight and on again without a fix: unknown, degraded after D, offline after O",
    arguments: loops)
  func overnight(loop: Double?) async throws {
    let phone = try await start(quietUntil: 30, loop)
    try await phone.duty(DutyChange(state: .offDuty))
    try await phone.send([ping(1_000, 2)], at: 1_000)
    try phone.fixture.pass(to: 30_000, every: loop.map { _ in 600 })
    try await phone.duty(DutyChange(state: .onDuty))
    try end(phone, at: 31_000, loop)
    #expect(
      try phone.log == [
        Self.born, Self.on, Self.online, "30 online→off_duty responder/on_duty: off duty",
        "30000 off_duty→unknown responder/on_duty: on duty, no fresh fix yet",
        "30090 unknown→degraded responder/on_duty: no fix for 90 s",
        "30180 degraded→offline responder/on_duty: no contact for 180 s",
      ])
    try await phone.contact(at: 31_010)
    #expect(try phone.silences == ["30000…31010 > 90, 180"], "the night is nobody's silence")
  }
}
