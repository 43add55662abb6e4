import Testing

@testable import Rollcall

@Suite("How a lane adds up")
struct LaneTotalsTests {
  typealias Piece = Lanes.Piece<Lanes.Reachable>

  private static func pieces(_ parts: [(Lanes.Reachable, Double)]) -> [Piece] {
    var at = 0.0
    return parts.map { level, length in
      defer { at += length }
      return Piece(span: TimeSpan(from: .at(at), to: .at(at + length)), level: level)
    }
  }

  @Test("Off watch and our own absence are nobody's; amber that turns red is one silence")
  func totals() {
    let totals = LaneTotals(
      Self.pieces([
        (.none, 10), (.green, 100), (.amber, 20), (.red, 30), (.green, 50), (.notObserved, 40), (.red, 5),
        (.none, 7), (.amber, 1),
      ]))
    #expect(totals.watched == 206_000 && totals.reachable == 150_000 && totals.notObserved == 40_000)
    #expect(totals.silent.map(\.length) == [50_000, 5_000, 1_000])
    #expect(totals.longest?.from == .at(110) && totals.silentLength == 56_000)
  }

  @Test("Nothing adds up to nothing")
  func nothing() {
    let totals = LaneTotals(Self.pieces([(.none, 86_400)]))
    #expect(totals == LaneTotals([]) && totals.longest == nil)
  }
}
