import Rollcall
import Testing

@Suite("When a position was taken")
struct TakenTests {
  @Test(
    "As long before it was reported as the phone says; what no clock can tell is never now",
    arguments: [(nil, 0), (0, 0), (-5, 0), (1.5, -1_500), (900, -900_000), (.nan, 0)] as [(Double?, Int64)])
  func taken(age: Double?, offset: Int64) {
    #expect(Ping.taken(effective: .at(1_000), age: age) == Timestamp.at(1_000).advanced(by: offset))
  }

  @Test("An age in nanoseconds of this century is ages ago", arguments: [9.3e15, 1.79e18, 1e31, .infinity])
  func absurd(age: Double) {
    #expect(Ping.taken(effective: .at(1_000), age: age) < .at(-1_000_000_000))
  }
}

@Suite("Positions and doubts")
struct PositionTests {
  @Test("The ends of the range are places", arguments: [(-90, -180), (90, 180), (0, 0), (46.05, 14.5)])
  func places(latitude: Double, longitude: Double) {
    #expect(Position(latitude: latitude, longitude: longitude) != nil)
  }

  @Test(
    "What is beyond them is not",
    arguments: [
      (90.000001, 0), (-90.000001, 0), (0, 180.000001), (0, -180.000001), (.nan, 0), (0, .nan),
      (.infinity, 0), (0, -.infinity),
    ] as [(Double, Double)])
  func nowhere(latitude: Double, longitude: Double) {
    #expect(Position(latitude: latitude, longitude: longitude) == nil)
  }

  @Test("Only exactly (0, 0) is null island")
  func nullIsland() throws {
    #expect(try #require(Position(latitude: 0, longitude: -0.0)).isNullIsland)
    #expect(try !#require(Position(latitude: 0, longitude: 0.000001)).isNullIsland)
  }

  @Test("Every flag has one bit, one word, and is found by it")
  func flags() {
    var all: DoubtFlags = []
    for (flag, word) in DoubtFlags.words {
      #expect(flag.rawValue.nonzeroBitCount == 1)
      #expect(!all.contains(flag))
      #expect(DoubtFlags.named(word) == flag)
      all.formUnion(flag)
    }
    #expect(
      all.names.joined(separator: " ")
        == "mock speed frozen clock_skew null_island invalid_fix accuracy sequence_conflict network_country network_type"
    )
    #expect(DoubtFlags.named("Mock") == nil)
  }
}
