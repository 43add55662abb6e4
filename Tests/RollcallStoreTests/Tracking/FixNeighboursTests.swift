import Rollcall
import Seeds
import Testing

@testable import RollcallStore

@Suite("Positions out of order are doubted beside their neighbours, stored or not")
struct FixNeighboursTests {
  /// A walk with jumps, and a phone that stands still while it claims to move, in any order.
  private static func walk(_ numbers: inout SplitMix) throws -> [Ping] {
    var latitude = 46.0
    let pings = try (0..<Int64(90)).map { index in
      let kind = Int.random(in: 0..<12, using: &numbers)
      if kind < 8 { latitude += 0.000_1 }
      return try ping(
        Double(index) * 40, index, lat: kind == 11 ? latitude + 1 : latitude,
        accuracy: kind == 10 ? -1 : 8, speed: 3)
    }
    return pings.shuffled(using: &numbers)
  }

  /// The doubts of each, by their time.
  private static func doubts(_ phone: TestPhone) throws -> [Timestamp?: DoubtFlags] {
    Dictionary(
      try phone.history.map { ($0.ping.recordedAt, $0.flags.intersection([.speed, .frozen])) },
      uniquingKeysWith: { $0.union($1) })
  }

  @Test("Whether they come one by one, in some batches or in one", arguments: Seeds.some(8))
  func sameDoubts(seed: UInt64) async throws {
    var numbers = SplitMix(state: seed)
    let pings = try Self.walk(&numbers)
    var found: [[Timestamp?: DoubtFlags]] = []
    for size in [1, 17, pings.count] {
      let phone = try TestStore().phone()
      for start in stride(from: 0, to: pings.count, by: size) {
        try await phone.send(Array(pings[start..<min(start + size, pings.count)]), at: 4_000)
      }
      found.append(try Self.doubts(phone))
    }
    #expect(found[0].values.contains { $0.contains(.speed) }, "seed \(seed)")
    #expect(found[0] == found[1] && found[0] == found[2], "seed \(seed)")
  }
}
