import Testing

@testable import Rollcall

@Suite("How doubtful a day is")
struct DoubtScoreTests {
  typealias Count = (flag: DoubtFlags, open: Int, confirmed: Int)

  @Test(
    "the weights, by how many positions and by what was decided",
    arguments: [
      ([], 0), ([(.mock, 1, 0)], 15), ([(.mock, 2, 0)], 30), ([(.mock, 4, 0)], 30), ([(.mock, 5, 0)], 60),
      ([(.mock, 5_000, 0)], 60), ([(.mock, 0, 1)], 60), ([(.mock, 3, 1)], 60), ([(.mock, 0, 0)], 0),
      ([(.speed, 1, 0)], 8), ([(.speed, 1, 0), (.nullIsland, 1, 0)], 9), ([(.nullIsland, 1, 0)], 2),
      ([(.mock, 9, 0), (.speed, 9, 0), (.frozen, 9, 0)], 100), ([(.mock, 1, 0), (.mock, 1, 0)], 30),
      ([(.mock, -5, -5)], 0), ([(.mock, .max, 0), (.mock, .max, 0)], 60),
    ] as [([Count], Int)])
  func table(counts: [Count], points: Int) { #expect(DoubtScore(counts).points == points) }

  @Test("every flag has a weight, and none twice")
  func complete() {
    #expect(DoubtScore.weights.count == DoubtFlags.words.count)
    #expect(DoubtFlags(DoubtScore.weights.map(\.flag)) == DoubtFlags(DoubtFlags.words.map(\.flag)))
  }

  @Test("one more position never lowers it; clearing never raises it; it stays within 0 and 100")
  func monotonous() {
    for word in DoubtFlags.words {
      for open in 0...7 {
        for confirmed in 0...2 {
          let rest: Count = (.mock, 2, 0)
          let score = DoubtScore([(word.flag, open, confirmed), rest])
          #expect((0...100).contains(score.points))
          #expect(score <= DoubtScore([(word.flag, open + 1, confirmed), rest]))
          #expect(score <= DoubtScore([(word.flag, open, confirmed + 1), rest]))
          if open > 0 {
            #expect(DoubtScore([(word.flag, open - 1, confirmed), rest]) <= score, "cleared")
            #expect(score <= DoubtScore([(word.flag, open - 1, confirmed + 1), rest]), "confirmed")
          }
        }
      }
    }
  }
}
