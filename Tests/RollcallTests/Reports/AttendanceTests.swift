import Testing

@testable import Rollcall

@Suite("Visits and silences, counted")
struct AttendanceTests {
  private static let ana = Responder.ID(1)
  private static let now = Timestamp.at(10_000)

  private static func visit(
    _ from: Double, _ to: Double, come: Double? = nil, _ word: VisitVerdict.Word = .verified,
    leave: Double? = nil
  ) throws -> Visit {
    let place = try #require(Position(latitude: 46, longitude: 14))
    let check = { (at: Double?, word: VisitVerdict.Word) in
      at.map {
        Visit.Check(
          at: .at($0), receivedAt: .at($0), verdict: VisitVerdict(word: word, reason: "", distance: 0))
      }
    }
    return Visit(
      id: Visit.ID(1), responder: ana, name: "Ana",
      outlet: Outlet(id: Outlet.ID(1), name: "Shop", position: place),
      planned: TimeSpan(from: .at(from), to: .at(to)), checkIn: check(come, word),
      checkOut: check(leave, .doubtful))
  }

  @Test("a day's visits: planned, done, missed, first and last check, and what the check-ins prove")
  func counts() throws {
    let attendance = try Attendance(
      of: [
        Self.visit(0, 100, come: 50, leave: 90), Self.visit(200, 300, come: 40, .doubtful),
        Self.visit(400, 500), Self.visit(9_900, 10_100),
        Self.visit(600, 700, come: 650, .rejected, leave: 80),
        // Nobody was seen to come.
        Self.visit(800, 900, leave: 85),
      ], at: Self.now)
    var expected = Attendance()
    (expected.planned, expected.done, expected.missed) = (6, 2, 1)
    (expected.firstCheckIn, expected.lastCheckOut) = (.at(40), .at(90))
    expected.verdicts = [.verified: 1, .doubtful: 1, .rejected: 1]
    #expect(attendance == expected)
    #expect(Attendance(of: [], at: Self.now) == Attendance())
  }

  @Test("silences are counted by cause and phone, each person once, the most first")
  func silences() {
    var tally = SilenceTally()
    let phones = [SilenceTally.Phone(platform: "android", system: "14", app: "2.1"), .init()]
    func add(_ cause: Cause, _ from: Double, _ to: Double?, of id: Int64, _ phone: Int) {
      tally.add(
        Silence(
          from: .at(from), to: to.map { .at($0) }, thresholds: Thresholds(degraded: 90_000, offline: 180_000),
          worst: .offline, cause: cause, evidence: []), of: Responder.ID(id), phones[phone], now: Self.now)
    }
    add(.unknown, 9_000, nil, of: 3, 0)
    add(.appKilled, 0, 200, of: 1, 0)
    add(.appKilled, 300, 400, of: 1, 0)
    add(.appKilled, 0, 300, of: 2, 0)
    add(.appKilled, 0, 100, of: 2, 1)
    let ranked = tally.ranked
    #expect(
      ranked.map(\.key) == [
        .init(.appKilled, phones[0]), .init(.appKilled, phones[1]), .init(.unknown, phones[0]),
      ])
    #expect(ranked.map(\.sum.silences) == [3, 1, 1] && ranked.map(\.sum.people) == [2, 1, 1])
    #expect(ranked.map(\.sum.length) == [600_000, 100_000, 1_000_000])
    #expect(ranked.map(\.sum.longest) == [300_000, 100_000, 1_000_000])
  }
}
