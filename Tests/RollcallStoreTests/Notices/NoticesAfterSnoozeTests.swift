import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("What opened while it was snoozed is told when the last snooze is over")
struct NoticesAfterSnoozeTests {
  private let desk: NoticeFixture
  private let north = AlertTopic.noOnlineResponders(region: "North")

  init() throws { desk = try NoticeFixture() }

  /// Looks as the look at the board does, and says what is due then.
  private func look(_ seconds: Double, _ wokenUntil: inout Timestamp?) throws -> [String] {
    desk.fixture.clock.set(seconds)
    try desk.store.alerts.wakeSnoozed(of: desk.workspace, since: wokenUntil, at: .at(seconds))
    wokenUntil = .at(seconds)
    return try desk.due()
  }

  private func snooze(_ alert: Int64, _ length: AlertSnooze, at seconds: Double) throws {
    desk.fixture.clock.set(seconds)
    try desk.store.alerts.act(.snooze(length), on: alert, in: .test(desk.workspace, "eva@example.org"))
  }

  /// Another alert of the trouble, opened while the one before was snoozed.
  private func reopened(_ first: Int64, at seconds: Double) throws -> Int64 {
    desk.fixture.clock.set(seconds)
    try desk.close(first)
    try desk.record(DeliveryResult(.accepted))
    return try desk.open(north)
  }

  @Test(
    "Snoozed again it is told when the second snooze ends, longer or shorter, and once",
    arguments: [
      (AlertSnooze.halfHour, AlertSnooze.twoHours, 9_400.0), (.twoHours, .halfHour, 4_000.0),
    ])
  func again(first: AlertSnooze, second: AlertSnooze, end: Double) throws {
    let channel = try desk.channel()
    desk.fixture.clock.set(1_000)
    let alert = try desk.open(north)
    try desk.record(DeliveryResult(.accepted))
    try snooze(alert, first, at: 1_000)
    var wokenUntil: Timestamp?
    #expect(try look(1_100, &wokenUntil) == [])
    let next = try reopened(alert, at: 1_600)
    try snooze(next, second, at: 2_200)
    for seconds in [2_801, end - 1] { #expect(try look(seconds, &wokenUntil) == [], "\(seconds)") }
    #expect(try look(end + 1, &wokenUntil) == ["opened North"])
    try desk.record(DeliveryResult(.accepted))
    for seconds in [end + 2, 10_000] { #expect(try look(seconds, &wokenUntil) == [], "\(seconds)") }
    #expect(try desk.states(channel) == [.accepted, .accepted, .accepted])
  }

  @Test("An opening that is dated before the snooze was snoozed all the same, and is told after it")
  func dated() throws {
    try desk.channel()
    desk.fixture.clock.set(1_000)
    let alert = try desk.open(north)
    try desk.record(DeliveryResult(.accepted))
    try snooze(alert, .halfHour, at: 1_500)
    let next = try reopened(alert, at: 1_510)
    try desk.fixture.execute(
      "UPDATE alert SET opened_at = \(Timestamp.at(1_490).milliseconds) WHERE id = \(next)")
    var wokenUntil: Timestamp?
    #expect(try look(1_520, &wokenUntil) == [])
    #expect(try look(3_301, &wokenUntil) == ["opened North"])
  }

  @Test("What opened before anybody was to be told is not told because its own snooze ends")
  func before() throws {
    desk.fixture.clock.set(1_000)
    let alert = try desk.open(north)
    try desk.channel()
    try snooze(alert, .halfHour, at: 1_100)
    var wokenUntil: Timestamp?
    for seconds in [1_200.0, 2_901] { #expect(try look(seconds, &wokenUntil) == [], "\(seconds)") }
  }
}
