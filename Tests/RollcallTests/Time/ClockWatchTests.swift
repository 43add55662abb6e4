import Testing

@testable import Rollcall

@Suite("A clock that may be wrong")
struct ClockWatchTests {
  private static let day: Milliseconds = 86_400_000
  private static let start = Timestamp(milliseconds: 1_780_000_000_000)

  private static func reading(_ wall: Milliseconds, _ uptime: Milliseconds?, boot: String = "a")
    -> ClockWatch.Reading
  {
    ClockWatch.Reading(wall: start.advanced(by: wall), uptime: uptime, boot: boot)
  }

  struct Start: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// How far the wall clock went on, and the boot clock; `nil` = the machine was restarted.
    let wall: Milliseconds
    let uptime: Milliseconds?
    var isSynchronised = false
    let direction: ClockDoubt.Direction?
  }

  @Test(
    "is doubted at a start",
    arguments: [
      Start(testDescription: "a minute later", wall: 60_000, uptime: nil, direction: nil),
      Start(testDescription: "7 days later", wall: 7 * day, uptime: nil, direction: nil),
      Start(testDescription: "more than 7 days later", wall: 7 * day + 1, uptime: nil, direction: .ahead),
      Start(
        testDescription: "more than 7 days later, synchronised", wall: 7 * day + 1, uptime: nil,
        isSynchronised: true, direction: nil),
      Start(
        testDescription: "8 days later, and the machine ran for 8 days", wall: 8 * day, uptime: 8 * day,
        direction: nil),
      Start(
        testDescription: "8 days later, and the machine ran for a minute", wall: 8 * day, uptime: 60_000,
        direction: .ahead),
      Start(testDescription: "a day earlier", wall: -day, uptime: nil, direction: nil),
      Start(testDescription: "more than a day earlier", wall: -day - 1, uptime: nil, direction: .behind),
      Start(
        testDescription: "more than a day earlier, synchronised", wall: -day - 1, uptime: nil,
        isSynchronised: true, direction: nil),
      Start(testDescription: "ten years later", wall: 3_653 * day, uptime: 5_000, direction: .ahead),
      Start(testDescription: "ten years earlier", wall: -3_653 * day, uptime: 5_000, direction: .behind),
    ])
  func start(_ example: Start) {
    var watch = ClockWatch(certain: Self.reading(0, 1_000))
    let now = Self.reading(
      example.wall, example.uptime.map { $0 + 1_000 } ?? 500, boot: example.uptime == nil ? "b" : "a")
    _ = watch.read(now) { example.isSynchronised }
    #expect(watch.doubt?.direction == example.direction)
    let kept = Self.start.advanced(by: example.uptime ?? 0)
    #expect(watch.now == (example.direction == nil ? now.wall : kept))
    #expect(watch.doubt?.knowsElapsed ?? true == (example.uptime != nil || example.direction == nil))
  }

  @Test("is believed where nothing is certain yet")
  func first() {
    var watch = ClockWatch(certain: nil)
    #expect(watch.read(Self.reading(0, 0)) { false } == nil)
    #expect(watch.doubt == nil)
    #expect(watch.goesAlong(with: Self.start.advanced(by: 7 * Self.day)))
    #expect(!watch.goesAlong(with: Self.start.advanced(by: 7 * Self.day + 1)))
  }

  @Test("is doubted when it steps while the server runs; time goes on by the boot clock, and it agrees again")
  func step() {
    var watch = ClockWatch(certain: nil)
    _ = watch.read(Self.reading(0, 0)) { false }
    watch.record(Self.reading(1_000, 1_000))
    let begun = watch.read(Self.reading(400 * Self.day, 2_000)) { false }
    guard case .began(let doubt) = begun else { return #expect(Bool(false), "\(String(describing: begun))") }
    #expect(doubt.direction == .ahead && doubt.knowsElapsed)
    #expect(watch.now == Self.start.advanced(by: 2_000))
    // What is noted meanwhile is not certain.
    watch.record(Self.reading(400 * Self.day, 2_500))
    #expect(watch.read(Self.reading(400 * Self.day + 60_000, 62_000)) { false } == nil)
    #expect(watch.now == Self.start.advanced(by: 62_000))
    // To the other side, and back to where it is expected.
    #expect(watch.read(Self.reading(-9 * Self.day, 63_000)) { false } == nil)
    #expect(watch.doubt?.direction == .behind)
    #expect(watch.read(Self.reading(64_500, 64_000)) { false } == .ended(.agrees))
    #expect(watch.now == Self.start.advanced(by: 64_500))
  }

  @Test(
    "is trusted when the system says so, when an operator does, and when it has run for a day without a step")
  func ends() {
    func doubted() -> ClockWatch {
      var watch = ClockWatch(certain: Self.reading(0, 0))
      _ = watch.read(Self.reading(30 * Self.day, 1_000)) { false }
      return watch
    }
    var synchronised = doubted()
    #expect(synchronised.read(Self.reading(30 * Self.day + 1, 1_001)) { true } == .ended(.synchronised))
    var confirmed = doubted()
    #expect(confirmed.confirm() == .ended(.confirmed))
    #expect(confirmed.confirm() == nil)
    #expect(confirmed.goesAlong(with: Self.start.advanced(by: 31 * Self.day)))
    var stood = doubted()
    for hour in 1...23 {
      let passed = Milliseconds(hour) * 3_600_000
      #expect(stood.read(Self.reading(30 * Self.day + passed, 1_000 + passed)) { false } == nil)
    }
    #expect(stood.read(Self.reading(31 * Self.day, 1_000 + Self.day)) { false } == .ended(.stood))
    // A step begins the day anew.
    var stepped = doubted()
    let half = Self.day / 2
    _ = stepped.read(Self.reading(30 * Self.day + half, 1_000 + half)) { false }
    _ = stepped.read(Self.reading(40 * Self.day, 1_001 + half)) { false }
    #expect(stepped.read(Self.reading(40 * Self.day + half, 1_001 + Self.day)) { false } == nil)
    #expect(stepped.doubt != nil)
  }

  @Test("a boot clock that goes back, or is not known, does not move the time")
  func noBootClock() {
    var watch = ClockWatch(certain: Self.reading(0, nil))
    _ = watch.read(Self.reading(30 * Self.day, nil)) { false }
    #expect(watch.now == Self.start)
    _ = watch.read(Self.reading(30 * Self.day + 5_000, nil)) { false }
    #expect(watch.now == Self.start)
    var back = ClockWatch(certain: Self.reading(0, 9_000))
    _ = back.read(Self.reading(30 * Self.day, 8_000)) { false }
    #expect(back.now == Self.start && back.doubt?.knowsElapsed == false)
  }

  @Test("what uploads agreed with goes on after a restart, still in doubt; another clock does not")
  func adopted() {
    let mark = Self.start.advanced(by: 30 * Self.day)
    var same = ClockWatch(certain: Self.reading(0, 0), adopted: mark)
    _ = same.read(Self.reading(30 * Self.day + 60_000, 5_000, boot: "b")) { false }
    #expect(same.doubt?.isAdopted == true && same.doubt?.direction == .ahead)
    #expect(same.now == mark.advanced(by: 60_000))
    var other = ClockWatch(certain: Self.reading(0, 0), adopted: mark)
    _ = other.read(Self.reading(400 * Self.day, 5_000, boot: "b")) { false }
    #expect(other.doubt?.isAdopted == false && other.now == Self.start)
    other.adopt()
    #expect(other.now == Self.start.advanced(by: 400 * Self.day))
    // A step takes it back.
    _ = other.read(Self.reading(800 * Self.day, 5_001, boot: "b")) { false }
    #expect(other.now == Self.start.advanced(by: 1))
  }

  struct Upload: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var direction = ClockDoubt.Direction.ahead
    var knowsElapsed = true
    /// Seconds after the estimate.
    var times: [Double] = []
    var hasUndated = false
    let verdict: ClockDoubt.Verdict
  }

  /// The wall clock is 30 days ahead.
  private static let ahead = 30.0 * 86_400

  @Test(
    "accepts what will be right whatever it says later",
    arguments: [
      Upload(testDescription: "the present, by the estimate", times: [0, -60], verdict: .take),
      Upload(testDescription: "a phone that is a little ahead", times: [299], verdict: .take),
      Upload(testDescription: "one far ahead", times: [301], verdict: .wait),
      Upload(testDescription: "without a time", hasUndated: true, verdict: .take),
      Upload(testDescription: "what agrees with the wall clock", times: [0, ahead - 299], verdict: .adopt),
      Upload(testDescription: "between the two", times: [ahead / 2], verdict: .wait),
      Upload(testDescription: "after a restart: the past", knowsElapsed: false, times: [-1], verdict: .take),
      Upload(testDescription: "after a restart: later", knowsElapsed: false, times: [1], verdict: .wait),
      Upload(
        testDescription: "after a restart: without a time", knowsElapsed: false, hasUndated: true,
        verdict: .wait),
      Upload(
        testDescription: "after a restart: what agrees", knowsElapsed: false, times: [ahead], verdict: .adopt),
      Upload(
        testDescription: "anything before the newest instant", direction: .behind, times: [0], verdict: .wait),
    ])
  func uploads(_ example: Upload) {
    let doubt = ClockDoubt(
      direction: example.direction, estimate: Self.start,
      wall: Self.start.advanced(by: (example.direction == .ahead ? 30 : -30) * Self.day),
      knowsElapsed: example.knowsElapsed)
    let times = example.times.map { Self.start.advanced(by: Milliseconds($0 * 1_000)) }
    #expect(doubt.verdict(on: times, hasUndated: example.hasUndated) == example.verdict)
  }

  @Test("an upload that agrees is believed for its time, and everything after it is taken")
  func agreeing() {
    var doubt = ClockDoubt(
      direction: .ahead, estimate: Self.start, wall: Self.start.advanced(by: 30 * Self.day),
      knowsElapsed: false)
    #expect(!doubt.knowsAges)
    doubt.isAdopted = true
    #expect(doubt.knowsAges && doubt.now == doubt.wall)
    #expect(doubt.verdict(on: [Self.start.advanced(by: 86_400_000)], hasUndated: true) == .take)
  }
}
