import Rollcall
import Testing

@Suite("Doubts of the last 24 hours")
struct RecentDoubtsTests {
  @Test("A flag counts for 24 hours after the position, and not a millisecond longer")
  func lasting() {
    var doubts = RecentDoubts()
    doubts.note([.mock, .clockSkew], at: .at(100))
    let end = Timestamp.at(100).advanced(by: 86_400_000)
    #expect(doubts.flags(at: .at(100)) == .mock)
    #expect(doubts.flags(at: end) == .mock && doubts.until == end)
    #expect(doubts.flags(at: end.advanced(by: 1)).isEmpty)
  }

  @Test("Only flags by which the position may be false count", arguments: DoubtFlags.words.map(\.word))
  func counted(word: String) throws {
    let flag = try #require(DoubtFlags.named(word))
    var doubts = RecentDoubts()
    doubts.note(flag, at: .at(0))
    let counts = ["mock", "speed", "frozen", "network_country", "network_type"].contains(word)
    #expect(doubts.flags(at: .at(0)) == (counts ? flag : []))
    #expect((doubts.until == nil) == !counts)
  }

  @Test("Positions in any order give what a search through all of them gives")
  func model() {
    var random = Numbers(state: 7)
    for _ in 0..<500 {
      var doubts = RecentDoubts()
      var noted: [(flags: DoubtFlags, at: Timestamp)] = []
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let flags = DoubtFlags(rawValue: Int64.random(in: 0..<1_024, using: &random))
        let at = Timestamp.at(Double(Int.random(in: 0...200_000, using: &random)))
        doubts.note(flags, at: at)
        noted.append((flags, at))
      }
      let now = Timestamp.at(Double(Int.random(in: 0...300_000, using: &random)))
      let expected = noted.reduce(into: DoubtFlags()) { found, entry in
        if now.since(entry.at) <= 86_400_000 {
          found.formUnion(entry.flags.intersection(RecentDoubts.counted))
        }
      }
      #expect(doubts.flags(at: now) == expected)
      #expect((doubts.until.map { now <= $0 } ?? false) == !expected.isEmpty)
    }
  }
}
