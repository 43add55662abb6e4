import Seeds
import Rollcall
import Testing

@Suite("Which sequence numbers have been seen")
struct SequenceSetTests {
  @Test("Behaves like a set of numbers, kept as ranges", arguments: Seeds.some(20))
  func likeASet(seed: UInt64) {
    var random = SplitMix(state: seed)
    var ranges = SequenceSet()
    var plain: Set<Int64> = []
    var stored: [Int64: Int64] = [:]
    for _ in 0..<400 {
      let number = Int64.random(in: 0...120, using: &random)
      #expect(ranges.contains(number) == plain.contains(number))
      let change = ranges.insert(number)
      #expect((change != nil) == plain.insert(number).inserted)
      if let change {
        for lower in change.removed { stored[lower] = nil }
        stored[change.range.lowerBound] = change.range.upperBound
      }
    }
    #expect(Set(ranges.ranges.flatMap { Array($0) }) == plain)
    for (left, right) in zip(ranges.ranges, ranges.ranges.dropFirst()) {
      #expect(left.upperBound + 1 < right.lowerBound)
    }
    let replayed = stored.sorted { $0.key < $1.key }.map { $0.key...$0.value }
    #expect(SequenceSet(ranges: replayed) == ranges, "the changes alone rebuild the ranges")
    let missing = Set(ranges.missing.flatMap { Array($0) })
    #expect(missing == Set((plain.min() ?? 0)...(plain.max() ?? 0)).subtracting(plain))
  }

  @Test("Takes the ends of the range and nothing beyond")
  func ends() {
    var seen = SequenceSet()
    #expect(seen.insert(0) != nil)
    #expect(seen.insert(Ping.maximumSequence) != nil)
    #expect(seen.insert(Ping.maximumSequence - 1) != nil)
    for number in [-1, Ping.maximumSequence + 1, Int64.min, Int64.max] {
      #expect(seen.insert(number) == nil)
      #expect(!seen.contains(number))
    }
    #expect(seen.missing == [1...Ping.maximumSequence - 2])
  }

  @Test("Finds a range by its lowest number only")
  func lookUp() {
    var seen = SequenceSet()
    for number in [5, 6, 7, 10] as [Int64] { _ = seen.insert(number) }
    #expect(seen.range(from: 5) == 5...7)
    #expect(seen.range(from: 6) == nil)
    #expect(seen.range(from: 8) == nil)
    #expect(seen.range(from: 10) == 10...10)
    #expect(seen.range(from: 11) == nil)
  }
}

/// A small generator with a seed, so that a failure can be repeated.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
