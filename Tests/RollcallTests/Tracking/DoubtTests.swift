import Testing

@testable import Rollcall

@Suite("What a doubt was found by")
struct DoubtTests {
  static let each: [Doubt] = [
    .mock, .speed(metres: 412_000.5, seconds: 60, from: .before), .speed(metres: 1, seconds: 0, from: .after),
    .frozen(fixes: 4, seconds: 150.5, speed: 4.25), .clockSkew(seconds: -35), .nullIsland,
    .invalidFix(accuracy: -1), .accuracy(metres: 0), .accuracy(metres: 0.25),
    .sequenceConflict(9_007_199_254_740_991), .networkCountry("NL", kilometres: 812.75),
    .networkType(.hosting, network: 64_498), .networkType(.relay, network: nil),
  ]

  @Test("a row keeps all of it", arguments: each)
  func row(doubt: Doubt) {
    #expect(DoubtRecord(doubt).doubt == doubt)
    #expect(DoubtRecord(doubt).flag == doubt.flag)
    #expect(DoubtFlags.words.filter { $0.flag == doubt.flag }.count == 1)
  }

  @Test("there is one for each flag")
  func complete() {
    #expect(Self.each.flags == DoubtFlags(DoubtFlags.words.map(\.flag)))
  }

  @Test(
    "a row without what its flag needs says nothing",
    arguments: [
      DoubtRecord(flag: .speed, 1, 2), DoubtRecord(flag: .frozen, .infinity, 2, 3),
      DoubtRecord(flag: .clockSkew),
      DoubtRecord(flag: .networkCountry, 5), DoubtRecord(flag: .networkType, 5, word: "else"),
      DoubtRecord(flag: .sequenceConflict, 1e300), DoubtRecord(flag: [], 1, 2, 3),
    ])
  func poor(record: DoubtRecord) { #expect(record.doubt == nil) }

  @Test(
    "what a position says of itself",
    arguments: [
      (nil, .no, []), (5, .unknown, []), (1, .no, []), (0.99, .no, [.accuracy(metres: 0.99)]),
      (0, .no, [.accuracy(metres: 0)]), (-1, .no, [.invalidFix(accuracy: -1)]), (.nan, .no, []),
      (5, .yes, [.mock]), (0.1, .yes, [.mock, .accuracy(metres: 0.1)]),
    ] as [(Double?, Ping.MockReport, [Doubt])])
  func own(accuracy: Double?, mock: Ping.MockReport, doubts: [Doubt]) throws {
    var ping = Ping(position: try #require(Position(latitude: 46, longitude: 14)), isMock: mock)
    ping.accuracy = accuracy
    #expect(ping.doubts == doubts)
  }

  @Test("an invalid place is a doubt of its own")
  func nowhere() throws {
    let ping = Ping(position: try #require(Position(latitude: 0, longitude: 0)), isMock: .no)
    #expect(ping.doubts == [.nullIsland])
  }
}
