import Rollcall
import Testing

@testable import RollcallWeb

@Suite("The strip of the last two hours")
struct ReachStripTests {
  private let clock = PageClock.sample
  private var now: Timestamp { clock.now }

  /// Levels with the minutes ago at which they begin, until the next.
  private func spans(_ parts: [(ReachLevel, Int64)]) -> [ReachSpan] {
    parts.enumerated().map { index, part in
      let end = index + 1 < parts.count ? parts[index + 1].1 : 0
      return ReachSpan(
        from: now.advanced(by: -part.1 * 60_000), to: now.advanced(by: -end * 60_000), level: part.0)
    }
  }

  fileprivate typealias Parts = [(ReachLevel, Int64)]
  private static let flapping: Parts = [
    (.green, 200), (.red, 90), (.green, 85), (.red, 70), (.green, 65), (.red, 50), (.green, 45), (.red, 30),
    (.green, 25),
  ]
  fileprivate static let told: [(Parts, String)] = [
    ([(.green, 200)], "reachable whenever monitored in the last 2 h"),
    ([], "not monitored in the last 2 h"), ([(.none, 200)], "not monitored in the last 2 h"),
    ([(.notObserved, 200)], "not observed in the last 2 h"),
    ([(.green, 200), (.amber, 12), (.red, 10)], "reachable 90 % of the last 2 h; silent 11:52 – now"),
    (
      [(.none, 200), (.green, 20), (.red, 10), (.green, 5)],
      "reachable 70 % of the last 2 h; silent 11:54 – 12:00"
    ),
    (
      flapping,
      "reachable 80 % of the last 2 h; silent 11:14 – 11:20, 11:34 – 11:40 and 2 times before"
    ),
  ]

  @Test("says in words what it shows", arguments: told)
  func words(parts: [(ReachLevel, Int64)], text: String) {
    #expect(ReachStrip(spans(parts), clock: clock).text == text)
  }

  @Test("a short silence is seen, and the worse level wins its minute")
  func short() {
    let quiet = ReachSpan(from: now.advanced(by: -3_620_000), to: now.advanced(by: -3_600_000), level: .red)
    let strip = ReachStrip([quiet] + spans([(.green, 200)]), clock: clock)
    #expect(strip.paths.map(\.level) == ["green", "red"])
    #expect(strip.paths.last?.path == "M60 9h1v5h-1z")
  }

  @Test("each level has its own height")
  func heights() {
    let strip = ReachStrip(
      spans([(.none, 100), (.green, 80), (.notObserved, 60), (.amber, 40), (.red, 20)]), clock: clock)
    #expect(strip.paths.map(\.level) == ["none", "green", "away", "amber", "red"])
    let heights = strip.paths.compactMap {
      $0.path.split(separator: "v").dropFirst().first?.prefix { $0.isNumber }
    }
    #expect(heights.map(String.init) == ["2", "14", "2", "9", "5"])
  }

  @Test("does not change within a minute, so that a row's HTML can be kept")
  func still() {
    // 12:04:33 and 12:04:59: the minute before is the last whole one; at 12:05:01 it is the next.
    let parts = spans([(.green, 200), (.red, 10)])
    let made = { (later: Milliseconds) in
      let now = now.advanced(by: later)
      let open = ReachSpan(from: parts[1].from, to: now, level: .red)
      return ReachStrip([parts[0], open], clock: PageClock(now: now) { _ in 0 })
    }
    #expect(made(0) == made(26_000))
    #expect(made(0) != made(28_000))
  }
}
