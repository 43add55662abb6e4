import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Deciding about doubts")
struct DoubtReviewTests {
  let fixture: TestStore
  let phone: TestPhone

  init() async throws {
    fixture = try TestStore()
    phone = try await TestPhone.onDuty(fixture)
    for second in [10, 20, 30] as [Double] {
      try await phone.send([ping(second, Int64(second), mock: .yes)], at: second)
    }
    try await phone.send([ping(40, 40, mock: .yes, accuracy: 0.5)], at: 40)
  }

  func groups() throws -> [DoubtGroup] { try DoubtEvidenceTests.groups(fixture) }

  func decide(
    _ picks: [DoubtPick], _ state: DoubtState, only: DoubtState? = nil, note: String = ""
  ) throws -> Int {
    try fixture.store.tracking.review(
      picks, as: state, only: only, note: note, in: .test(fixture.workspace.id, "member:7"))
  }

  @Test("A group is confirmed with a note; the flags stay, and another flag of the same fix is left alone")
  func confirm() throws {
    let flags = try phone.history.map(\.flags)
    let mock = try #require(try groups().first)
    #expect(mock.flag == .mock && mock.open == 4 && mock.first == .at(10) && mock.last == .at(40))
    #expect(try decide([DoubtPick(mock)], .confirmed, note: "a spoofing app was found") == 4)
    #expect(try groups().map { [$0.open, $0.confirmed, $0.cleared] } == [[0, 4, 0], [1, 0, 0]])
    #expect(try phone.history.map(\.flags) == flags)
    let detail = try fixture.store.tracking.detail(of: mock, in: fixture.workspace.id)
    #expect(detail.strongest == .mock)
    #expect(detail.review?.note == "a spoofing app was found" && detail.review?.by == "member:7")
    let audited = try fixture.texts(
      "SELECT actor || '|' || action || '|' || subject || '|' || detail FROM audit WHERE action GLOB 'flag.*'"
    )
    #expect(audited == ["member:7|flag.confirm|responder \(phone.id.rawValue)|mock: 4 positions, review 1"])
    #expect(try fixture.store.verify() == [])
  }

  @Test("What was decided can be decided again; what is so already changes nothing and is no entry")
  func again() throws {
    let mock = DoubtPick(try #require(try groups().first))
    #expect(try decide([mock], .cleared) == 4)
    #expect(try decide([mock], .cleared) == 0)
    #expect(try decide([mock], .confirmed, only: .open) == 0, "none is open")
    #expect(try decide([mock], .open) == 4)
    #expect(try groups().first?.open == 4)
    #expect(
      try fixture.texts("SELECT action FROM audit WHERE action GLOB 'flag.*' ORDER BY number") == [
        "flag.clear", "flag.reopen",
      ])
  }

  @Test("A span of it can be decided alone; what came after the look is not decided")
  func unseen() async throws {
    let seen = DoubtPick(try #require(try groups().first))
    // Late, and thus within the span that was seen.
    try await phone.send([ping(15, 15, mock: .yes)], at: 50)
    #expect(try decide([seen], .confirmed) == 4)
    #expect(try groups().first?.open == 1)
    let first = DoubtPick(
      responder: phone.id, flag: .mock, from: .at(10), through: .at(10), newestPing: .max)
    #expect(try decide([first], .cleared) == 1)
    #expect(try groups().first.map { [$0.open, $0.confirmed, $0.cleared] } == [1, 3, 1])
  }

  @Test(
    "People with positions confirmed as false are listed, with the decision's time; a wrong clock does not count"
  )
  func confirmedFalse() async throws {
    let store = fixture.store
    #expect(try store.tracking.confirmedFalse(of: fixture.workspace) == [:])
    try await phone.send([ping(9_000, 50)], at: 60)
    let skew = try #require(try groups().first { $0.flag == .clockSkew })
    _ = try decide([DoubtPick(skew)], .confirmed)
    #expect(try store.tracking.confirmedFalse(of: fixture.workspace) == [:])
    _ = try decide([DoubtPick(try #require(try groups().first))], .confirmed)
    #expect(try store.tracking.confirmedFalse(of: fixture.workspace) == [phone.id: .at(60)])
    _ = try decide([DoubtPick(try #require(try groups().first))], .cleared)
    #expect(try store.tracking.confirmedFalse(of: fixture.workspace) == [:])
  }

  @Test("A part that is dismissed later does not affect the rest; reopening removes the confirmation")
  func partly() throws {
    let store = fixture.store
    let mock = DoubtPick(try #require(try groups().first))
    fixture.clock.set(100)
    _ = try decide([mock], .confirmed)
    fixture.clock.set(200)
    var first = mock
    first.through = .at(10)
    #expect(try decide([first], .cleared) == 1)
    #expect(try store.tracking.confirmedFalse(of: fixture.workspace) == [phone.id: .at(100)])
    _ = try decide([mock], .open)
    #expect(try store.tracking.confirmedFalse(of: fixture.workspace) == [:])
  }

  @Test("Another workspace sees nothing of it and decides nothing")
  func isolated() throws {
    let other = try fixture.addWorkspace("south")
    let always = TimeSpan(from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max))
    let mock = try #require(try groups().first)
    #expect(try fixture.store.tracking.doubts(of: other, in: always) == [])
    #expect(try fixture.store.tracking.doubts(of: other, in: always, responder: phone.id) == [])
    #expect(try fixture.store.tracking.detail(of: mock, in: other.id) == DoubtDetail())
    #expect(try fixture.store.tracking.evidence(of: phone.history.map(\.id), in: other.id) == [:])
    #expect(throws: StoreError.self) {
      try fixture.store.tracking.review([DoubtPick(mock)], as: .confirmed, note: "", in: .test(other.id, "m"))
    }
    #expect(try groups().first?.open == 4)
    _ = try decide([DoubtPick(mock)], .confirmed)
    #expect(try fixture.store.tracking.confirmedFalse(of: other) == [:])
  }

  @Test("More than one step of them are all decided; a note that is too long decides nothing")
  func many() throws {
    let count = TrackingStore.doubtStep * 2 + 5
    try fixture.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
      INSERT INTO doubt (ping_id, flag, workspace_id, responder_id, effective_at, strength)
      SELECT 1000000 + i, 2, \(fixture.workspace.id.rawValue), \(phone.id.rawValue), \(Timestamp.at(0).milliseconds), 0
      FROM n
      """)
    let speed = DoubtPick(try #require(try groups().first { $0.flag == .speed }))
    #expect(throws: StoreError.self) {
      try decide([speed], .confirmed, note: String(repeating: "x", count: TrackingStore.doubtNoteLimit + 1))
    }
    #expect(try decide([speed], .confirmed) == count)
    #expect(try fixture.integer("SELECT sum(count) FROM doubt_review") == count)
  }
}
