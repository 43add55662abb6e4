import Rollcall
import Simulator
import Testing

@Suite("Incidents of a town")
struct IncidentStreamTests {
  private static let day: Milliseconds = 86_400_000

  private func stream(rate: Double, seed: UInt64 = 1) throws -> IncidentStream {
    let town = try #require(Position(latitude: 46.05, longitude: 14.5))
    return IncidentStream(rate: rate, around: town, for: 10 * Self.day, seed: seed)
  }

  @Test("so many an hour, more in the evening than at night, in order and near the town")
  func hours() throws {
    let calls = try stream(rate: 20).calls
    #expect((4_300...5_300).contains(calls.count), "\(calls.count)")
    let hours = Dictionary(grouping: calls) { $0.at / 3_600_000 % 24 }.mapValues(\.count)
    #expect((hours[19] ?? 0) > 2 * (hours[3] ?? 0))
    #expect(zip(calls, calls.dropFirst()).allSatisfy { $0.at <= $1.at })
    let town = try #require(Position(latitude: 46.05, longitude: 14.5))
    #expect(calls.allSatisfy { $0.place.distance(to: town) < 3_000 })
    let severities = Dictionary(grouping: calls, by: \.severity).mapValues {
      Double($0.count) / Double(calls.count)
    }
    #expect((severities[.critical].map { abs($0 - 0.1) < 0.03 }) == true)
    #expect((severities[.normal].map { abs($0 - 0.45) < 0.05 }) == true)
  }

  @Test("most happen in the busy places")
  func places() throws {
    let calls = try stream(rate: 20).calls
    let cells = Dictionary(grouping: calls) {
      [Int(($0.place.latitude * 250).rounded()), Int(($0.place.longitude * 180).rounded())]
    }
    let busiest = cells.values.map(\.count).sorted(by: >).prefix(6).reduce(0, +)
    #expect(busiest > calls.count / 3)
  }

  @Test(
    "the same seed has the same incidents, and no rate traps", arguments: [0, 0.001, 1e9, .infinity, .nan])
  func seeds(rate: Double) throws {
    #expect(try stream(rate: 5, seed: 2).calls == stream(rate: 5, seed: 2).calls)
    #expect(try stream(rate: 5, seed: 2).calls != stream(rate: 5, seed: 3).calls)
    let town = try #require(Position(latitude: 46.05, longitude: 14.5))
    _ = IncidentStream(rate: rate, around: town, for: 3_600_000, seed: 1)
  }

  @Test("a push service is down twice a day, apart, and accepts nothing then")
  func outages() {
    let span = TimeSpan(from: SharedTime.start, to: SharedTime.start.advanced(by: Self.day))
    let outages = SimulatedPushService.outages(in: span, seed: 4)
    #expect(outages.count == 2)
    #expect(outages.allSatisfy { (600_000...1_800_000).contains($0.length) && $0.to < span.to })
    let service = SimulatedPushService(outages: outages, seed: 1)
    let message = SimulatedPushMessage(address: "nobody", data: [:], expiresAt: span.to)
    #expect(service.accept(message, at: outages[0].from).kind == .retry)
    #expect(service.accept(message, at: outages[0].to).kind == .gone)
    #expect(service.counts.refused == 1)
  }
}
