import Rollcall
import Testing

@testable import RollcallStore

@Suite("A second mass silence of a region takes over the people still silent since the first")
struct MassSilenceWavesTests {
  private let fixture: TestStore
  private var store: Store { fixture.store }
  private var workspace: Workspace.ID { fixture.workspace.id }

  init() throws { fixture = try TestStore() }

  /// People of a region on duty, each heard once at an instant; reachable for 90 s and offline after 180 s, or for 450 s
  /// and after 900 s when they are slow: those are on duty from their login.
  private func phones(
    _ count: Int, _ name: String, region: String = "Center", isSlow: Bool = false, at seconds: Double
  ) async throws -> [TestPhone] {
    fixture.clock.set(seconds)
    var phones: [TestPhone] = []
    for id in try store.fleet.addResponders(
      (1...count).map {
        NewResponder(name: "\(name) \($0)", profile: isSlow ? "family" : "responder", region: region)
      },
      slug: "north")
    {
      let phone = TestPhone(fixture, try fixture.login(id, device: "\(id.rawValue)"))
      if !isSlow { try await phone.duty(DutyChange(state: .onDuty), at: seconds) }
      try await phone.send([ping(seconds, 1)], at: seconds)
      phones.append(phone)
    }
    return phones
  }

  private func heard(_ phones: [TestPhone], at seconds: Double) async throws {
    for phone in phones { try await phone.send([ping(seconds, Int64(seconds))], at: seconds) }
  }

  private func look(_ seconds: Double, _ watch: inout AlertWatch) throws {
    fixture.clock.set(seconds)
    _ = try store.alerts.judgeAlerts(of: workspace, &watch)
  }

  private func open() throws -> [Alert] {
    try store.alerts.openAlerts(of: workspace).filter { $0.topic.kind == .massSilence }
  }

  private func closed() throws -> [Alert] {
    try store.alerts.closedAlerts(of: workspace, since: .at(0)).filter { $0.topic.kind == .massSilence }
  }

  @Test(
    "8 of 20, then 8 others: the second alert names all 16, says so, and closes when few of all are silent")
  func waves() async throws {
    let first = try await phones(8, "First", at: 1_000)
    let second = try await phones(8, "Second", at: 1_000)
    let others = try await phones(4, "Other", at: 1_000)
    try await heard(first, at: 1_200)
    try await heard(second + others, at: 1_280)
    var watch = AlertWatch()
    try look(1_291, &watch)
    let before = try #require(try open().first)
    #expect(try store.alerts.silenced(by: before.id, in: workspace).count == 8)
    // An hour later
    try await heard(second, at: 5_000)
    try await heard(others, at: 5_080)
    try look(5_091, &watch)
    let after = try #require(try open().first)
    #expect(try open().count == 1 && after.id != before.id && after.openedAt == .at(5_090))
    #expect(after.detail == "Region Center: 8 of 20 fell silent; 8 more silent since before")
    let members = try store.alerts.silenced(by: after.id, in: workspace)
    #expect(members.count == 16 && members.prefix(8).allSatisfy { $0.fellAt == .at(1_200) })
    #expect(members.suffix(8).allSatisfy { $0.fellAt == .at(5_000) })
    #expect(members.allSatisfy { $0.isSilent })
    // The first is over and says why; nobody is open there, and nobody is called back.
    #expect(try closed().map(\.closedAt) == [.at(5_090)])
    #expect(
      try closed().map(\.detail) == [
        "Region Center: 8 of 20 fell silent; followed by another alert, which goes on with 8 still silent"
      ])
    let left = try store.alerts.silenced(by: before.id, in: workspace)
    #expect(left.count == 8 && left.allSatisfy { $0.backAt == nil && $0.carriedAt == .at(5_090) })
    // Fewer than a fifth of 16 are silent with the thirteenth: five of the first wave are needed.
    try await heard(others, at: 5_995)
    for (index, phone) in (second + first).enumerated() {
      let seconds = 6_000 + Double(index)
      try await heard([phone], at: seconds)
      try look(seconds + 0.5, &watch)
      #expect(try open().isEmpty == (index >= 12), "\(index)")
    }
    #expect(try closed().map(\.closedAt) == [.at(6_012), .at(5_090)])
    #expect(try fixture.integer("SELECT count(*) FROM alert WHERE kind = 'MassSilence'") == 2)
  }

  @Test("A person found to be of the first wave in the check that finds the second is carried over with it")
  func late() async throws {
    let first = try await phones(5, "First", at: 1_000)
    let late = try await phones(1, "Late", at: 1_000)
    let second = try await phones(5, "Second", at: 1_000)
    try await heard(first, at: 1_200)
    try await heard(late, at: 1_210)
    try await heard(second, at: 1_285)
    var watch = AlertWatch()
    try look(1_291, &watch)
    let before = try #require(try open().first)
    try await heard(second, at: 1_400)
    try look(1_491, &watch)
    let after = try #require(try open().first)
    #expect(after.id != before.id)
    let left = try store.alerts.silenced(by: before.id, in: workspace)
    #expect(left.count == 6 && left.allSatisfy { $0.carriedAt == .at(1_490) })
    #expect(try store.alerts.silenced(by: after.id, in: workspace).count == 11)
    // The minutes of the second are its own, not those of whom it took over.
    let more = try await phones(6, "More", at: 1_500)
    try await heard(more, at: 1_505)
    try look(1_596, &watch)
    #expect(try open().map(\.id) == [after.id], "within two minutes of 1,400")
    #expect(try store.alerts.silenced(by: after.id, in: workspace).count == 17)
  }

  @Test("Others of the first wave's minutes, who show in the look that ends it, have an alert of their own")
  func over() async throws {
    let first = try await phones(5, "First", at: 1_000)
    let second = try await phones(5, "Second", at: 1_000)
    let slow = try await phones(5, "Slow", region: "North", isSlow: true, at: 1_000)
    try await heard(slow, at: 1_100)
    try await heard(first, at: 1_200)
    try await heard(second, at: 1_285)
    var watch = AlertWatch()
    try look(1_291, &watch)
    let before = try #require(try open().first)
    try await heard(second, at: 1_440)
    try look(1_551, &watch)
    #expect(try closed().map(\.id) == [before.id])
    #expect(
      try open().map(\.topic) == [.massSilence(.region("Center")), .massSilence(.region("North"))])
    #expect(try open().map(\.openedAt) == [.at(1_530), .at(1_550)])
    #expect(try open().map { try store.alerts.silenced(by: $0.id, in: workspace).count } == [10, 5])
    #expect(try store.alerts.silenced(by: before.id, in: workspace).count == 5)
  }
}
