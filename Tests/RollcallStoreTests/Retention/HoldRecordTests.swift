import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Reports about purges and held data")
struct HoldRecordTests {
  private static let day = HoldFixture.day

  @Test("A timeline shows where positions were purged, how many, and where they are held")
  func timeline() async throws {
    let story = try await HoldFixture.month()
    _ = try story.hold(story.ana, -20 * Self.day, -18 * Self.day)
    try story.purge()
    func span(_ from: Double, _ to: Double) -> TimeSpan { TimeSpan(from: .at(from), to: .at(to)) }
    let shown = try story.store.liveness.timeline(
      of: story.ana.id, in: story.workspace, span(-40 * Self.day, 1))
    let first = -708 * HoldFixture.hour
    #expect(
      shown.purged.reports == [span(first, -20 * Self.day), span(-18 * Self.day, -10 * Self.day)])
    #expect(shown.purged.held == [span(-20 * Self.day, -18 * Self.day)])
    #expect(shown.purged.log == [], "it is kept longer")
    #expect(shown.purged.day == "2027-01-15")
    #expect([shown.purged.dayPings, shown.purged.pings] == [35, 35])
    #expect(shown.reports.map(\.from) == [.at(-20 * Self.day), .at(-10 * Self.day)])
    let recent = try story.store.liveness.timeline(of: story.ana.id, in: story.workspace, span(-Self.day, 1))
    #expect(recent.purged.isEmpty && recent.purged.held.isEmpty)
    // What has expired and waits for the purge is told alike.
    story.fixture.clock.set(Self.day)
    let hidden = try story.store.liveness.timeline(
      of: story.bo.id, in: story.workspace, span(-40 * Self.day, 1))
    #expect(hidden.purged.reports == [span(first, -9 * Self.day)])
  }

  @Test("Visits in a held time stay with their check-ins")
  func visits() async throws {
    let story = try await HoldFixture()
    let person = story.ana.id.rawValue
    try story.fixture.execute(
      "INSERT INTO outlet (id, workspace_id, name, lat, lng) VALUES (1, \(story.workspace.id.rawValue), 'o', 46, 14)"
    )
    for (id, age) in [500.0, 450, 399].enumerated() {
      let at = Timestamp.at(-age * Self.day).milliseconds
      try story.fixture.execute(
        """
        INSERT INTO visit (workspace_id, id, outlet_id, responder_id, from_at, to_at, created_at)
        VALUES (1, \(id), 1, \(person), \(at) - 3600000, \(at), \(at));
        INSERT INTO visit_check (workspace_id, id, visit_id, responder_id, kind, effective_at, received_at, distance_m,
          verdict, reason) VALUES (1, \(id), \(id), \(person), 'check-in', \(at) - 60000, \(at), 5, 'verified', 'r')
        """)
    }
    let hold = try story.hold(story.ana, -450 * Self.day - 600, -450 * Self.day)
    let counts = "SELECT (SELECT count(*) FROM visit) * 10 + (SELECT count(*) FROM visit_check)"
    let ahead = try story.store.retention.retentionPreview(of: story.workspace.id, days: 10)
    #expect(try story.purge().taken.logRows == 2)
    #expect(ahead.logRows == 2, "a visit goes with its check")
    #expect(try story.fixture.integer(counts) == 22)
    try story.store.retention.releaseHold(
      hold, note: "over", in: .test(story.workspace.id, HoldFixture.actor))
    try story.purge()
    #expect(try story.fixture.integer(counts) == 11)
  }

  @Test("The forecast for tonight respects the holds in force at midnight")
  func tonight() async throws {
    let story = try await HoldFixture()
    try story.insert(story.ana, at: Timestamp.at(-20 * Self.day).milliseconds, number: 1)
    try story.insert(story.bo, at: Timestamp.at(-20 * Self.day).milliseconds, number: 2)
    // 2027-01-15T08:00Z is 09:00 in Ljubljana: its day ends 15 h later.
    _ = try story.hold(story.ana, -21 * Self.day, -19 * Self.day, until: 14 * HoldFixture.hour)
    let kept = try story.hold(story.bo, -21 * Self.day, -19 * Self.day, until: 16 * HoldFixture.hour)
    let ahead = try story.store.retention.purgeAhead(of: story.workspace)
    #expect([ahead.pings, ahead.people, ahead.logRows] == [1, 1, 2])
    #expect(ahead.heldBack.holds == [kept])
    #expect([ahead.heldBack.counts.pings, ahead.heldBack.people] == [1, 1])
    story.fixture.clock.set(15 * HoldFixture.hour - 1)
    let taken = try story.purge().taken
    #expect([taken.pings, taken.logRows] == [1, 2])
  }

  @Test("A day on which all that was due is on hold has its certificate, once")
  func certificate() async throws {
    let story = try await HoldFixture()
    try story.insert(story.ana, at: Timestamp.at(-20 * Self.day).milliseconds, number: 1)
    let hold = try story.hold(story.ana, -21 * Self.day, -19 * Self.day)
    for _ in 0..<2 { try story.purge() }
    let ahead = try story.store.retention.purgeAhead(of: story.workspace)
    #expect(
      [ahead.pings, ahead.people, ahead.heldBack.counts.pings, ahead.heldBack.people] == [0, 0, 1, 1])
    for hours in [24.0, 25, 26] {
      story.fixture.clock.set(hours * HoldFixture.hour)
      try story.purge()
    }
    let entries = try story.fixture.texts(
      "SELECT subject || '|' || detail FROM audit WHERE action = 'retention.purge'")
    #expect(entries.count == 1)
    let held =
      "passed over: pings 1, uploads 1, device events 1, log entries 2, of people 1, because of holds \(hold.rawValue)"
    #expect(entries.first?.hasPrefix("2027-01-15|pings 0, uploads 0, device events 0, log entries 0") == true)
    #expect(entries.first?.hasSuffix(held) == true, "\(entries)")
    let days = try story.store.retention.purges(of: story.workspace.id)
    #expect(days.map(\.day) == ["2027-01-16", "2027-01-15"])
    #expect(days.map { $0.entry != nil } == [false, true])
  }
}
