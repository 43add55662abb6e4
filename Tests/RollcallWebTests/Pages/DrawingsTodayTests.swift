import Rollcall
import Testing

@testable import RollcallStore
@testable import RollcallWeb

/// Numbers that look random and are the same each time.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}

/// How far to the right a path goes: bars (`M x y h w …`), strokes (`M x y L x y`) and upright lines (`M x 0 v h`).
private func right(of path: String) -> Double {
  var (x, furthest) = (0.0, -1.0)
  for match in path.matches(of: #/([MLh])(-?[0-9.]+)/#) {
    let number = Double(match.output.2) ?? .infinity
    x = match.output.1 == "h" ? x + number : number
    furthest = max(furthest, x)
  }
  return furthest
}

private func share(_ percent: String) -> Double { (Double(percent.dropLast()) ?? .infinity) / 100 }

/// A window of time, a moment somewhere about it, and lanes that know nothing of the moment.
private struct Scene: CustomTestStringConvertible {
  let seed: UInt64
  let from: Timestamp
  let to: Timestamp
  let now: Timestamp
  let input: TimelineInput

  init(seed: UInt64) {
    var dice = Dice(state: seed)
    self.seed = seed
    let hour: Int64 = 3_600_000
    let from = Timestamp(milliseconds: 1_790_000_000_000 + Int64.random(in: 0..<hour * 1_000, using: &dice))
    let length =
      [hour / 12, 3 * hour, 23 * hour, 24 * hour, 25 * hour, 168 * hour, 2_160 * hour].randomElement(
        using: &dice) ?? hour
    (self.from, to) = (from, from.advanced(by: length))
    now = from.advanced(by: Int64.random(in: -length / 10..<length * 12 / 10, using: &dice))
    var input = TimelineInput()
    let instant = { (dice: inout Dice) in
      from.advanced(by: Int64.random(in: -length / 2..<length * 2, using: &dice))
    }
    for number in 0..<60 {
      let at = instant(&dice)
      let end = at.advanced(by: Int64.random(in: 0..<length / 2, using: &dice))
      input.reach.append(
        ReachSpan(from: at, to: end, level: ReachLevel.allCases.randomElement(using: &dice) ?? .red))
      input.track.append(
        TrackSpan(from: at, to: end, level: TrackLevel.allCases.randomElement(using: &dice) ?? .blank))
      input.named.append(.init(from: at, to: end, label: "no network", hint: "\(number)"))
      input.events.append((at: instant(&dice), label: "on duty"))
      input.doubts.append((at: instant(&dice), flag: "mock"))
      input.passages.append(.init(at: instant(&dice), isEntry: number % 2 == 0, place: "Kiosk", hint: "came"))
    }
    self.input = input
  }

  var testDescription: String { "seed \(seed)" }
  var clock: PageClock { PageClock(now: now) { _ in 3_600 } }
  /// Where now lies, 0…1 of the width.
  var limit: Double { min(max(Double(now.since(from)) / Double(to.since(from)), 0), 1) }

  static let all = (1...300 as ClosedRange<UInt64>).map { Scene(seed: $0 * 7_919) }
}

@Suite("Nothing is drawn right of now")
struct DrawingsTodayTests {
  @Test("No mark or text of a person's timeline lies beyond the instant of its page", arguments: Scene.all)
  fileprivate func timeline(scene: Scene) {
    let made = TimelineDrawing(scene.input, from: scene.from, to: scene.to, clock: scene.clock)
    let cells = Double(TimelineDrawing.cells)
    for path in made.reach + made.track {
      #expect(right(of: path.path) <= scene.limit * cells, "\(path.level)")
    }
    let lines = made.ticks + made.events + made.doubts + (made.passages?.marks ?? [])
    for line in lines { #expect(share(line.x) <= scene.limit + 0.00001, "\(line.kind)") }
    for spot in made.spots {
      #expect(share(spot.x) + share(spot.width) <= scene.limit + 0.00002, "\(spot.hint)")
    }
    for label in made.causes + made.notes + (made.passages?.names ?? []) {
      let widths = [("narrow", TimelineLabels.narrow), ("wide", TimelineLabels.wide)]
      for (screen, width) in widths where label.screen.isEmpty || label.screen == screen {
        let length = TimelineLabels.width(of: label.text)
        let right = share(label.x) * width + (label.anchor == "start" ? length : 0)
        #expect(right <= scene.limit * width + 1.1, "\(label.text) on \(screen) screens")
      }
    }
    if let now = made.now {
      #expect(share(now.x) <= scene.limit && scene.limit - share(now.x) < 2 / cells)
      #expect(now.labels.allSatisfy { $0.text == "now \(scene.clock.local(scene.now).minutes)" })
    }
    #expect(
      (made.now != nil) == (scene.limit > 0 && scene.limit < 1 - 6 / cells) || scene.limit > 1 - 6 / cells)
  }

  @Test(
    "No mark of the lanes of a day lies beyond it, neither of one person nor of everybody",
    arguments: Scene.all)
  fileprivate func lanes(scene: Scene) {
    let day = TimeSpan(from: scene.from, to: scene.from.advanced(by: 86_400_000))
    let limit = Double(min(max(scene.now.since(day.from), 0), day.length)) / Double(LaneCensus.cell)
    let lane = scene.input.reach.compactMap { span in
      span.level == .purged || span.from >= span.to
        ? nil
        : Lanes.Piece<Lanes.Reachable>(
          span: TimeSpan(from: span.from, to: span.to),
          level: Lanes.Reachable(rawValue: span.level.rawValue) ?? .red)
    }
    let person = LaneDay(
      WorkspaceLanes.Person(
        id: Responder.ID(1), name: "Ana", region: nil, profile: "responder",
        facts: StripFacts(watched: [], quiet: [])),
      lane: lane, in: day, now: scene.now)
    let row = LaneRow(person, in: AskedDays(day, scene.clock), slug: "north", clock: scene.clock)
    var census = LaneCensus(of: day, now: scene.now)
    census.add(person.raster)
    for path in row.strip.paths + census.paths(height: 48) {
      #expect(right(of: path.path) <= limit + 0.000001, "\(path.level)")
    }
    for hour in 0..<24 where Double(hour * 12) > limit {
      #expect(census.counts[(hour * 12)..<(hour * 12 + 12)].allSatisfy { $0 == LaneCensus.Count() })
    }
  }

  @Test("No mark of the board's strip lies beyond the last minute that is over", arguments: Scene.all)
  fileprivate func strip(scene: Scene) {
    let strip = ReachStrip(scene.input.reach, clock: scene.clock)
    let end = scene.now.milliseconds / 60_000 * 60_000
    let first = Timestamp(milliseconds: end - Int64(ReachStrip.minutes) * 60_000)
    let limit = Double(scene.now.since(first)) / 60_000
    for path in strip.paths { #expect(right(of: path.path) <= limit) }
    // What lies in the minute that is not over yet, or after it, changes nothing.
    let past = scene.input.reach.filter { $0.from < Timestamp(milliseconds: end) }
    #expect(ReachStrip(past, clock: scene.clock) == strip)
  }

  private static let midnight = Timestamp(milliseconds: 1_790_118_000_000 / 86_400_000 * 86_400_000)
  private func today(_ hour: Double, _ input: TimelineInput) -> TimelineDrawing {
    let now = Self.midnight.advanced(by: Int64(hour * 3_600_000))
    return TimelineDrawing(
      input, from: Self.midnight, to: Self.midnight.advanced(by: 86_400_000),
      clock: PageClock(now: now) { _ in 0 })
  }

  @Test("At 17:03 the day of today is red until 17:03, and blank after the line that says so")
  func threeMinutesPastFive() throws {
    let silent = ReachSpan(
      from: Self.midnight.advanced(by: 12 * 3_600_000), to: Self.midnight.advanced(by: 86_400_000),
      level: .red)
    let made = today(17.05, TimelineInput(reach: [silent]))
    #expect(made.reach.map(\.path) == ["M0 0h600v20h-600z", "M600 0h252v20h-252z", "M600 13h252v7h-252z"])
    let now = try #require(made.now)
    #expect(now.x == "71.000%" && now.labels.allSatisfy { $0.text == "now 17:03" } && !now.labels.isEmpty)
    #expect(
      made.text.contains("until now, 17:03")
        && !made.times.contains { $0.text == "18:00" && $0.screen != "wide" })
    #expect(made.times.contains { $0.text == "21:00" })
    #expect(made.ticks.allSatisfy { share($0.x) <= 0.71 })
  }

  @Test("A window that ends with the present minute has no line, and one that has not come has nothing")
  func edges() {
    #expect(today(23.9999, TimelineInput()).now == nil)
    #expect(today(25, TimelineInput()).now == nil)
    let future = today(
      -1, TimelineInput(reach: [ReachSpan(from: .distantPast, to: .distantFuture, level: .red)]))
    #expect(future.now == nil && future.reach.isEmpty && future.text.hasSuffix("that time has not come."))
  }

  @Test("A silence of the last moments is seen, left of the line")
  func begun() {
    let now = Self.midnight.advanced(by: 61_380_000)
    let made = today(
      17.05, TimelineInput(reach: [ReachSpan(from: now.advanced(by: -5_000), to: now, level: .red)]))
    #expect(made.reach.contains { $0.level == "red" && $0.path == "M850 13h2v7h-2z" })
  }
}

extension Timestamp {
  fileprivate static let distantPast = Timestamp(milliseconds: 0)
  fileprivate static let distantFuture = Timestamp(milliseconds: 9_000_000_000_000)
}
