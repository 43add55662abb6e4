import StoreSupport
import Rollcall
import SQL
import Synchronization
import Testing

@testable import RollcallStore

@Suite("Effects of one subject on another are carried out in the same transaction, in one loop")
struct EffectsTests {
  struct Refused: Error {}

  /// Opens an incident and asks several people at once.
  private func ask(
    _ phones: [TestPhone], within seconds: Int64, in fixture: TestStore
  ) throws -> (incident: Incident.ID, offers: [Offer.ID]) {
    let incident = try fixture.open(
      asking: Asking(.parallel, picks: phones.map(\.id), answerWithin: seconds * 1_000))
    let offers = try fixture.file(incident).offers.map(\.offer)
    return (incident, try phones.map { phone in try #require(offers.first { $0.responder == phone.id }).id })
  }

  @Test("Accepting an offer reads its case once, even when the status of both candidates has changed")
  func readsCaseOnce() async throws {
    // Given two candidates: when the answer comes, one is due to be degraded and one to be offline
    let fixture = try TestStore()
    let (ana, bor) = (try await fixture.candidate(), try await fixture.candidate("Bor", north: 0.02))
    let (incident, offers) = try ask([ana, bor], within: 600, in: fixture)
    for phone in [ana, bor] { _ = try await phone.offers(at: 1) }
    _ = try await ana.offers(at: 150)
    let read = Counter()
    fixture.store.pool.writeWithoutTransaction { db in
      db.listen { sql in
        if sql.hasPrefix("SELECT * FROM incident WHERE") { read.cases.add(1, ordering: .relaxed) }
        if sql.hasPrefix("SELECT * FROM offer WHERE") { read.offers.add(1, ordering: .relaxed) }
      }
    }

    // When one accepts
    let answer = try await ana.say(.accept, to: offers[0], at: 250)

    // Then everything that follows uses the case as it was read
    #expect(answer.now?.offer.state == .accepted && answer.now?.incident.state == .assigned)
    #expect(try fixture.found(offers[1]).state == .unreachable)
    #expect(try fixture.texts("SELECT to_status FROM transition WHERE at > 1000 ORDER BY id").count > 2)
    #expect(try fixture.state(incident) == .assigned)
    #expect(read.cases.load(ordering: .relaxed) == 1)
    // And the offers are read once, after the lookup of the one that was answered
    #expect(read.offers.load(ordering: .relaxed) == 2)
  }

  @Test(
    "Those who went offline are told to their incident by the instant, not by the order in which they were settled"
  )
  func earliestFirst() async throws {
    // Given two offers until 200: Ana is due first as degraded, Bor as offline, while he could still answer
    let fixture = try TestStore()
    let (ana, bor) = (try await fixture.candidate(), try await fixture.candidate("Bor", north: 0.02))
    try await bor.report(north: 0.02, at: 10)
    fixture.clock.set(20)
    let (_, offers) = try ask([ana, bor], within: 180, in: fixture)
    _ = try await ana.offers(at: 20)
    _ = try await bor.offers(at: 20)
    _ = try await ana.contact(at: 40)

    // When both are settled in one transaction
    fixture.clock.set(400)
    #expect(try fixture.store.liveness.settleOverdue() == 2)

    // Then Bor's offer was unreachable, and Ana's expired
    let (first, second) = (try fixture.found(offers[0]), try fixture.found(offers[1]))
    #expect((first.state, first.endedAt) == (.expired, .at(200)))
    #expect((second.state, second.endedAt) == (.unreachable, .at(200)))
  }

  @Test("The effects of a refused request are dropped")
  func refused() async throws {
    // Given an incident that nobody can be asked for
    let fixture = try TestStore()
    let incident = try fixture.open(asking: Asking(.automatic))
    try fixture.store.dispatch.dispatchDue()
    let dueNow =
      "SELECT count(*) FROM incident WHERE id = \(incident.rawValue) AND wake_at = \(Timestamp.at(5).milliseconds)"
    fixture.clock.set(5)

    // When a request fails after it has emitted an effect
    #expect(throws: StoreError.self) {
      try fixture.store.write { transaction in
        transaction.emit(.becameAvailable(in: fixture.workspace.id))
        throw Refused()
      }
    }

    // Then neither it nor the next request carries the effect out
    try fixture.store.markAlive()
    #expect(try fixture.integer(dueNow) == 0)
    // And the effect of a request that succeeds is carried out.
    try fixture.store.write { $0.emit(.becameAvailable(in: fixture.workspace.id)) }
    #expect(try fixture.integer(dueNow) == 1)
  }
}

/// Statements that read, counted on the writer's thread.
private final class Counter: Sendable {
  let cases = Atomic(0)
  let offers = Atomic(0)
}
