import Rollcall
import Testing

@testable import RollcallStore

@Suite("Everybody falls silent at once")
struct SilentCrowdTests {
  static let crowd = 500

  @Test("Each change is dated by its own fix and contact, however many are due together")
  func dated() async throws {
    let fixture = try TestStore()
    let people = (0..<Self.crowd).map { NewResponder(name: "\($0)", profile: "family") }
    let ids = try fixture.store.fleet.addResponders(people, slug: "north")
    let sessions = try fixture.store.phones.issueTokens(
      slug: "north", devicePrefix: "d", lifetime: 86_400_000)
    for (index, issued) in sessions.enumerated() {
      let contact = 1 + Double(index) / 1_000
      let phone = TestPhone(fixture, issued.session)
      try await phone.send([ping(contact - Double(index % 7) / 10, 1)], at: contact)
    }
    fixture.clock.set(50_000)
    // In parts that cut across the order of deadlines.
    var parts: [Int] = []
    repeat { parts.append(try fixture.store.liveness.settleOverdue(limit: 120)) } while parts.last != 0
    #expect(parts == [120, 120, 120, 120, 20, 0])
    for (index, id) in ids.enumerated() {
      let contact = 1_000 + index
      let fix = contact - (index % 7) * 100
      let live = try #require(fixture.store.boards.entry(of: id, in: fixture.workspace.id)?.live)
      #expect(live.status == .offline)
      #expect(live.since == Timestamp.at(0).advanced(by: Int64(contact + 900_000)))
      let log = try fixture.log(of: id)
      #expect(log.count == 5 && fix <= contact)
      #expect(log[3].hasPrefix("\(Self.seconds(fix + 450_000)) online→degraded "))
      #expect(log[4].hasPrefix("\(Self.seconds(contact + 900_000)) degraded→offline "))
    }
    #expect(try fixture.store.liveness.nextDeadline() == nil)
    let kind = TransitionKind(workspace: fixture.workspace.id, from: .degraded, to: .offline)
    #expect(fixture.store.boards.transitions[kind] == Self.crowd)
  }

  private static func seconds(_ milliseconds: Int) -> String {
    milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000)" : "\(Double(milliseconds) / 1_000)"
  }
}
