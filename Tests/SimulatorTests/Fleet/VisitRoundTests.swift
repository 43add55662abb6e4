import DeviceKit
import Rollcall
import Testing

@testable import Simulator

@Suite("How simulated people make their visits")
struct VisitRoundTests {
  private let start = Timestamp(milliseconds: 1_800_000_000_000)

  private func later(_ minutes: Int64) -> Timestamp { start.advanced(by: minutes * 60_000) }

  /// A place so many metres north of the outlet.
  private func place(_ metres: Double) throws -> Position {
    try #require(Position(latitude: 46 + metres / 111_195, longitude: 14.5))
  }

  private func visit(_ id: Int64, _ from: Int64, _ to: Int64) throws -> PlannedVisit {
    try PlannedVisit(
      id: Visit.ID(id), planned: TimeSpan(from: later(from), to: later(to)), outlet: "Market",
      position: place(0), radius: 100)
  }

  @Test(
    "a responder who passes an outlet in its time checks in once, and out where they leave it, also later")
  func once() throws {
    let round = Walk()
    try round.plan([visit(1, 60, 120)])
    #expect(try round.come(to: place(0), at: later(59)) == nil, "too early")
    #expect(try round.come(to: place(150), at: later(61)) == nil, "not there yet")
    #expect(
      try round.come(to: place(99), at: later(119)) == VisitRound.Act(step: .checkIn, visit: Visit.ID(1)))
    #expect(try round.come(to: place(0), at: later(120)) == nil)
    #expect(
      try round.come(to: place(101), at: later(125)) == VisitRound.Act(step: .checkOut, visit: Visit.ID(1)))
    #expect(try round.come(to: place(0), at: later(126)) == nil)
  }

  @Test("what the server knows already is not sent again; a missed visit is not made up for")
  func known() throws {
    let round = Walk()
    var seen = try visit(1, 0, 60)
    seen.checkIn = .verified
    try round.plan([seen, visit(2, 0, 10)])
    #expect(try round.come(to: place(0), at: later(30)) == nil)
    #expect(
      try round.come(to: place(200), at: later(31)) == VisitRound.Act(step: .checkOut, visit: Visit.ID(1)))
  }

  @Test("they look where they are only while a visit is due")
  func wakes() throws {
    let round = Walk()
    #expect(round.takeFetch(at: start) && !round.takeFetch(at: later(59)) && round.takeFetch(at: later(60)))
    try round.plan([visit(1, 70, 80)])
    #expect(!round.takeLook(at: later(69)))
    #expect(round.nextWake(after: later(60)) == later(70))
    #expect(round.takeLook(at: later(70)))
    #expect(round.nextWake(after: later(70)) == later(70).advanced(by: 30_000))
    #expect(round.nextWake(after: later(80)) == later(120), "the list is asked for again")
  }
}

/// A round behind a reference, so that an expectation may ask it.
private final class Walk {
  private var round = VisitRound()

  func plan(_ list: [PlannedVisit]) { round.plan(list) }
  func come(to position: Position, at now: Timestamp) -> VisitRound.Act? {
    round.come(to: position, at: now)
  }
  func takeFetch(at now: Timestamp) -> Bool { round.takeFetch(at: now) }
  func takeLook(at now: Timestamp) -> Bool { round.takeLook(at: now) }
  func nextWake(after now: Timestamp) -> Timestamp { round.nextWake(after: now) }
}
