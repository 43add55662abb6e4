import StoreSupport
import Rollcall
import Testing

@testable import RollcallStore

@Suite("The ways between visits, measured along what is stored")
struct VisitLegStoreTests {
  private static func check(_ seconds: Double) -> Visit.Check {
    Visit.Check(
      at: .at(seconds), receivedAt: .at(seconds),
      verdict: VisitVerdict(word: .verified, reason: "", distance: 0))
  }

  private static func visit(
    _ id: Int64, _ phone: TestPhone, lat: Double, from: Double, to: Double
  ) throws -> Visit {
    let place = try #require(Position(latitude: lat, longitude: 14))
    return Visit(
      id: Visit.ID(id), responder: phone.id, name: "Ana",
      outlet: Outlet(id: Outlet.ID(id), name: "O", position: place),
      planned: TimeSpan(from: .at(from), to: .at(to)), checkIn: check(from), checkOut: check(to))
  }

  /// 1,112 m straight, in 900 s.
  private static func pair(_ phone: TestPhone) throws -> [Visit] {
    [
      try visit(1, phone, lat: 46, from: 50, to: 100),
      try visit(2, phone, lat: 46.01, from: 1_000, to: 1_100),
    ]
  }

  /// Positions as seconds and latitudes.
  private static func take(
    _ places: [(Double, Double)], _ phone: TestPhone, at seconds: Double = 2_000
  ) throws {
    phone.fixture.clock.set(seconds)
    _ = try phone.fixture.store.tracking.importTrack(
      places.map { try ping($0.0, lat: $0.1) }, from: Array("a track".utf8), of: phone.id,
      in: .test(phone.session.workspace, "member:1"))
  }

  private static func measured(_ visits: [Visit], _ phone: TestPhone) throws -> [VisitLeg] {
    try phone.fixture.store.visits.measured(VisitLeg.all(of: visits), in: phone.fixture.workspace)
  }

  @Test("Where a responder went off duty between two visits is not shown; time and straight line stay")
  func offDuty() async throws {
    let phone = try await TestPhone.onDuty(try TestStore())
    try await phone.duty(DutyChange(state: .offDuty), at: 300)
    try await phone.duty(DutyChange(state: .onDuty), at: 700)
    try Self.take(
      [
        (150, 46.002), (250, 46.004), (400, 46.03), (500, 46.06), (600, 46.03), (800, 46.006), (900, 46.008),
      ], phone)
    let leg = try #require(try Self.measured(try Self.pair(phone), phone).first)
    let travelled = try #require(leg.travelled)
    #expect((travelled / 10).rounded() * 10 == 1_110, "\(travelled) m")
    #expect(leg.span?.length == 900_000 && (leg.straight / 10).rounded() * 10 == 1_110)
  }

  @Test("A detour on duty counts; with nothing but positions off duty only the straight line is known")
  func duty() async throws {
    let detour: [(Double, Double)] = [(400, 46.03), (500, 46.06), (600, 46.03)]
    let open = try await TestPhone.onDuty(try TestStore())
    try Self.take(detour, open)
    let travelled = try #require(try Self.measured(try Self.pair(open), open).first?.travelled)
    #expect(travelled > 12_000)
    let closed = try await TestPhone.onDuty(try TestStore())
    try await closed.duty(DutyChange(state: .offDuty), at: 90)
    try Self.take(detour, closed)
    let leg = try #require(try Self.measured(try Self.pair(closed), closed).first)
    #expect(leg.travelled == nil && leg.span?.length == 900_000)
  }

  @Test("More legs than one snapshot measures are all measured, in their order")
  func many() async throws {
    let phone = try await TestPhone.onDuty(try TestStore())
    let count = 2 * VisitStore.legsOfRead + 2
    // To and fro between two places, with a detour in the middle of each way.
    let visits: [Visit] = try (0..<count).map { index in
      let from = 50 + Double(index) * 400
      return try Self.visit(
        Int64(index) + 1, phone, lat: index % 2 == 0 ? 46 : 46.01, from: from, to: from + 100)
    }
    let places: [(Double, Double)] = (0..<count).map { (50 + Double($0) * 400 + 250, 46.02) }
    try Self.take(places, phone, at: 50 + Double(count) * 400)
    let legs = try Self.measured(visits, phone)
    #expect(legs.map(\.to) == visits.dropFirst().map(\.id))
    #expect(legs.allSatisfy { ($0.travelled ?? 0) > 3_000 })
  }
}
