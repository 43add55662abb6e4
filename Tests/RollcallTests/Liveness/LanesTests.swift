import Seeds
import Rollcall
import Testing

@Suite("The two lanes of a timeline")
struct LanesTests {
  static let thresholds = Thresholds(degraded: 90_000, offline: 180_000)

  static func spans(_ spans: [(Double, Double)]) -> [TimeSpan] {
    spans.map { TimeSpan(from: .at($0.0), to: .at($0.1)) }
  }

  /// `0-90 green, 90-100 amber`
  static func words<Level>(_ lane: [Lanes.Piece<Level>]) -> String {
    lane.map { "\($0.span.from.since(.at(0)) / 1_000)-\($0.span.to.since(.at(0)) / 1_000) \($0.level)" }
      .joined(separator: ", ")
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var range = (0.0, 1_000.0)
    var watched = [(0.0, 1_000.0)]
    var quiet: [(Double, Double?)] = []
    var absences: [(Double, Double)] = []
    let lane: String

    init(_ name: String, _ lane: String, _ fill: (inout Case) -> Void = { _ in }) {
      (testDescription, self.lane) = (name, lane)
      fill(&self)
    }
  }

  static let cases = [
    Case("in contact", "0-1000 green"),
    Case("never on duty", "0-1000 none") { $0.watched = [] },
    Case("nothing of an empty range", "") { $0.range = (100, 100) },
    Case("on duty for a while", "0-100 none, 100-500 green, 500-1000 none") { $0.watched = [(100, 500)] },
    Case("longer than D", "0-190 green, 190-250 amber, 250-1000 green") { $0.quiet = [(100, 250)] },
    Case("longer than O", "0-190 green, 190-280 amber, 280-400 red, 400-1000 green") {
      $0.quiet = [(100, 400)]
    },
    Case("until now", "0-690 green, 690-780 amber, 780-1000 red") { $0.quiet = [(600, nil)] },
    Case("begun before the range", "0-500 red, 500-1000 green") { $0.quiet = [(-300, 500)] },
    Case("our absence in contact", "0-300 green, 300-400 not, 400-1000 green") { $0.absences = [(300, 400)] },
    Case(
      "our absence adds no age",
      "0-190 green, 190-200 amber, 200-400 not, 400-480 amber, 480-500 red, 500-1000 green"
    ) {
      $0.quiet = [(100, 500)]
      $0.absences = [(200, 400)]
    },
    Case("our absence off duty does not show", "0-100 none, 100-150 not, 150-1000 green") {
      $0.watched = [(100, 1_000)]
      $0.absences = [(50, 150)]
    },
    Case("a silence ends with the duty", "0-190 green, 190-220 amber, 220-1000 none") {
      $0.watched = [(0, 220)]
      $0.quiet = [(100, 400)]
    },
  ]

  static func lane(_ example: Case) -> [Lanes.Piece<Lanes.Reachable>] {
    Lanes.reachable(
      in: TimeSpan(from: .at(example.range.0), to: .at(example.range.1)), watched: spans(example.watched),
      quiet: example.quiet.map { Quiet(from: .at($0.0), to: $0.1.map { .at($0) }, thresholds: thresholds) },
      absences: spans(example.absences), now: .at(1_000))
  }

  @Test("reachable goes by the age of the last contact", arguments: cases)
  func reachable(_ example: Case) {
    let words = Self.words(Self.lane(example)).split(
      separator: "notObserved", omittingEmptySubsequences: false
    )
    .joined(separator: "not")
    #expect(words == example.lane)
  }

  @Test("track: known, late, blank, and nothing off duty")
  func track() {
    let gaps = [
      TrackGap(from: .at(50), to: .at(150)), TrackGap(from: .at(300), to: .at(400), backfilledAt: .at(900)),
      TrackGap(from: .at(400), to: .at(500)), TrackGap(from: .at(900), to: .at(1_000)),
    ]
    let lane = Lanes.track(
      in: TimeSpan(from: .at(0), to: .at(950)), watched: Self.spans([(100, 600), (700, 1_000)]), gaps: gaps)
    #expect(
      Self.words(lane)
        == "0-100 none, 100-150 blank, 150-300 known, 300-400 late, 400-500 blank, 500-600 known, 600-700 none, 700-900 known, 900-950 blank"
    )
  }

  @Test(
    "a lane has no holes, its neighbours differ, and it shows what a silence's worst says",
    arguments: Seeds.some(40))
  func whole(seed: UInt64) {
    var random = SplitMix(state: seed)
    func some(_ most: Int) -> [(Double, Double)] {
      (0..<Int.random(in: 0...most, using: &random)).map { _ in
        let from = Double(Int.random(in: -100...1_000, using: &random))
        return (from, from + Double(Int.random(in: 0...300, using: &random)))
      }
    }
    for _ in 0..<50 {
      var example = Case("", "")
      example.absences = some(4)
      example.quiet = some(1).map { ($0.0, min($0.1, 1_000)) }
      let lane = Self.lane(example)
      #expect(lane.first?.span.from == .at(0) && lane.last?.span.to == .at(1_000))
      for (left, right) in zip(lane, lane.dropFirst()) {
        #expect(left.span.to == right.span.from && left.level != right.level)
      }
      guard let (from, to) = example.quiet.first, from >= 0, let to, to > from else { continue }
      let worst = Quiet(from: .at(from), to: .at(to), thresholds: Self.thresholds)
        .worst(outside: Self.spans(example.absences), at: .at(1_000))
      let levels = Set(lane.map(\.level))
      #expect(levels.contains(.red) == (worst == .offline))
      #expect(levels.contains(.amber) == (worst != nil))
    }
  }

  @Test("each flag of a ping is an entry of the timeline")
  func flags() {
    let flags = Timeline.Flag.each(of: [.frozen, .mock], at: .at(5), pingID: 7)
    #expect(flags == ["mock", "frozen"].map { Timeline.Flag(at: .at(5), flag: $0, pingID: 7) })
  }
}
