import Rollcall
import Testing

@testable import RollcallStore

@Suite("Rows of the log")
struct LogRowTests {
  static let on = NamedStoryTests.on

  private func start() async throws -> TestPhone {
    let phone = try TestStore().phone(profile: "responder")
    try await phone.duty(DutyChange(state: .onDuty), at: 0)
    try await phone.send([ping(1, 1)], at: 1)
    return phone
  }

  @Test("A person's first row comes from nothing, and is dated when they were added")
  func first() throws {
    let fixture = try TestStore()
    fixture.clock.set(5)
    let ids = try fixture.store.fleet.addResponders(
      [NewResponder(name: "Ana"), NewResponder(name: "Bo", profile: "family")], slug: "north")
    #expect(try fixture.log(of: ids[0]) == ["5 nil→off_duty responder/on_duty: off duty"])
    #expect(try fixture.log(of: ids[1]) == ["5 nil→off_duty family/stationary: off duty"])
    #expect(try fixture.ruleChanges(of: ids[1]) == ["5 family/stationary 450, 900"])
    fixture.clock.set(9)
    _ = try fixture.login(ids[1])
    #expect(
      try fixture.log(of: ids[1]).last == "9 off_duty→unknown family/stationary: on duty, no fresh fix yet")
  }

  @Test(
    "A change is written once, whoever comes first: a request at any moment, or the loop", arguments: 0..<5)
  func once(first: Int) async throws {
    let phone = try await start()
    let fixture = phone.fixture
    fixture.clock.set(200)
    switch first {
    case 0: try fixture.settle()
    case 1: try await phone.contact()
    case 2: try await phone.send([ping(200, 2)])
    case 3: try await phone.tell(.battery(0.5), at: 200)
    default: try fixture.store.fleet.importProfile(.family, slug: "north")
    }
    for _ in 0..<3 {
      try fixture.settle()
      try await phone.contact()
      fixture.clock.set(201)
    }
    let log = try phone.log
    #expect(log.filter { $0 == NamedStoryTests.degraded }.count == 1)
    #expect(log.filter { $0 == NamedStoryTests.offline }.count == 1)
    #expect(log.count == 6)
    #expect(Set(log).count == log.count)
  }

  @Test("At the very instant of a deadline it has not passed; a millisecond later it has")
  func strict() async throws {
    let phone = try await start()
    phone.fixture.clock.set(91)
    #expect(try phone.fixture.store.liveness.settleOverdue() == 0)
    #expect(try phone.fixture.store.liveness.nextDeadline() == .at(91))
    phone.fixture.clock.set(91.001)
    #expect(try phone.fixture.store.liveness.settleOverdue() == 1)
    #expect(try phone.log.last == NamedStoryTests.degraded)
    #expect(try phone.fixture.store.liveness.nextDeadline() == .at(181))
  }

  @Test("A silence is longer than D, ends with a contact of any kind, and is written once", arguments: 0..<4)
  func silences(kind: Int) async throws {
    let phone = try await start()
    for (end, expected) in [(91.0, []), (181.001, ["91…181.001 > 90, 180"])] as [(Double, [String])] {
      phone.fixture.clock.set(end)
      try phone.fixture.settle()
      switch kind {
      case 0: try await phone.contact()
      case 1: try await phone.send([ping(2, 2)])
      case 2: try await phone.tell([DeviceEvent(kind: .battery(0.5), at: .at(2))])
      default: try await phone.duty(DutyChange(state: .onDuty))
      }
      try await phone.contact()
      #expect(try phone.silences == expected)
    }
  }

  @Test("Going off duty ends a silence; what follows is none, and a login that brings on duty is no contact")
  func silencesAndDuty() async throws {
    let phone = try await start()
    try await phone.duty(DutyChange(state: .offDuty), at: 200)
    try await phone.send([ping(1_000, 2)], at: 1_000)
    try await phone.duty(DutyChange(state: .onDuty), at: 5_000)
    try await phone.contact(at: 5_050)
    #expect(try phone.silences == ["1…200 > 90, 180"])
    let family = try phone.fixture.phone(name: "Bo")
    #expect(try family.row.live.lastContact == nil)
    try await family.contact(at: 9_000)
    #expect(try family.silences == [], "there was no last contact yet")
    #expect(try family.status == .unknown)
  }

  @Test("A silence is judged by the rule in force while it lasted, never by the one its end brings")
  func judgedByTheRuleBefore() async throws {
    let fixture = try TestStore()
    let slow = try fixture.phone(name: "Low battery")
    let fast = try fixture.phone(name: "Moving")
    try await slow.send([ping(1, 1, battery: 0.1)], at: 1)
    try await fast.send([ping(1, 1, speed: 5)], at: 1)
    #expect(try slow.row.rule == "battery low" && fast.row.rule == "moving")
    fixture.clock.set(601)
    try await slow.send([ping(600, 2, speed: 5, battery: 0.9)])
    try await fast.send([ping(600, 2, speed: 0, battery: 0.1)])
    #expect(try slow.row.rule == "moving" && fast.row.rule == "battery low")
    #expect(try slow.silences == [], "600 s is as often as it was asked to report")
    #expect(try fast.silences == ["1…601 > 180, 360"])
  }

  @Test("Changes of rule are rows, one for each change")
  func ruleChanges() async throws {
    let phone = try TestStore().phone()
    try await phone.send([ping(10, 1, speed: 5)], at: 10)
    try await phone.send([ping(20, 2, speed: 5)], at: 20)
    try await phone.tell(.battery(0.1), at: 30)
    try await phone.send([ping(25, 3, battery: 0.9)], at: 40)
    #expect(
      try phone.ruleChanges == [
        "0 family/stationary 450, 900", "10 family/moving 180, 360", "30 family/battery low 900, 1800",
      ], "a late battery level decides nothing")
  }

  @Test(
    "Family phone from 900 s to 120 s: nobody is judged at once by the shorter rule",
    arguments: [true, false])
  func family(fresh: Bool) async throws {
    let fixture = try TestStore()
    var family = Profile.family
    family.rules.insert(
      ProfileRule(name: "battery very low", when: .battery(below: 0.1), interval: 900), at: 0)
    try fixture.store.fleet.importProfile(family, slug: "north")
    let phone = try fixture.phone()
    try await phone.send([ping(1, 1, battery: 0.05)], at: 1)
    #expect(try phone.row.live.force.thresholds == Thresholds(degraded: 1_350_000, offline: 2_700_000))
    fixture.clock.set(801)
    try fixture.settle()
    try await phone.send([ping(fresh ? 800 : 400, 2, speed: 5, battery: 0.9)])
    #expect(try phone.status == .online)
    fixture.clock.set(5_000)
    try fixture.settle()
    #expect(
      try phone.log.dropFirst(2) == [
        "1 unknown→online family/battery very low: a fresh fix",
        "\(fresh ? 980 : 981) online→degraded family/moving: no fix for 180 s",
        "1161 degraded→offline family/moving: no contact for 360 s",
      ])
    try await phone.contact()
    #expect(try phone.silences == ["801…5000 > 180, 360"])
  }

  @Test("Somebody made inactive is offline at once, off the board, and never heard of again")
  func inactive() async throws {
    let phone = try await start()
    let fixture = phone.fixture
    func set(_ active: Bool) throws {
      _ = try fixture.store.phones.setResponder(
        phone.id, slug: "north", name: nil, phone: nil, profile: nil, region: nil, isActive: active)
    }
    fixture.clock.set(50)
    try set(false)
    #expect(try phone.log.last == "50 online→offline session revoked")
    #expect(fixture.store.liveness.board(of: phone.session.workspace).isEmpty)
    fixture.clock.set(900)
    try fixture.settle()
    try fixture.restart()
    #expect(fixture.store.liveness.board(of: phone.session.workspace).isEmpty)
    #expect(try phone.log.count == 4)
    try set(true)
    #expect(try phone.status == .offline)
    var again = phone
    again.session = try fixture.login(phone.id)
    #expect(try again.status == .offline, "a new login changes nothing")
    try await again.contact(at: 950)
    #expect(try again.log.last == "950 offline→degraded responder/on_duty: contact without a fresh fix")
  }

  @Test("Only the request's own fix makes green, not one that was fresh before")
  func ownFix() async throws {
    let phone = try await start()
    try await phone.duty(DutyChange(state: .offDuty), at: 5)
    try await phone.duty(DutyChange(state: .onDuty), at: 10)
    try await phone.send([ping(-100, 2)], at: 20)
    #expect(try phone.status == .unknown)
    try await phone.send([ping(1, 1)], at: 25)
    #expect(try phone.status == .online, "sent again, it is still fresh by itself")
  }

  @Test("A new login before the old session ends revokes nothing")
  func newLogin() async throws {
    let phone = try await start()
    _ = try phone.fixture.login(phone.id, device: "phone-2")
    #expect(try phone.status == .online)
    #expect(try phone.log.count == 3)
  }
}
