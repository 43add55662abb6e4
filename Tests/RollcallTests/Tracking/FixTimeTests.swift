import Rollcall
import Testing

@Suite("When a fix was taken, in our time")
struct FixTimeTests {
  @Test("A right phone is taken at its word")
  func right() {
    #expect(SessionClock().judge(recordedAt: .at(90), receivedAt: .at(100)) == .phone(90))
  }

  @Test("A phone a little ahead is held back to the server's time")
  func ahead() {
    #expect(SessionClock().judge(recordedAt: .at(400), receivedAt: .at(100)) == .phone(100))
  }

  @Test("More than 5 minutes ahead gets the server's time and a flag")
  func farAhead() {
    let judged = SessionClock().judge(recordedAt: .at(400.001), receivedAt: .at(100))
    #expect(judged == FixTime(effective: .at(100), source: .server, flags: .clockSkew))
  }

  @Test("An undated ping gets the server's time and no flag")
  func undated() {
    let judged = SessionClock().judge(recordedAt: nil, receivedAt: .at(100))
    #expect(judged == FixTime(effective: .at(100), source: .server, flags: []))
  }

  @Test("The confirmed offset corrects, in both directions", arguments: [3_600.0, -3_600.0])
  func corrected(behind: Double) {
    var clock = SessionClock()
    for moment in [0.0, 60] {
      clock.recordAttempt(sentAt: .at(moment - behind), receivedAt: .at(moment))
    }
    let judged = clock.judge(recordedAt: .at(50 - behind), receivedAt: .at(60))
    #expect(judged == FixTime(effective: .at(50), source: .corrected, flags: []))
  }

  @Test("A backlog of a right phone stays old, whatever stale copies come with it")
  func backlog() {
    var clock = SessionClock()
    for moment in stride(from: 0.0, through: 600, by: 60) {
      clock.recordAttempt(sentAt: .at(-3_600), receivedAt: .at(moment))
      #expect(clock.judge(recordedAt: .at(-3_600), receivedAt: .at(moment)) == .phone(-3_600))
    }
  }

  @Test("Without a time of sending, five uploads that lag alike give the lag, with a flag")
  func steadyLag() {
    var clock = SessionClock()
    for (index, lag) in [600.0, 603, 598, 601].enumerated() { clock.lag(lag, at: Double(index) * 30) }
    #expect(clock.steadyLag == nil)
    clock.lag(602, at: 120)
    #expect(clock.steadyLag == 598_000)
    let judged = clock.judge(recordedAt: .at(-480), receivedAt: .at(120))
    #expect(judged == FixTime(effective: .at(118), source: .corrected, flags: .clockSkew))
  }

  @Test(
    "Lags that do not make a clock",
    arguments: [
      [600, 606, 600, 600, 600], [600, 600, 600, 600, 594.9], [10, 10, 10, 10, 10], [9, 9, 9, 9, 9],
      [600, 630, 660, 690, 720], [-600, -600, -600, -600, -600],
    ])
  func unsteady(lags: [Double]) {
    var clock = SessionClock()
    for (index, lag) in lags.enumerated() { clock.lag(lag, at: Double(index) * 30) }
    #expect(clock.steadyLag == nil)
  }

  @Test("Uploads less than 30 s apart count once")
  func tooClose() {
    var clock = SessionClock()
    for index in 0..<8 { clock.lag(600, at: Double(index) * 15) }
    #expect(clock.lags.count == 4)
    clock.lag(600, at: 120)
    #expect(clock.steadyLag == 600_000)
  }

  @Test("A phone that says when it sends is never corrected by its lag")
  func lagLosesToSentAt() {
    var clock = SessionClock()
    for index in 0..<5 { clock.lag(600, at: Double(index) * 30) }
    clock.recordAttempt(sentAt: .at(150), receivedAt: .at(150))
    #expect(clock.judge(recordedAt: .at(0), receivedAt: .at(150)) == .phone(0))
  }

  @Test("Every source has its own word")
  func words() {
    #expect(FixTime.Source.allCases.map(\.word) == ["phone", "corrected", "server"])
  }
}

extension FixTime {
  /// The phone's own time, in seconds.
  static func phone(_ seconds: Double) -> FixTime {
    FixTime(effective: .at(seconds), source: .phone, flags: [])
  }
}

extension SessionClock {
  /// Notes an upload at `moment` whose newest ping is `lag` old.
  mutating func lag(_ lag: Double, at moment: Double) {
    recordUpload(newest: .at(moment - lag), receivedAt: .at(moment))
  }
}
