import DeviceKit
import Rollcall
import Testing

@Suite("Which fixes become pings")
struct FixFilterTests {
  private let start = Timestamp(milliseconds: 1_800_000_000_000)
  private let onDuty = ProfileRule(name: "on_duty", interval: 60, distance: 50, degraded: 90, offline: 180)
  private var plan: SamplingPlan { SamplingPlan(onDuty) }

  private func later(_ seconds: Double) -> Timestamp { start.advanced(by: Int64(seconds * 1_000)) }

  /// A fix so many metres north of where everything begins.
  private func fix(metres: Double, accuracy: Double? = 8) throws -> Ping {
    let place = try #require(Position(latitude: 46 + metres / 111_195, longitude: 14.5))
    var ping = Ping(position: place, isMock: .no)
    ping.accuracy = accuracy
    ping.speed = 1.5
    ping.heading = 90
    return ping
  }

  @Test("time or distance, whichever comes first")
  func timeOrDistance() throws {
    let filter = Desk()
    #expect(
      try filter.handle(fix(metres: 0), under: plan, motion: .moving, at: start) != nil, "the first at once")
    #expect(filter.nextDue(under: plan) == later(60))
    #expect(try filter.handle(fix(metres: 10), under: plan, motion: .moving, at: later(20)) == nil)
    #expect(try filter.handle(fix(metres: 60), under: plan, motion: .moving, at: later(40)) != nil)
    #expect(filter.nextDue(under: plan) == later(100))
    #expect(try filter.handle(fix(metres: 70), under: plan, motion: .moving, at: later(99)) == nil)
    #expect(filter.tick(under: plan, motion: .moving, at: later(99.9)) == nil)
    let ping = try #require(filter.tick(under: plan, motion: .moving, at: later(100)))
    #expect(ping.recordedAt == later(100))
    #expect(ping.fixAge == 1)
    #expect(ping.position == (try fix(metres: 70)).position)
  }

  @Test("who drives fast does not report at every fix")
  func leastPause() throws {
    let filter = Desk()
    var reported: [Int] = []
    for second in 0..<30 {
      let fix = try fix(metres: Double(second) * 60)
      if filter.handle(fix, under: plan, motion: .moving, at: later(Double(second))) != nil {
        reported.append(second)
      }
    }
    #expect(reported == [0, 6, 12, 18, 24])
  }

  @Test("a position that wanders as much as it is inexact is no movement")
  func wandering() throws {
    let filter = Desk()
    _ = try filter.handle(fix(metres: 0, accuracy: 90), under: plan, motion: .unknown, at: start)
    #expect(
      try filter.handle(fix(metres: 80, accuracy: 90), under: plan, motion: .unknown, at: later(20)) == nil)
    #expect(
      try filter.handle(fix(metres: 95, accuracy: 90), under: plan, motion: .unknown, at: later(30)) != nil)
  }

  @Test("a poor fix waits for a better one, and is better than none", arguments: [150.0, -1])
  func accuracy(accuracy: Double) throws {
    let filter = Desk()
    _ = try filter.handle(fix(metres: 0), under: plan, motion: .moving, at: start)
    #expect(
      try filter.handle(fix(metres: 900, accuracy: accuracy), under: plan, motion: .moving, at: later(30))
        == nil)
    let other = Desk(filter)
    _ = try filter.handle(fix(metres: 40), under: plan, motion: .moving, at: later(40))
    #expect(filter.tick(under: plan, motion: .moving, at: later(60))?.accuracy == 8)
    #expect(other.tick(under: plan, motion: .moving, at: later(80))?.accuracy == accuracy)
  }

  @Test("a phone that lies still and finds no new position reports its old one, and says how old it is")
  func stationary() throws {
    let filter = Desk()
    _ = try filter.handle(fix(metres: 0), under: plan, motion: .moving, at: start)
    for minute in 1...90 {
      let ping = try #require(
        filter.tick(under: plan, motion: .stationary, at: later(Double(minute) * 60)))
      #expect(ping.recordedAt == later(Double(minute) * 60))
      #expect(ping.fixAge == Double(minute) * 60)
      #expect(ping.speed == nil)
      #expect(ping.heading == nil)
    }
  }

  @Test(
    "a phone that may have moved reports no old position",
    arguments: [.moving, .unknown] as [SamplingConditions.Motion])
  func noOldPosition(motion: SamplingConditions.Motion) throws {
    let filter = Desk()
    _ = try filter.handle(fix(metres: 0), under: plan, motion: .moving, at: start)
    #expect(filter.tick(under: plan, motion: motion, at: later(60)) != nil)
    #expect(filter.tick(under: plan, motion: motion, at: later(120)) == nil)
    #expect(
      try filter.handle(fix(metres: 5), under: plan, motion: motion, at: later(130)) != nil,
      "the next at once")
  }

  @Test("an old position waits for a new one, but not for ever")
  func patience() throws {
    let filter = Desk()
    _ = try filter.handle(fix(metres: 0), under: plan, motion: .moving, at: start)
    #expect(filter.tick(under: plan, motion: .stationary, at: later(60), patience: 10_000) == nil)
    let other = Desk(filter)
    let new = try #require(try other.handle(fix(metres: 1), under: plan, motion: .stationary, at: later(63)))
    #expect(new.fixAge == nil)
    #expect(filter.tick(under: plan, motion: .stationary, at: later(69.9), patience: 10_000) == nil)
    #expect(filter.tick(under: plan, motion: .stationary, at: later(70), patience: 10_000)?.fixAge == 70)
  }

  @Test(
    "a position reported without a new fix keeps the responder green until the next ping",
    arguments: [(60, 90), (15, 30), (120, 150), (900, 1_350), (300, 1_350), (10, 15)] as [(Double, Double)])
  func freshAge(interval: Double, degraded: Double) {
    let rule = ProfileRule(name: "any", interval: interval, degraded: degraded, offline: degraded * 2)
    var conditions = SamplingConditions()
    for wish in [nil, interval * 10] {
      conditions.userInterval = wish
      let plan = SamplingPlan(rule, conditions)
      #expect(plan.freshAge + (plan.interval ?? 0) < Milliseconds(degraded * 1_000))
    }
  }

  @Test("an old fix from the platform's cache is not movement, and keeps its age")
  func platformCache() throws {
    let filter = Desk()
    var old = try fix(metres: 0)
    old.fixAge = 30
    #expect(filter.handle(old, under: plan, motion: .unknown, at: start)?.fixAge == 30)
    var far = try fix(metres: 500)
    far.fixAge = 20
    #expect(filter.handle(far, under: plan, motion: .unknown, at: later(20)) == nil)
  }

  @Test("an interval beyond all reason is a year: no sum of it overflows", arguments: [1e9, 9e15, 9.2e15])
  func endless(seconds: Double) {
    var conditions = SamplingConditions()
    conditions.userInterval = seconds
    let plan = SamplingPlan(ProfileRule(name: "never", interval: seconds), conditions)
    #expect(plan.interval == 31_536_000_000)
  }

  @Test("a rule that is not timed reports by distance only")
  func untimed() throws {
    let plan = SamplingPlan(ProfileRule(name: "free", interval: nil, distance: 100))
    let filter = Desk()
    #expect(filter.nextDue(under: plan) == nil)
    #expect(try filter.handle(fix(metres: 0), under: plan, motion: .moving, at: start) != nil)
    #expect(filter.tick(under: plan, motion: .stationary, at: later(9_999)) == nil)
    #expect(try filter.handle(fix(metres: 99), under: plan, motion: .moving, at: later(9_999)) == nil)
    #expect(try filter.handle(fix(metres: 101), under: plan, motion: .moving, at: later(10_009)) != nil)
  }

  @Test("a clock that is set back holds nothing up")
  func clockSetBack() throws {
    let filter = Desk()
    _ = try filter.handle(fix(metres: 0), under: plan, motion: .moving, at: later(86_400))
    #expect(try filter.handle(fix(metres: 1), under: plan, motion: .moving, at: start) != nil)
    #expect(filter.nextDue(under: plan) == later(60))
  }

  @Test(
    "what the user sets may lengthen the interval, not shorten it, and not make the phone look silent",
    arguments: [
      (nil, 60_000), (10, 60_000), (65, 65_000), (600, 72_000), (.nan, 60_000), (.infinity, 60_000),
      (-5, 60_000),
    ] as [(Double?, Milliseconds)])
  func userInterval(wish: Double?, expected: Milliseconds) {
    var conditions = SamplingConditions()
    conditions.userInterval = wish
    #expect(SamplingPlan(onDuty, conditions).interval == expected)
  }

  @Test(
    "the requested accuracy follows motion and battery",
    arguments: [
      (.moving, 0.8, false, .best), (.unknown, nil, false, .best), (.moving, 0.19, false, .balanced),
      (.moving, 0.8, true, .balanced), (.stationary, 0.8, false, .significantChanges),
      (.stationary, 0.1, true, .significantChanges),
    ] as [(SamplingConditions.Motion, Double?, Bool, SamplingPlan.Accuracy)])
  func adaptive(
    motion: SamplingConditions.Motion, battery: Double?, savesPower: Bool, expected: SamplingPlan.Accuracy
  ) {
    var conditions = SamplingConditions()
    conditions.motion = motion
    conditions.battery = battery
    conditions.savesPower = savesPower
    #expect(SamplingPlan(onDuty, conditions).accuracy == expected)
  }

  @Test("without a rule nothing is timed")
  func noRule() { #expect(SamplingPlan(nil).interval == nil) }
}

/// A filter behind a reference, so that an expectation may ask it.
private final class Desk {
  private var filter: FixFilter

  init() { filter = FixFilter() }
  init(_ other: Desk) { filter = other.filter }

  func nextDue(under plan: SamplingPlan) -> Timestamp? { filter.nextDue(under: plan) }

  func handle(
    _ fix: Ping, under plan: SamplingPlan, motion: SamplingConditions.Motion, at now: Timestamp
  ) -> Ping? {
    filter.handle(fix, under: plan, motion: motion, at: now)
  }

  func tick(
    under plan: SamplingPlan, motion: SamplingConditions.Motion, at now: Timestamp, patience: Milliseconds = 0
  ) -> Ping? {
    filter.tick(under: plan, motion: motion, at: now, patience: patience)
  }
}
