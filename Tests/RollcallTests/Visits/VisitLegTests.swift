import Testing

@testable import Rollcall

@Suite("The way from visit to visit")
struct VisitLegTests {
  /// A place so many metres north.
  private static func place(_ metres: Double) throws -> Position {
    try #require(Position(latitude: 46 + metres / 111_195, longitude: 14.5))
  }

  private static func check(_ minute: Int64?, _ word: VisitVerdict.Word = .verified) -> Visit.Check? {
    minute.map {
      let at = Timestamp(milliseconds: $0 * 60_000)
      return Visit.Check(at: at, receivedAt: at, verdict: VisitVerdict(word: word, reason: "", distance: 0))
    }
  }

  private static func visit(
    _ id: Int64, by responder: Int64 = 1, metres: Double, _ come: Visit.Check?, _ leave: Visit.Check? = nil
  ) throws -> Visit {
    Visit(
      id: Visit.ID(id), responder: Responder.ID(responder), name: "P\(responder)",
      outlet: Outlet(id: Outlet.ID(id), name: "O", position: try place(metres)),
      planned: TimeSpan(from: Timestamp(milliseconds: 0), to: Timestamp(milliseconds: 1)), checkIn: come,
      checkOut: leave)
  }

  @Test(
    "in the order of arrival, for each person; without missed and rejected visits"
  )
  func order() throws {
    let visits = [
      try Self.visit(1, metres: 0, Self.check(60), Self.check(70)),
      try Self.visit(2, metres: 1_000, Self.check(10), Self.check(20)),
      try Self.visit(3, metres: 2_000, nil),
      try Self.visit(4, metres: 9_000, Self.check(30, .rejected)),
      try Self.visit(5, metres: 3_000, Self.check(90, .doubtful)),
      try Self.visit(6, by: 2, metres: 0, Self.check(15)),
    ]
    let legs = VisitLeg.all(of: visits)
    #expect(legs.map { [$0.from.rawValue, $0.to.rawValue] } == [[2, 1], [1, 5]])
    #expect(legs.map { $0.span.map { $0.length / 60_000 } } == [40, 20])
    #expect(legs.map { ($0.straight / 10).rounded() * 10 } == [1_000, 3_000])
    let routes = VisitRoute.all(of: visits, legs: legs)
    #expect(routes.map(\.name) == ["P1"] && routes.map(\.visits) == [3])
    #expect(routes.first?.time == 3_600_000 && routes.first?.stay == 1_200_000 && routes.first?.known == 0)
  }

  @Test("a way is without a time when the departure is unknown, or claimed after the next arrival")
  func unknown() throws {
    for leave in [nil, Self.check(50), Self.check(20, .rejected)] {
      let legs = VisitLeg.all(of: [
        try Self.visit(1, metres: 0, Self.check(10), leave), try Self.visit(2, metres: 500, Self.check(30)),
      ])
      #expect(legs.count == 1 && legs[0].span == nil && legs[0].travelled == nil)
      #expect(VisitRoute.all(of: [], legs: legs).first?.time == nil)
    }
  }

  @Test("the time at the places counts valid checks only: a rejected one was elsewhere")
  func stay() throws {
    let cases: [(come: VisitVerdict.Word, leave: VisitVerdict.Word, minutes: Int64)] = [
      (.verified, .doubtful, 25), (.rejected, .verified, 10), (.verified, .rejected, 10),
      (.rejected, .rejected, 10),
    ]
    for (come, leave, minutes) in cases {
      let visits = [
        try Self.visit(1, metres: 0, Self.check(10), Self.check(20)),
        try Self.visit(2, metres: 1_000, Self.check(30, come), Self.check(45, leave)),
        try Self.visit(3, metres: 2_000, Self.check(60)),
      ]
      let routes = VisitRoute.all(of: visits, legs: VisitLeg.all(of: visits))
      #expect(routes.map(\.stay) == [minutes * 60_000], "\(come), \(leave)")
    }
  }

  @Test("the way goes from end to end; a stationary phone does not wander")
  func length() throws {
    let legs = VisitLeg.all(of: [
      try Self.visit(1, metres: 0, Self.check(10), Self.check(20)),
      try Self.visit(2, metres: 1_000, Self.check(30)),
    ])
    let leg = try #require(legs.first)
    func rounded(_ metres: [Double]) throws -> Double {
      (leg.length(along: try metres.map(Self.place)) / 10).rounded() * 10
    }
    #expect(try rounded([]) == 1_000)
    #expect(try rounded([5, -8, 3, 12, -9, 20, 1]) == 1_000)
    #expect(try rounded([-500, 0, 500]) == 2_000)
    #expect(try rounded([400, 410, 395, 402, 405]) == 1_000)
  }
}
