import StoreSupport
import Foundation
import Rollcall
import Testing

@testable import RollcallStore

@Suite("What commits change, counted by whom it concerns")
struct ChangesTests {
  private let fixture: TestStore
  private var changes: Changes { fixture.store.changes }

  init() throws { fixture = try TestStore() }

  /// What is counted by some act: of how many things that are not one person's, and of these people.
  private func counted(
    of people: [TestPhone], _ act: () async throws -> Void
  ) async throws -> (common: Bool, people: [Bool]) {
    let before = (changes.common, people.map { changes.count(of: $0.id) })
    try await act()
    try fixture.store.markAlive()
    return (
      changes.common > before.0,
      zip(people, before.1).map { changes.count(of: $0.id) > $1 }
    )
  }

  @Test(
    "What a phone tells counts for its person alone, any other change for all, and a write without a change not at all"
  )
  func kinds() async throws {
    let people = [try await fixture.candidate("Ana"), try await fixture.candidate("Bor")]
    let (ana, store, scope) = (people[0], fixture.store, Scope.test(fixture.workspace.id, "test"))
    #expect(try await counted(of: people) { try await ana.contact(at: 5) } == (false, [true, false]))
    #expect(try await counted(of: people) { try store.markAlive() } == (false, [false, false]))
    #expect(
      try await counted(of: people) {
        store.audit.recordView(actor: "member:1", page: "board", subject: "x", in: scope.workspace)
      } == (false, [false, false]))
    let page = try store.phones.makeOwnLink(of: ana.id, days: 1, in: scope)
    #expect(
      try await counted(of: people) { _ = try store.phones.openOwnLink(page.text) } == (false, [true, false]))
    #expect(
      try await counted(of: people) {
        _ = try store.fleet.setWorkspace(slug: "north") { $0.name = "N" }
      }.common)
    let refused = try await counted(of: people) {
      #expect(throws: StoreError.self) {
        try store.phones.setResponder(
          ana.id, slug: "north", name: "", phone: nil, profile: nil, region: nil, isActive: nil)
      }
    }
    #expect(refused == (false, [false, false]))
    // An offer that is delivered is shown on other pages, too
    _ = try fixture.open(asking: .one(ana.id, answerWithin: 60_000))
    #expect(try await counted(of: people) { _ = try await ana.offers(at: 6) } == (true, [true, false]))
    #expect(try await counted(of: people) { _ = try await ana.offers(at: 7) } == (false, [true, false]))
  }

  @Test("A status that falls due is its person's; our own absence is everybody's")
  func time() async throws {
    let awake = try TestStore(longestGap: 5_000)
    let ana = try await awake.candidate("Ana")
    let changes = awake.store.changes
    var (common, person) = (changes.common, changes.count(of: ana.id))
    for second in 1...400 {
      awake.clock.set(Double(second))
      try awake.store.markAlive()
    }
    #expect(try awake.store.liveness.settleOverdue() == 1)
    #expect(changes.common == common && changes.count(of: ana.id) > person)
    (common, person) = (changes.common, changes.count(of: ana.id))
    awake.clock.set(500)
    try awake.store.markAlive()
    #expect(changes.common > common)
  }
}
