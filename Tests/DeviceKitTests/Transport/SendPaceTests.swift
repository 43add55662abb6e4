import DeviceKit
import Rollcall
import Testing

@Suite("When a phone sends and when it waits")
struct SendPaceTests {
  private let start = Timestamp(milliseconds: 1_800_000_000_000)
  private func later(_ milliseconds: Milliseconds) -> Timestamp { start.advanced(by: milliseconds) }

  @Test("without a failure it sends at once")
  func fresh() {
    #expect(SendPace().verdict(at: start) == .send)
    #expect(SendPace().failure == nil)
  }

  @Test("each failure doubles the wait up to half a minute, half of it by chance; a success ends it")
  func doubling() {
    var pace = SendPace()
    var waits: [Milliseconds] = []
    for _ in 0..<8 {
      pace.failed(.noAnswer, at: start, random: 1)
      if case .rest(let wait?) = pace.verdict(at: start) { waits.append(wait) }
    }
    #expect(waits == [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
    pace.failed(.noAnswer, at: start, random: 0)
    #expect(pace.verdict(at: start) == .rest(15_000))
    #expect(pace.verdict(at: later(14_999)) == .rest(1))
    #expect(pace.verdict(at: later(15_000)) == .send)
    pace.succeeded()
    #expect(pace.verdict(at: start) == .send)
    pace.failed(.noAnswer, at: start, random: 1)
    #expect(pace.verdict(at: start) == .rest(1_000))
  }

  @Test("another network or the app on the screen ends the wait and begins it anew")
  func hurry() {
    var pace = SendPace()
    for _ in 0..<6 { pace.failed(.noAnswer, at: start, random: 1) }
    pace.hurry()
    #expect(pace.verdict(at: start) == .send)
    pace.failed(.noAnswer, at: start, random: 1)
    #expect(pace.verdict(at: start) == .rest(1_000))
    pace.connection(true)
    #expect(pace.verdict(at: start) == .send)
  }

  @Test("a pause that the server asks for is kept even in a hurry, but for an hour at most")
  func obedience() {
    var pace = SendPace()
    pace.failed(.busy, retryAfter: 120_000, at: start, random: 0)
    pace.hurry()
    pace.connection(true)
    #expect(pace.verdict(at: start) == .rest(120_000))
    #expect(pace.verdict(at: later(119_000)) == .rest(1_000))
    #expect(pace.verdict(at: later(120_000)) == .send)
    pace.failed(.busy, retryAfter: .max, at: start, random: 0)
    #expect(pace.verdict(at: start) == .rest(3_600_000))
    #expect(pace.failure == .busy)
    pace.succeeded()
    #expect(pace.verdict(at: start) == .send)
  }

  @Test("without a network it waits until there is one")
  func noNetwork() {
    var pace = SendPace()
    pace.connection(false)
    #expect(pace.verdict(at: start) == .rest(nil))
    #expect(pace.failure == .noNetwork)
    pace.hurry()
    #expect(pace.verdict(at: start) == .rest(nil))
    pace.connection(true)
    #expect(pace.verdict(at: start) == .send)
    #expect(pace.failure == nil)
  }

  @Test(
    "a clock that is set while it waits makes no wait longer than it was",
    arguments: [-86_400_000, -1, .min, 86_400_000, .max] as [Milliseconds])
  func clockSteps(step: Milliseconds) {
    var pace = SendPace()
    pace.failed(.busy, retryAfter: 5_000, at: start, random: 1)
    var now = later(step)
    var waited: Milliseconds = 0
    while case .rest(let wait?) = pace.verdict(at: now) {
      waited += wait
      now = now.advanced(by: wait)
      guard waited <= 5_000 else { break }
    }
    #expect(waited <= 5_000)
    #expect(pace.verdict(at: now) == .send)
  }

  @Test("a clock that is set back ends the wait", arguments: [-86_400_000, -1, .min] as [Milliseconds])
  func setBack(step: Milliseconds) {
    var pace = SendPace()
    pace.failed(.noAnswer, at: start, random: 1)
    #expect(pace.verdict(at: later(step)) == .send)
  }
}
