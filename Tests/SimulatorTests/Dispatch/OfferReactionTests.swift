import Rollcall
import Testing

@testable import Simulator

@Suite("How people answer offers")
struct OfferReactionTests {
  private static let tempers: [OfferReaction] = {
    var random = SmallRandom(seed: 3)
    return (0..<20_000).map { _ in OfferReaction(&random) }
  }()

  private static func share(_ holds: (OfferReaction) -> Bool) -> Double {
    Double(tempers.count(where: holds)) / Double(tempers.count)
  }

  @Test("most look within seconds, some have the phone in a pocket, a few never look")
  func notice() {
    #expect(abs(Self.share { $0.notice == nil } - 0.08) < 0.01)
    #expect(abs(Self.share { ($0.notice ?? 0) > 120_000 } - 0.09) < 0.015, "in a pocket for minutes")
    #expect((0.65...0.75).contains(Self.share { ($0.notice ?? .max) <= 20_000 }))
    let notices = Self.tempers.compactMap(\.notice).sorted()
    #expect((5_000...10_000).contains(notices[notices.count / 2]), "half of those who look")
    #expect(notices.allSatisfy { (1_500...240_000).contains($0) })
  }

  @Test("they think for some seconds, and one of eight declines")
  func answer() {
    #expect(Self.tempers.allSatisfy { (2_000...12_000).contains($0.thought) })
    #expect(abs(Self.share { !$0.goes } - 0.12) < 0.01)
  }
}
