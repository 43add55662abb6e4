import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Activities of an event's participants")
struct EventActivityTests {
  @Test("Start and stop are duty, a position is a ping, others are kept; in the order of their times")
  func effects() async throws {
    // Given somebody who takes part, off duty
    let given = try EventFixture()
    try await given.ana.duty(DutyChange(state: .offDuty), at: 50)
    // When a heap comes in which everything stands upside down
    let heap = [
      Activity.stop("5", 400), try .here("4", 300, 3), .kept("3", 250, data: #"{"url":"x"}"#),
      try .here("2", 200, 1), .start("1", 100),
    ]
    #expect(try await given.count(heap, at: 500) == [5, 0, 0])
    // Then the positions were taken on duty, and duty is over
    #expect(try given.ana.row.live.status == .offDuty)
    #expect(try given.ana.history.map { $0.ping.recordedAt } == [.at(200), .at(300)])
    #expect(try given.fixture.integer("SELECT count(*) FROM ping WHERE on_duty = 1") == 2)
    let duty = try given.fixture.texts(
      "SELECT state FROM duty_change WHERE at >= \(Timestamp.at(100).milliseconds) ORDER BY at")
    #expect(duty == ["on_duty", "off_duty"])
    #expect(
      try given.fixture.texts("SELECT type || coalesce(data, '') FROM event_activity ORDER BY effective_at")
        == ["start", "location", #"photo{"url":"x"}"#, "location", "stop"])
  }

  @Test("A fresh position makes green; a stop that is older than what is applied does not take it away")
  func liveness() async throws {
    let given = try EventFixture()
    #expect(try await given.count([.start("1", 100)], at: 100) == [1, 0, 0])
    #expect(try given.ana.row.live.status == .unknown)
    #expect(try await given.count([try .here("2", 110)], at: 110) == [1, 0, 0])
    #expect(try given.ana.row.live.status == .online)
    #expect(try await given.count([.stop("0", 50)], at: 120) == [1, 0, 0])
    #expect(try given.ana.row.live.status == .online)
    // What is only kept is a contact, too.
    #expect(try await given.count([.kept("3", 4_000)], at: 4_000) == [1, 0, 0])
    #expect(try given.ana.row.live.lastContact == .at(4_000))
    // Back from silence with a fix: online at once, as after any upload.
    #expect(try await given.count([try .here("4", 90_000)], at: 90_000) == [1, 0, 0])
    let last = try given.fixture.texts(
      "SELECT from_status || ' ' || to_status FROM transition ORDER BY id DESC LIMIT 1")
    #expect(last == ["offline online"])
  }

  @Test("The same id of the same participant is the same, also within a heap; another's is another")
  func duplicates() async throws {
    let given = try EventFixture()
    let bor = try given.fixture.phone(name: "Bor", device: "phone-2")
    try given.store.events.addParticipants(
      .profile("family"), to: "run", in: .test(given.fixture.workspace.id, "test"))
    #expect(try await given.count([try .here("1", 10), try .here("1", 20)], at: 30) == [1, 1, 0])
    #expect(try await given.count([try .here("1", 10)], at: 40) == [0, 1, 0])
    #expect(try await given.count([try .here("1", 10)], from: bor, at: 40) == [1, 0, 0])
    #expect(try given.ana.history.count == 1)
    // Of another event the same id is another activity; the position in it is the one that is known.
    _ = try given.store.events.addEvent(
      NewEvent(slug: "walk", name: "Walk"), in: .test(given.fixture.workspace.id, "t"))
    try given.store.events.addParticipants(
      .people([given.ana.id]), to: "walk", in: .test(given.fixture.workspace.id, "t"))
    guard case .taken(let again) = try await given.send([try .here("1", 10)], to: "walk", at: 50) else {
      Issue.record("not taken")
      return
    }
    #expect(again.stored == 1)
    #expect(try given.ana.history.count == 1)
  }

  @Test(
    "Unknown events and those of others are not found, non-participants are refused, and each request is a contact"
  )
  func strangers() async throws {
    let given = try EventFixture()
    let bor = try given.fixture.phone(name: "Bor", device: "phone-2")
    _ = try given.fixture.addWorkspace("south")
    let far = try given.fixture.phone(name: "Far", slug: "south")
    #expect(try await given.send([try .here("1", 10)], to: "nowhere", at: 10) == .noEvent)
    #expect(try await given.send([try .here("1", 10)], from: far, at: 11) == .noEvent)
    #expect(try await given.send([try .here("1", 10)], from: bor, at: 12) == .noParticipant)
    #expect(try given.fixture.history().isEmpty)
    #expect(try bor.row.live.lastContact == .at(12) && far.row.live.lastContact == .at(11))
    // Whoever was taken out is a stranger again.
    try given.store.events.removeParticipants(
      [given.ana.id], from: "run", in: .test(given.fixture.workspace.id, "test"))
    #expect(try await given.send([try .here("1", 10)], at: 13) == .noParticipant)
  }

  @Test("What is older than the retention is counted and not stored")
  func expired() async throws {
    let given = try EventFixture()
    let days = 90 * 86_400.0
    #expect(
      try await given.count([.start("1", 0), try .here("2", 0), try .here("3", days)], at: days + 1) == [
        1, 0, 2,
      ])
    #expect(try given.fixture.integer("SELECT count(*) FROM event_activity") == 1)
  }

  @Test(
    "A purge takes activities with the reports, and what a person sent is in their export and their erasure")
  func purge() async throws {
    let given = try EventFixture()
    #expect(
      try await given.count([.kept("1", 0, data: #""secret""#), .kept("2", 86_400)], at: 86_400) == [2, 0, 0])
    given.fixture.clock.set(90.5 * 86_400)
    var pass = try given.store.retention.beginPurge(of: given.fixture.workspace.id)
    while !pass.isDone { pass = try given.store.retention.purgeSlice(pass) }
    #expect(try given.fixture.texts("SELECT activity_id FROM event_activity") == ["2"])
    let rows = try PersonalDataTests.rows(of: given.ana.id, given.fixture)
    #expect(rows["event_activity"]?.count == 1 && rows["event_participant"]?.count == 1)
    try given.store.privacy.erase(given.ana.id, in: .test(given.fixture.workspace.id, "test"))
    while try given.store.privacy.continueErasure(of: given.ana.id, in: given.fixture.workspace.id) {}
    #expect(
      try given.fixture.integer(
        "SELECT (SELECT count(*) FROM event_activity) + (SELECT count(*) FROM event_participant)") == 0)
  }
}
