import Rollcall
import Testing

@Suite("Gaps in a track")
struct TrackGapsTests {
  /// A fix that was taken and came, in seconds.
  struct Fix: Sendable {
    var taken: Double
    var came: Double
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let fixes: [Fix]
    let watched: [(Double, Double)]
    let gaps: [TrackGap]

    init(
      _ name: String, _ fixes: [(Double, Double)], watched: [(Double, Double)] = [(0, 600)],
      _ gaps: [(Double, Double, Double?)]
    ) {
      (testDescription, self.watched) = (name, watched)
      self.fixes = fixes.map { Fix(taken: $0.0, came: $0.1) }
      self.gaps = gaps.map { TrackGap(from: .at($0.0), to: .at($0.1), backfilledAt: $0.2.map { .at($0) }) }
    }
  }

  /// D = 90 s.
  static let change = TrackGaps.Change(
    at: .at(-900), thresholds: Thresholds(degraded: 90_000, offline: 180_000))

  static func timely(_ times: Double...) -> [(Double, Double)] { times.map { ($0, $0 + 1) } }

  static let steady = timely(0, 60, 120, 180, 240, 300, 360, 420, 480, 540)

  static let cases = [
    Case("none while fixes come", steady, []),
    Case("exactly D is none", timely(0, 90, 180, 270, 360, 450, 540), []),
    Case("longer than D is one", timely(0, 90, 181, 270, 360, 450, 540), [(90, 181, nil)]),
    Case("no fix at all", [], [(0, 600, nil)]),
    Case("nobody on duty", timely(0, 500), watched: [], []),
    Case("from coming on duty to the first fix", timely(100, 180, 260, 340, 420, 500, 580), [(0, 100, nil)]),
    Case("from the last fix until now", timely(0, 60, 120), [(120, 600, nil)]),
    Case(
      "off duty is no gap, and its fixes close none", timely(0, 60, 150, 400, 460),
      watched: [(0, 100), (350, 500)], []),
    Case(
      "fixes off duty are not of the track", timely(50, 150, 250), watched: [(100, 140), (200, 300)], []),
    Case(
      "a queue that arrived later",
      timely(0, 60) + [(120, 400), (180, 401), (240, 402), (300, 403)]
        + timely(360, 420, 480, 540), [(60, 360, 403)]),
    Case(
      "one late fix between timely ones that lie more than D apart",
      timely(0, 60) + [(120, 300)] + timely(180, 240, 300, 360, 420, 480, 540), [(60, 180, 300)]),
    Case(
      "one late fix between timely ones that do not",
      timely(0, 40) + [(80, 300)] + timely(120, 180, 240, 300, 360, 420, 480, 540), []),
    Case(
      "a queue that ended before the silence did: the rest stays blank",
      timely(0, 60) + [(120, 500), (180, 500), (240, 500)] + timely(480, 540),
      [(60, 240, 500), (240, 480, nil)]),
    Case(
      "a queue that began after the phone had stopped",
      timely(0, 60) + [(300, 500), (360, 500), (420, 500)] + timely(480, 540),
      [(60, 300, nil), (300, 420, 500)]),
    Case(
      "a queue that ends with going off duty", timely(0, 60) + [(120, 400), (180, 400)],
      watched: [(0, 240)], [(60, 240, 400)]),
    Case(
      "a fix that comes exactly D after it was taken is timely",
      timely(0, 60) + [(120, 210)] + timely(200, 280),
      watched: [(0, 300)], []),
    Case(
      "the same instant twice, once in time", timely(0, 60) + [(120, 400), (120, 121)] + timely(180, 240),
      watched: [(0, 300)], []),
  ]

  static func gaps(
    _ fixes: [Fix], watched: [(Double, Double)], changes: [TrackGaps.Change] = [change],
    range: (Double, Double) = (-10_000, 10_000)
  ) -> [TrackGap] {
    var track = TrackGaps(
      watched: watched.map { TimeSpan(from: .at($0.0), to: .at($0.1)) }, thresholds: changes,
      range: TimeSpan(from: .at(range.0), to: .at(range.1)))
    for fix in fixes.sorted(by: { $0.taken < $1.taken }) {
      track.add(effective: .at(fix.taken), received: .at(fix.came))
    }
    return track.finish()
  }

  @Test("longer than D between effective times, backfilled or open for ever", arguments: cases)
  func found(_ example: Case) {
    #expect(Self.gaps(example.fixes, watched: example.watched) == example.gaps)
    #expect(Self.gaps(example.fixes.reversed(), watched: example.watched) == example.gaps)
  }

  @Test(
    "a change of thresholds moves what is due as it does for the status",
    arguments: [
      (60, [(0, 90), (50, 30)], 81, [(0, 81)]), (60, [(0, 90), (50, 30)], 80, []),
      (60, [(0, 90), (85, 30)], 91, [(0, 91)]), (60, [(0, 90), (50, 200)], 200, []),
      (60, [(0, 90), (50, 200)], 201, [(0, 201)]), (60, [(0, 90), (91, 200)], 100, [(0, 100)]),
      (60, [(0, 90), (50, nil)], 5_000, []), (60, [(0, nil), (50, 90)], 140, []),
      (60, [(0, nil), (50, 90)], 141, [(0, 141)]), (60, [(0, 90), (50, 90), (60, 90)], 91, [(0, 91)]),
      (60, [], 5_000, []),
    ] as [(Double, [(Double, Double?)], Double, [(Double, Double)])])
  func thresholds(_: Double, changes: [(Double, Double?)], next: Double, gaps: [(Double, Double)]) {
    let changes = changes.map { at, degraded in
      TrackGaps.Change(
        at: .at(at),
        thresholds: degraded.map { Thresholds(degraded: Int64($0 * 1_000), offline: Int64($0 * 2_000)) })
    }
    let fixes = [Fix(taken: 0, came: 0), Fix(taken: next, came: next)]
    let found = Self.gaps(fixes, watched: [(0, next + 1)], changes: changes)
    #expect(found == gaps.map { TrackGap(from: .at($0.0), to: .at($0.1)) })
  }

  @Test(
    "from a place to its last confirmation nothing is missing",
    arguments: [
      // Kept spans, fixes, gaps: D = 90 s, watched from 0 to 600.
      ([(0, 500)], Self.timely(0, 560), []),
      ([(0, 500)], Self.timely(0), [(500, 600)]),
      ([(0, 500)], Self.timely(0, 591), [(500, 591)]),
      ([(100, 300)], Self.timely(0, 100, 380), [(0, 100), (380, 600)]),
      ([(0, 200), (250, 590)], Self.timely(0, 250), []),
      ([(0, 200), (300, 590)], Self.timely(0, 300), [(200, 300)]),
      // A place from before the duty, confirmed in it; one confirmed beyond its end.
      ([(-5_000, 550)], Self.timely(580), []),
      ([(0, 5_000)], Self.timely(0), []),
      // Older fixes inside a kept span change nothing; late ones before it are still a gap that was closed.
      ([(0, 500)], Self.timely(0, 120, 130, 580), []),
    ] as [([(Double, Double)], [(Double, Double)], [(Double, Double)])])
  func kept(spans: [(Double, Double)], fixes: [(Double, Double)], gaps: [(Double, Double)]) {
    let all = TimeSpan(from: .at(0), to: .at(600))
    var track = TrackGaps(
      watched: [all], thresholds: [Self.change],
      kept: spans.map { TimeSpan(from: .at($0.0), to: .at($0.1)) }, range: all)
    for (taken, came) in fixes { track.add(effective: .at(taken), received: .at(came)) }
    #expect(track.finish() == gaps.map { TrackGap(from: .at($0.0), to: .at($0.1)) })
  }

  @Test("a kept place carries over into the next duty")
  func keptOverDuties() {
    var track = TrackGaps(
      watched: [TimeSpan(from: .at(0), to: .at(100)), TimeSpan(from: .at(300), to: .at(500))],
      thresholds: [Self.change], kept: [TimeSpan(from: .at(10), to: .at(480))],
      range: TimeSpan(from: .at(0), to: .at(500)))
    track.add(effective: .at(10), received: .at(10))
    #expect(track.finish() == [])
  }

  @Test("only gaps that overlap the range, whole")
  func inRange() {
    let fixes = [0, 60, 300, 360, 600].map { Fix(taken: $0, came: $0) }
    let all = Self.gaps(fixes, watched: [(0, 700)])
    #expect(all.map(\.from) == [.at(60), .at(360), .at(600)])
    #expect(Self.gaps(fixes, watched: [(0, 700)], range: (100, 200)) == [all[0]])
    #expect(Self.gaps(fixes, watched: [(0, 700)], range: (300, 360)) == [])
    #expect(Self.gaps(fixes, watched: [(0, 700)], range: (299, 361)) == [all[0], all[1]])
  }

  @Test("fixes out of order and instants at the ends of time are survived")
  func total() {
    let ends = [Int64.min, 0, .max].map(Timestamp.init(milliseconds:))
    for received in ends {
      var track = TrackGaps(
        watched: [TimeSpan(from: ends[0], to: ends[2])],
        thresholds: ends.map { .init(at: $0, thresholds: Thresholds(degraded: .min, offline: .max)) },
        range: TimeSpan(from: ends[0], to: ends[2]))
      for effective in ends + ends.reversed() { track.add(effective: effective, received: received) }
      _ = track.finish()
      #expect(track.finish() == track.finish())
    }
  }
}
