import Seeds
import Rollcall
import Testing

@testable import RollcallStore

@Suite("The nearest candidates of a workspace")
struct NearestCandidatesTests {
  private let fixture: TestStore
  private let place: Position

  init() throws {
    fixture = try TestStore()
    place = try #require(Position(latitude: 46, longitude: 14))
  }

  /// What a question finds, and what the whole ranking of the same instant says.
  private func expectAsRanked(
    excluding excluded: Set<Responder.ID> = [], limit: Int = 3, _ note: String
  ) throws {
    let now = fixture.clock.now
    let all = try fixture.store.dispatch.candidates(for: place, in: fixture.workspace.id, at: now).ranked
    #expect(
      try fixture.store.dispatch.canBeSent(in: fixture.workspace.id, at: now).count == all.count, "\(note)")
    let ranked = all.filter { !excluded.contains($0.person.id) }.prefix(limit)
    let nearest = fixture.store.dispatch.nearestCandidates(
      for: place, in: fixture.workspace.id, excluding: excluded, limit: limit, at: now)
    #expect(nearest.map(\.person.id) == ranked.map(\.person.id), "\(note)")
    #expect(nearest.map(\.distance) == ranked.map(\.distance), "\(note)")
  }

  @Test("At every moment of random histories they are the first of the ranking", arguments: Seeds.some(6))
  func histories(seed: UInt64) async throws {
    var random = SplitMix(state: seed)
    var phones: [TestPhone] = []
    for index in 0..<6 { phones.append(try await fixture.candidate("Person \(index)")) }
    let incident = try fixture.open()
    var seconds = 0.0
    for step in 0..<60 {
      seconds += Double(Int.random(in: 1...40, using: &random))
      fixture.clock.set(seconds)
      guard let phone = phones.randomElement(using: &random) else { continue }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: _ = try? fixture.offer(incident, to: phone, within: 15)
      case 1: try await phone.duty(DutyChange(state: .offDuty))
      case 2: try await phone.duty(DutyChange(state: .onDuty))
      case 3:
        guard let offer = try await phone.offers().first?.offer else { continue }
        _ = try await phone.say(.decline(reason: nil), to: offer.id)
      default: try await phone.report(north: Double.random(in: -0.5...0.5, using: &random))
      }
      try expectAsRanked("seed \(seed), step \(step)")
      try expectAsRanked(excluding: [phone.id], limit: 2, "seed \(seed), step \(step)")
    }
  }

  @Test("Time alone takes those who fall silent, and brings back those whose offer ran out")
  func time() async throws {
    let near = try await fixture.candidate("Near", north: 0.01)
    let far = try await fixture.candidate("Far", north: 0.2)
    try fixture.offer(try fixture.open(), to: near, within: 15)
    let found = [15.0, 15.001, 89.999, 90].map { seconds in
      fixture.store.dispatch.nearestCandidates(
        for: place, in: fixture.workspace.id, limit: 2, at: .at(seconds)
      ).map(\.person.id)
    }
    #expect(found == [[far.id], [near.id, far.id], [near.id, far.id], []])
  }

  @Test("Nobody of another workspace, nobody inactive")
  func scope() async throws {
    let other = try fixture.addWorkspace("south")
    let stranger = try await fixture.candidate("Stranger", slug: "south")
    let now = fixture.clock.now
    #expect(
      fixture.store.dispatch.nearestCandidates(for: place, in: fixture.workspace.id, limit: 9, at: now)
        .isEmpty)
    #expect(
      fixture.store.dispatch.nearestCandidates(for: place, in: other.id, limit: 9, at: now).map(\.person.id)
        == [
          stranger.id
        ])
  }

  @Test("In a transaction, whose row was written in it counts as what they are now")
  func insideTransaction() async throws {
    let near = try await fixture.candidate("Near", north: 0.01)
    let far = try await fixture.candidate("Far", north: 0.2)
    let workspace = fixture.workspace.id
    let found = try fixture.store.write { transaction in
      let before = try transaction.dispatch.nearestCandidates(for: place, in: workspace, limit: 1)
      var state = try transaction.liveness.state(of: near.id, in: workspace)
      let latest = try #require(state.latest)
      state.latest = nil
      transaction.memory.save(state)
      let without = try transaction.dispatch.nearestCandidates(for: place, in: workspace, limit: 2)
      state.latest = latest
      state.latest?.position = try #require(Position(latitude: 46.5, longitude: 14))
      transaction.memory.save(state)
      let moved = try transaction.dispatch.nearestCandidates(for: place, in: workspace, limit: 2)
      let excluded = try transaction.dispatch.nearestCandidates(
        for: place, in: workspace, excluding: [near.id], limit: 2)
      return [before, without, moved, excluded].map { $0.map(\.person.id) }
    }
    #expect(found == [[near.id], [far.id], [far.id, near.id], [far.id]])
  }
}
