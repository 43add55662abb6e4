import Rollcall
import StoreSupport
import Testing

@testable import RollcallStore

@Suite("People with doubtful positions are asked last for a day")
struct RecentDoubtsStoreTests {
  private let fixture: TestStore
  private let doubted: TestPhone
  private let other: TestPhone

  /// The nearer of two people has sent a position that their phone itself calls false, and then a clean one.
  init() async throws {
    fixture = try TestStore()
    doubted = try await fixture.candidate("Doubted", north: 0.01)
    other = try await fixture.candidate("Other", north: 0.05)
    try await doubted.send([ping(1, 1, lat: 46.01, mock: .yes)], at: 1)
    try await bothReport(at: 31)
    #expect(try doubted.row.flags.isEmpty)
  }

  private func bothReport(at seconds: Double) async throws {
    try await doubted.report(north: 0.01, at: seconds)
    try await other.report(north: 0.05)
  }

  /// Those who can be asked, the first to ask first: as the pages show them, and as the next offer finds them.
  private func order() throws -> [Responder.ID] {
    let place = try #require(Position(latitude: 46, longitude: 14))
    let (now, workspace) = (fixture.clock.now, fixture.workspace.id)
    let shown = try fixture.store.dispatch.candidates(for: place, in: workspace, at: now).ranked
      .map(\.person.id)
    let asked = fixture.store.dispatch.nearestCandidates(for: place, in: workspace, limit: 5, at: now)
      .map(\.person.id)
    #expect(shown == asked)
    return shown
  }

  private func review(as state: DoubtState) throws {
    let group = try #require(try DoubtEvidenceTests.groups(fixture).first { $0.flag == .mock })
    try fixture.store.tracking.review(
      [DoubtPick(group)], as: state, note: "", in: .test(fixture.workspace.id, "member:7"))
  }

  @Test("A clean position does not end a doubt; 24 hours do")
  func day() async throws {
    #expect(try order() == [other.id, doubted.id])
    try await bothReport(at: 86_401)
    #expect(try order() == [other.id, doubted.id])
    try await bothReport(at: 86_402)
    #expect(try order() == [doubted.id, other.id])
  }

  @Test("A doubt that was cleared does not count; one that was confirmed does")
  func reviewed() throws {
    try review(as: .cleared)
    #expect(try order() == [doubted.id, other.id])
    try review(as: .confirmed)
    #expect(try order() == [other.id, doubted.id])
  }

  @Test("A restart knows what was in doubt")
  func restart() async throws {
    try fixture.restart()
    try await bothReport(at: 40)
    #expect(try order() == [other.id, doubted.id])
    try review(as: .cleared)
    try fixture.restart()
    try await bothReport(at: 50)
    #expect(try order() == [doubted.id, other.id])
  }

  @Test("The next offer goes to the person whose positions are not in doubt")
  func offered() throws {
    let incident = try fixture.open(asking: Asking(.automatic, answerWithin: 30_000))
    #expect(try fixture.file(incident).offers.map(\.offer.responder) == [other.id])
  }
}
