import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("Taking visits back")
struct VisitRemovingTests {
  private let fixture: TestStore
  private let ana: TestPhone
  private let outlet: Outlet.ID

  private var workspace: Workspace.ID { fixture.workspace.id }
  private var store: Store { fixture.store }

  init() throws {
    fixture = try TestStore()
    ana = try fixture.phone()
    let place = try #require(Position(latitude: 46, longitude: 14))
    _ = try fixture.store.visits.importOutlets(
      [NewOutlet(name: "Kiosk", position: place)], in: .test(fixture.workspace.id, "t"))
    outlet = try #require(try fixture.store.visits.outlets(of: fixture.workspace.id).first).id
  }

  /// A visit that begins two hours after the first moment, and lasts an hour.
  private func plan() throws -> Visit.ID {
    let window = try #require(VisitWindow(day: "2027-01-15", from: "11:00", to: "12:00"))
    return try store.visits.planVisits(
      [NewVisit(responder: ana.id, outlet: outlet, window: window)], in: .test(workspace, "t"))[0]
  }

  @Test("Until its time begins; the audit says what it was")
  func untilItBegins() throws {
    let (first, second) = (try plan(), try plan())
    fixture.clock.set(7_199)
    try store.visits.removeVisit(first, in: .test(workspace, "t"))
    let refusal = "Its time has begun: the visit stays, also when nobody comes."
    for seconds in [7_200.0, 12_000] {
      fixture.clock.set(seconds)
      #expect(throws: StoreError.conflict(refusal)) {
        try store.visits.removeVisit(second, in: .test(workspace, "t"))
      }
    }
    #expect(try fixture.texts("SELECT id FROM visit") == ["\(second.rawValue)"])
    let entries = try fixture.texts(
      "SELECT subject || '|' || detail FROM audit WHERE action = 'visit.remove'")
    #expect(
      entries == [
        "visit \(first.rawValue)|responder \(ana.id.rawValue), outlet \(outlet.rawValue), "
          + "from \(Timestamp.at(7_200).rfc3339) to \(Timestamp.at(10_800).rfc3339)"
      ])
  }

  @Test("Not while that time of the person is on hold")
  func held() throws {
    let visit = try plan()
    let span = TimeSpan(from: .at(10_799), to: .at(20_000))
    let hold = try store.retention.addHold(
      NewHold(.person(ana.id, span), reason: "court order"), in: .test(workspace, HoldFixture.actor))
    #expect(throws: StoreError.conflict("That time of theirs is on hold: the visit stays.")) {
      try store.visits.removeVisit(visit, in: .test(workspace, "t"))
    }
    try store.retention.releaseHold(hold, note: "over", in: .test(workspace, HoldFixture.actor))
    try store.visits.removeVisit(visit, in: .test(workspace, "t"))
    #expect(try fixture.integer("SELECT count(*) FROM visit") == 0)
  }
}
