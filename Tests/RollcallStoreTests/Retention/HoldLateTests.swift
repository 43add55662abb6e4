import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Late uploads for an expired time on hold")
struct HoldLateTests {
  private static let day = HoldFixture.day

  @Test("Is stored; nothing else is that has expired")
  func stored() async throws {
    let story = try await HoldFixture()
    let hold = try story.hold(story.ana, -20 * Self.day, -18 * Self.day)
    let backlog = try [ping(-19 * Self.day, 2), ping(-15 * Self.day, 3), ping(-Self.day, 4)]
    #expect(try await story.ana.send(backlog, at: 10) == Answer(2, 0, 1))
    #expect(try await story.bo.send(backlog, at: 10) == Answer(1, 0, 2))
    #expect(try await story.ana.send(backlog, at: 20) == Answer(0, 2, 1))
    try story.purge()
    #expect(try story.ana.history.map(\.ping.sequence) == [2, 4, 1])
    // The span's end is not held.
    #expect(try await story.ana.send([ping(-18 * Self.day, 5)], at: 30) == Answer(0, 0, 1))
    try story.store.retention.releaseHold(
      hold, note: "over", in: .test(story.workspace.id, HoldFixture.actor))
    #expect(try await story.ana.send([ping(-19 * Self.day + 1, 6)], at: 40) == Answer(0, 0, 1))
    try story.purge()
    #expect(try story.ana.history.map(\.ping.sequence) == [4, 1])
  }

  @Test("Are stored for all people to whom an incident on hold was offered")
  func incident() async throws {
    let story = try await HoldFixture()
    let opened = -20 * Self.day
    let incident = try story.incident(
      story.ana, from: Timestamp.at(opened).milliseconds, to: Timestamp.at(opened + 600).milliseconds)
    _ = try story.store.retention.addHold(
      NewHold(.incident(incident), reason: "an inquest"), in: .test(story.workspace.id, HoldFixture.actor))
    #expect(try await story.ana.send([ping(opened - 3_000, 2)], at: 10) == Answer(1))
    #expect(try await story.bo.send([ping(opened - 3_000, 2)], at: 10) == Answer(0, 0, 1))
  }

  @Test("Are evidence, not a present position")
  func evidence() async throws {
    let story = try await HoldFixture()
    _ = try story.hold(story.ana, -20 * Self.day, -18 * Self.day)
    story.fixture.clock.set(11 * Self.day)
    try story.purge()
    #expect(try await story.ana.send([ping(-19 * Self.day, 2)], at: 11 * Self.day) == Answer(1))
    #expect(try await story.ana.send([ping(-19 * Self.day, 2)], at: 11 * Self.day) == Answer(0, 1))
    let shown = "SELECT count(*) FROM liveness WHERE latest_effective_at IS NOT NULL AND responder_id ="
    #expect(try story.fixture.integer("\(shown) \(story.ana.id.rawValue)") == 0)
  }

  @Test("Activities of events are stored, too")
  func activities() async throws {
    let given = try EventFixture()
    let now = 91 * Self.day
    let hold = NewHold(.person(given.ana.id, TimeSpan(from: .at(0), to: .at(100))), reason: "court order")
    _ = try given.store.retention.addHold(hold, in: .test(given.fixture.workspace.id, HoldFixture.actor))
    #expect(
      try await given.count([.kept("1", 50), try .here("2", 60, 1), .kept("3", 100)], at: now) == [2, 0, 1])
    #expect(try given.ana.history.map { $0.ping.recordedAt } == [.at(60)])
    let duties = "SELECT count(*) FROM duty_change WHERE responder_id = \(given.ana.id.rawValue)"
    let before = try given.fixture.integer(duties)
    #expect(try await given.count([.start("4", 70), .stop("5", 80), .stop("6", 200)], at: now) == [2, 0, 1])
    #expect(try given.fixture.integer(duties) == before, "evidence says nothing of today's duty")
  }
}
