import Rollcall
import Testing

@Suite("When a visit is planned")
struct VisitWindowTests {
  /// Ljubljana's clocks around their two changes of 2026.
  private func offset(_ instant: Timestamp) -> Int {
    let (spring, autumn) = (
      Timestamp(rfc3339: "2026-03-29T01:00:00Z"), Timestamp(rfc3339: "2026-10-25T01:00:00Z")
    )
    guard let spring, let autumn else { return 0 }
    return instant >= spring && instant < autumn ? 7_200 : 3_600
  }

  @Test(
    "A day and its times are read by the workspace's clocks, also where these are changed",
    arguments: [
      ("2026-11-21", "", "", "2026-11-20T23:00:00.000Z", "2026-11-21T23:00:00.000Z"),
      ("2026-11-21", "09:00", "11:30", "2026-11-21T08:00:00.000Z", "2026-11-21T10:30:00.000Z"),
      ("2026-07-01", "9:05", "24:00", "2026-07-01T07:05:00.000Z", "2026-07-01T22:00:00.000Z"),
      ("2026-03-29", "", "", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"),
      ("2026-10-25", "", "", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"),
      ("2026-12-31", "23:59", "", "2026-12-31T22:59:00.000Z", "2026-12-31T23:00:00.000Z"),
    ])
  func read(day: String, from: String, to: String, start: String, end: String) throws {
    let span = try #require(VisitWindow(day: day, from: from, to: to)).span(offset: offset)
    #expect((span.from.rfc3339, span.to.rfc3339) == (start, end))
  }

  @Test(
    "What is no part of a day is refused",
    arguments: [
      ("2026-02-30", "", ""), ("21.11.2026", "", ""), ("", "", ""), ("2026-11-21", "09:00", "09:00"),
      ("2026-11-21", "24:00", ""), ("2026-11-21", "", "24:01"), ("2026-11-21", "9", ""),
      ("2026-11-21", "09:60", ""), ("2026-11-21", "", "99999:00"), ("2026-11-21", "-1:00", ""),
    ])
  func refused(day: String, from: String, to: String) {
    #expect(VisitWindow(day: day, from: from, to: to) == nil)
  }

  @Test("A visit is planned, then missed or done")
  func states() throws {
    let place = try #require(Position(latitude: 46, longitude: 14))
    var visit = Visit(
      id: Visit.ID(1), responder: Responder.ID(1), name: "Ana",
      outlet: Outlet(id: Outlet.ID(1), name: "Kiosk", position: place),
      planned: TimeSpan(from: .at(0), to: .at(100)))
    #expect(visit.state(at: .at(99)) == .planned && visit.state(at: .at(100)) == .missed && visit.stay == nil)
    let verdict = VisitVerdict(word: .verified, reason: "r", distance: 1)
    visit.checkIn = Visit.Check(at: .at(110), receivedAt: .at(111), verdict: verdict)
    #expect(visit.state(at: .at(200)) == .there)
    visit.checkOut = Visit.Check(at: .at(170), receivedAt: .at(171), verdict: verdict)
    #expect(visit.state(at: .at(200)) == .done && visit.stay == 60_000)
    visit.checkOut?.at = .at(100)
    #expect(visit.stay == nil, "nobody leaves before they come")
  }
}
