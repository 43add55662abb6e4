import Rollcall
import Testing

@testable import RollcallStore

@Suite("After an absence of ours")
struct HeldAfterAbsenceTests {
  @Test("Looking for somebody among many who are held writes none of their rows, and is repeated soon")
  func manyHeld() async throws {
    // Given people who are still green after a short restart, by fixes from before
    let fixture = try TestStore()
    var phones: [TestPhone] = []
    for index in 0..<40 { phones.append(try await fixture.candidate("Person \(index)")) }
    fixture.clock.set(40)
    try fixture.restart()
    // When an incident looks for the nearest
    let before = fixture.store.boards.version(of: fixture.workspace.id)
    let incident = try fixture.open(asking: Asking(.automatic))
    // Then nobody is asked, and nobody's row is written
    #expect(try fixture.state(incident) == .unassigned)
    #expect(fixture.store.boards.version(of: fixture.workspace.id) == before)
    #expect(
      fixture.store.dispatch.nearestCandidates(
        for: try fixture.details().position, in: fixture.workspace.id, limit: 9, at: .at(40)
      ).isEmpty)
    #expect(try fixture.store.dispatch.nextDispatch() == .at(45))
    // And whoever reports is asked at the next look, near or far
    try await phones[7].report(north: 0.5, at: 42)
    fixture.clock.set(45)
    _ = try fixture.store.dispatch.dispatchDue()
    #expect(try fixture.file(incident).offers.map(\.offer.responder) == [phones[7].id])
  }

  @Test("With the end of the span the looks come to an end")
  func end() async throws {
    let fixture = try TestStore()
    _ = try await fixture.candidate()
    fixture.clock.set(40)
    try fixture.restart()
    _ = try fixture.open(asking: Asking(.automatic))
    var looks: [Timestamp] = []
    while let next = try fixture.store.dispatch.nextDispatch(), looks.count < 100 {
      looks.append(next)
      fixture.clock.now = next
      _ = try fixture.store.liveness.settleOverdue()
      _ = try fixture.store.dispatch.dispatchDue()
    }
    // The offline threshold of the profile is 180 s.
    #expect(looks.first == .at(45) && looks.last == .at(220))
  }

  @Test("A clock that was set back does not hold people until it has caught up")
  func setBack() async throws {
    let fixture = try TestStore(longestGap: 5_000)
    let ana = try await fixture.candidate()
    try await ana.report(at: 4_000)
    try await ana.report(at: 100)
    try await ana.report(at: 101)
    let incident = try fixture.open(asking: Asking(.automatic))
    #expect(try fixture.file(incident).offers.map(\.offer.responder) == [ana.id])
  }
}
