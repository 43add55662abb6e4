import StoreSupport
import Rollcall
import SQL
import Testing

@testable import RollcallStore

@Suite("What channels are told stands in an outbox")
struct NoticeOutboxTests {
  private let desk: NoticeFixture
  private let north = AlertTopic.noOnlineResponders(region: "North")

  init() throws { desk = try NoticeFixture() }

  @Test("An alert is announced in the transaction that opens it, and its end in the one that closes it")
  func life() async throws {
    // Given a channel, and somebody on duty who falls silent
    let channel = try desk.channel()
    desk.fixture.clock.set(1_000)
    let id = try desk.store.fleet.addResponders(
      [NewResponder(name: "Ana", profile: "responder", region: "North")], slug: "north")[0]
    let ana = TestPhone(desk.fixture, try desk.fixture.login(id))
    try await ana.duty(DutyChange(state: .onDuty))
    try await ana.send([ping(1_000, 1)])
    var watch = AlertWatch()
    // When the board is looked at
    desk.fixture.clock.set(1_095)
    #expect(try desk.store.alerts.judgeAlerts(of: desk.workspace, &watch) == 1)
    // Then the message is there, once, however often it is looked at
    #expect(try desk.due() == ["opened North"])
    _ = try desk.store.alerts.judgeAlerts(of: desk.workspace, &watch)
    #expect(try desk.due() == ["opened North"])
    // And again when it is over
    try desk.record(DeliveryResult(.accepted, status: 200))
    try await ana.send([ping(1_100, 2)], at: 1_100)
    #expect(try desk.store.alerts.judgeAlerts(of: desk.workspace, &watch) == 1)
    #expect(try desk.due() == ["closed North"])
    try desk.record(DeliveryResult(.accepted, status: 200))
    #expect(try desk.states(channel) == [.accepted, .accepted])
  }

  @Test("What opens again while it is snoozed is not told; once the snooze is over it is")
  func snoozed() throws {
    let channel = try desk.channel()
    desk.fixture.clock.set(1_000)
    let first = try desk.open(north)
    try desk.record(DeliveryResult(.accepted))
    try desk.store.alerts.act(.snooze(.halfHour), on: first, in: .test(desk.workspace, "eva@example.org"))
    try desk.close(first)
    try desk.record(DeliveryResult(.accepted))
    desk.fixture.clock.set(2_000)
    let second = try desk.open(north)
    try desk.close(second)
    #expect(try desk.states(channel) == [.accepted, .accepted])
    desk.fixture.clock.set(2_900)
    try desk.open(north)
    #expect(try desk.due() == ["opened North"])
  }

  @Test(
    "What opened while it was snoozed and is still open is told when the snooze ends: by itself, by hand, after a restart",
    arguments: [nil, 2_500.0])
  func woken(byHandAt: Double?) throws {
    let channel = try desk.channel()
    desk.fixture.clock.set(1_000)
    let first = try desk.open(north)
    try desk.record(DeliveryResult(.accepted))
    try desk.store.alerts.act(.snooze(.halfHour), on: first, in: .test(desk.workspace, "eva@example.org"))
    var wokenUntil: Timestamp?
    func look(_ seconds: Double) throws -> [String] {
      desk.fixture.clock.set(seconds)
      try desk.store.alerts.wakeSnoozed(of: desk.workspace, since: wokenUntil, at: .at(seconds))
      wokenUntil = .at(seconds)
      return try desk.due()
    }
    #expect(try look(1_100) == [])
    try desk.close(first)
    try desk.record(DeliveryResult(.accepted))
    desk.fixture.clock.set(2_000)
    let second = try desk.open(north)
    #expect(try look(2_400) == [])
    if let byHandAt {
      desk.fixture.clock.set(byHandAt)
      let newest = try #require(
        try desk.store.alerts.care(of: desk.store.alerts.openAlerts(of: desk.workspace), in: desk.workspace)[
          second]?.newest
      )
      try desk.store.alerts.act(.wake, on: second, seen: newest, in: .test(desk.workspace, "eva@example.org"))
    } else {
      // Whoever forgot when it last looked looks at all that are open.
      try desk.fixture.restart()
      wokenUntil = nil
    }
    #expect(try look(2_801) == ["opened North"])
    try desk.record(DeliveryResult(.accepted))
    #expect(try look(2_900) == [], "it is told once")
    #expect(try desk.states(channel) == [.accepted, .accepted, .accepted])
  }

  @Test("A transaction that fails announces nothing")
  func rollback() throws {
    let channel = try desk.channel()
    let alert = try desk.open(north)
    try desk.record(DeliveryResult(.accepted))
    #expect(throws: StoreError.self) {
      try desk.store.write { transaction in
        try transaction.channels.announce(alert: alert, opens: false, in: desk.workspace)
        throw StoreError.conflict("no")
      }
    }
    #expect(try desk.states(channel) == [.accepted])
  }

  @Test("Each channel is told what it wishes for; the end of what it was not told of is no news")
  func wishes() throws {
    let calm = try desk.channel("Calm", wishes: ChannelWishes(isOnlyCritical: true))
    let ends = try desk.channel("Ends", wishes: ChannelWishes(tellsOpened: false))
    let before = try desk.open(north)
    let rate = try desk.open(.highOfflineRate)
    let late = try desk.channel("Late")
    try desk.close(before)
    try desk.close(rate)
    #expect(try desk.states(calm).count == 2)
    #expect(try desk.states(ends).count == 2)
    #expect(try desk.states(late) == [])
  }

  @Test("Messages to one channel come in their order; another channel does not wait for them")
  func order() throws {
    try desk.channel("A")
    let alert = try desk.open(north)
    try desk.close(alert)
    try desk.channel("B")
    try desk.open(.noOnlineResponders(region: "South"))
    #expect(try desk.due().sorted() == ["opened North", "opened South"])
    let first = try #require(
      try desk.store.channels.dueNotices(limit: 9).first { NoticeFixture.words($0) == "opened North" })
    try desk.store.channels.record(DeliveryResult(.retry, reason: "busy"), of: first.id, chance: 0)
    #expect(try desk.due() == ["opened South"], "what follows waits for the one before")
    #expect(try desk.due(at: 5).sorted() == ["opened North", "opened South"])
    try desk.store.channels.record(DeliveryResult(.accepted), of: first.id, chance: 0)
    #expect(try desk.due().sorted() == ["closed North", "opened South"])
  }

  @Test("What was under way when the server ended is due again after its start, under the same id")
  func restart() throws {
    try desk.channel()
    try desk.open(north)
    let before = try desk.store.channels.dueNotices(limit: 9)
    try desk.fixture.restart()
    let after = try desk.store.channels.dueNotices(limit: 9)
    #expect(before.count == 1 && after == before)
  }

  @Test("More than twenty that wait become one, which is told after the first in the row")
  func storm() throws {
    let channel = try desk.channel()
    for number in 1...20 { try desk.open(.noOnlineResponders(region: "R\(number)")) }
    #expect(try desk.states(channel) == Array(repeating: .waiting, count: 20))
    for number in 21...50 { try desk.open(.noOnlineResponders(region: "R\(number)")) }
    try desk.open(.highOfflineRate)
    // The first stays as it is; whatever came after is told in sums, and no more than twenty wait.
    var told: [String] = []
    while let notice = try desk.store.channels.dueNotices(limit: 9).first {
      told.append(NoticeFixture.words(notice))
      try desk.store.channels.record(DeliveryResult(.accepted), of: notice.id, chance: 0)
    }
    #expect(told.first == "opened R1" && told.dropFirst().first?.hasPrefix("sum of ") == true)
    #expect(told.count <= 21)
    let sums = told.compactMap { Int(String($0.split(separator: " ").last ?? "")) }
    #expect(sums.reduce(0, +) + told.count - sums.count == 51, "each alert is told once: \(told)")
    #expect(try desk.store.channels.waitingNotices() == [:])
  }

  @Test("A person who is erased is not told of any more, by name or otherwise")
  func erased() throws {
    let channel = try desk.channel()
    let ana = try desk.fixture.phone(name: "Ana Novak")
    let alert = try desk.open(.responderFlapping(ana.id))
    #expect(try desk.due() == ["opened Ana Novak"])
    try desk.store.write { transaction in
      try transaction.channels.forgetInNotices(
        alerts: "SELECT workspace_id, id FROM alert WHERE id = \(alert)")
      try transaction.db.run("DELETE FROM alert WHERE id = \(alert)")
    }
    #expect(try desk.due() == [])
    try desk.store.channels.tidyNotices()
    let entry = try #require(try desk.store.channels.notices(to: channel, in: desk.workspace).first)
    #expect(entry.state == .cancelled && entry.alert == nil)
  }

  @Test("A purge takes an alert of which a channel was never told, and the message stays without it")
  func purged() throws {
    let channel = try desk.channel()
    let alert = try desk.open(.highOfflineRate)
    desk.fixture.clock.set(60)
    try desk.close(alert)
    #expect(try desk.due() == ["opened North"])
    desk.fixture.clock.set(Double(RetentionLimits.logDays + 1) * 86_400)
    var pass = try desk.store.retention.beginPurge(of: desk.workspace)
    while !pass.isDone { pass = try desk.store.retention.purgeSlice(pass) }
    #expect(try desk.fixture.integer("SELECT count(*) FROM alert") == 0)
    try desk.store.channels.tidyNotices()
    #expect(try desk.store.channels.notices(to: channel, in: desk.workspace).map(\.alert) == [nil, nil])
    #expect(try desk.states(channel) == [.cancelled, .cancelled])
  }

  @Test("Another workspace neither hears of it nor finds the channel")
  func scope() throws {
    let south = try desk.fixture.addWorkspace("south")
    let channel = try desk.channel()
    let foreign = StoreError.notFound("channel \(channel.rawValue)")
    #expect(throws: foreign) { try desk.store.channels.channel(channel, in: south.id) }
    #expect(throws: foreign) { try desk.store.channels.notices(to: channel, in: south.id) }
    #expect(throws: foreign) { try desk.store.channels.removeChannel(channel, in: .test(south.id, "x")) }
    #expect(throws: foreign) { try desk.store.channels.testChannel(channel, in: .test(south.id, "x")) }
    #expect(throws: foreign) { try desk.store.channels.renewChannelSecret(channel, in: .test(south.id, "x")) }
    try desk.store.write { transaction in
      let alert: Int64 = try transaction.next(.alert)
      try transaction.db.run(
        """
        INSERT INTO alert (workspace_id, id, kind, scope, critical, opened_at, detail)
        VALUES (\(south.id), \(alert), 'HighOfflineRate', '', 0, 0, '')
        """)
      try transaction.channels.announce(alert: alert, opens: true, in: south.id)
    }
    #expect(try desk.due() == [])
    #expect(try desk.store.channels.all(of: south.id) == [])
  }
}
