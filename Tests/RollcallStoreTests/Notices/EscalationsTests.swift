import Rollcall
import StoreSupport
import Testing

@testable import RollcallStore

@Suite("Channels are told one after the other while nobody acknowledges an alert")
struct EscalationsTests {
  private let desk: NoticeFixture
  private let night, chief: Channel.ID
  private let unassigned = AlertTopic.incidentUnassigned(Incident.ID(7))

  init() throws {
    desk = try NoticeFixture()
    // They are told nothing else.
    let quiet = ChannelWishes(tellsOpened: false, tellsClosed: false)
    (night, chief) = (try desk.channel("Night", wishes: quiet), try desk.channel("Chief", wishes: quiet))
    try set(onlyCritical: true)
  }

  private func set(onlyCritical: Bool) throws {
    let steps = [Escalation.Step(night, after: 300_000), Escalation.Step(chief, after: 600_000)]
    try desk.store.channels.set(
      Escalation(steps: steps, isOnlyCritical: onlyCritical), in: .test(desk.workspace, "eva@example.org"))
  }

  /// Looks, and hands over what is due; how many messages each channel has.
  private func look(_ seconds: Double) throws -> [Int] {
    desk.fixture.clock.set(seconds)
    try desk.store.channels.escalate(in: desk.workspace)
    for notice in try desk.store.channels.dueNotices(limit: 10) {
      guard case .escalated(let alert, let subject) = notice.content else { continue }
      #expect(alert.topic == unassigned && subject == "INC-7")
      try desk.store.channels.record(DeliveryResult(.accepted, status: 200), of: notice.id, chance: 0)
    }
    return [try desk.states(night).count, try desk.states(chief).count]
  }

  @Test("In order and again from the first, until somebody acknowledges")
  func turns() throws {
    desk.fixture.clock.set(1_000)
    let alert = try desk.open(unassigned)
    #expect(try look(1_299) == [0, 0])
    #expect(try look(1_300) == [1, 0])
    #expect(try look(1_300) == [1, 0])
    #expect(try look(1_899) == [1, 0])
    #expect(try look(1_900) == [1, 1])
    #expect(try look(2_200) == [2, 1])
    try desk.store.alerts.act(.acknowledge, on: alert, in: .test(desk.workspace, "eva@example.org"))
    #expect(try look(9_000) == [2, 1])
  }

  @Test("From the first, so long after an acknowledgement was taken back")
  func takenBack() throws {
    desk.fixture.clock.set(1_000)
    let alert = try desk.open(unassigned)
    #expect(try look(1_300) == [1, 0])
    try desk.store.alerts.act(.acknowledge, on: alert, in: .test(desk.workspace, "eva@example.org"))
    desk.fixture.clock.set(5_000)
    try desk.store.alerts.act(.takeBack, on: alert, in: .test(desk.workspace, "eva@example.org"))
    #expect(try next() == ["Night 5300"])
    #expect(try look(5_299) == [1, 0])
    #expect(try look(5_300) == [2, 0])
    #expect(try look(5_900) == [2, 1])
  }

  /// The channel that an alert's page names, and when it is told.
  private func next() throws -> [String] {
    try desk.store.channels.nextTold(in: desk.workspace).values.map {
      "\($0.channel) \($0.at.since(.at(0)) / 1_000)"
    }
  }

  @Test("The next one is known beforehand, while nobody has acknowledged or snoozed it")
  func foretold() throws {
    desk.fixture.clock.set(1_000)
    let alert = try desk.open(unassigned)
    #expect(try next() == ["Night 1300"])
    _ = try look(1_310)
    #expect(try next() == ["Chief 1910"])
    try desk.store.alerts.act(.snooze(.halfHour), on: alert, in: .test(desk.workspace, "eva@example.org"))
    #expect(try next() == [])
    desk.fixture.clock.set(1_310 + 1_801)
    #expect(try next() == ["Chief 1910"])
    try desk.store.alerts.act(.acknowledge, on: alert, in: .test(desk.workspace, "eva@example.org"))
    #expect(try next() == [])
  }

  @Test("Not of an alert that is over or snoozed, and of a calm one only by choice")
  func quiet() throws {
    desk.fixture.clock.set(1_000)
    let alert = try desk.open(unassigned)
    try desk.store.alerts.act(.snooze(.halfHour), on: alert, in: .test(desk.workspace, "eva@example.org"))
    #expect(try look(2_799) == [0, 0])
    #expect(try look(2_800) == [1, 0])
    try desk.close(alert)
    #expect(try look(9_000) == [1, 0])
  }

  @Test("A restart tells once what came due meanwhile, and goes on from there")
  func restart() throws {
    desk.fixture.clock.set(1_000)
    try desk.open(unassigned)
    #expect(try look(1_300) == [1, 0])
    try desk.fixture.restart()
    #expect(try look(1_899) == [1, 0])
    try desk.fixture.restart()
    #expect(try look(5_000) == [1, 1])
    #expect(try look(5_000) == [1, 1])
    #expect(try look(5_299) == [1, 1])
    #expect(try look(5_300) == [2, 1])
  }

  @Test("A channel that is switched off is passed over, and what cannot be set is refused")
  func limits() throws {
    let scope = Scope.test(desk.workspace, "eva@example.org")
    let draft = Channel.Draft(name: "Night", address: "https://hooks.example.org/Night", isOn: false)
    try desk.store.channels.setChannel(night, draft, in: scope)
    desk.fixture.clock.set(1_000)
    try desk.open(unassigned)
    #expect(try look(1_599) == [0, 0])
    #expect(try look(1_600) == [0, 1])
    for steps in [
      [Escalation.Step(Channel.ID(99), after: 60_000)], [Escalation.Step(chief, after: 59_999)],
      Array(repeating: Escalation.Step(chief, after: 60_000), count: 6),
    ] {
      #expect(throws: StoreError.self) { try desk.store.channels.set(Escalation(steps: steps), in: scope) }
    }
    #expect(try desk.store.channels.escalation(of: desk.workspace).steps.count == 2)
  }
}
