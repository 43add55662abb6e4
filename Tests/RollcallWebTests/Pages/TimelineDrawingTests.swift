import Rollcall
import Testing

@testable import RollcallWeb

private let hour: Milliseconds = 3_600_000
private let day: Milliseconds = 86_400_000

/// Europe/Ljubljana in 2026: clocks go forward on 29 March and back on 25 October, at 01:00 UTC.
private func ljubljana(_ instant: Timestamp) -> Int {
  (1_774_746_000_000..<1_792_890_000_000).contains(instant.milliseconds) ? 7_200 : 3_600
}

private func at(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

@Suite("The time of one person, drawn")
struct TimelineDrawingTests {
  private let start = Timestamp(milliseconds: 1_790_000_000_000)
  private func clock(_ now: Timestamp) -> PageClock { PageClock(now: now) { _ in 0 } }

  private func drawing(_ input: TimelineInput, days: Int64 = 90) -> TimelineDrawing {
    let end = start.advanced(by: days * day)
    return TimelineDrawing(input, from: start, to: end, clock: clock(end.advanced(by: day)))
  }

  private func path(_ level: String, _ paths: [LanePath]) -> String? {
    paths.first { $0.level == level }?.path
  }

  @Test("a silence of 20 s in 90 days is a pixel wide on a wide lane")
  func short() throws {
    let quiet = start.advanced(by: 45 * day)
    let made = drawing(
      TimelineInput(reach: [
        LaneSpan(from: start, to: quiet, level: .green),
        LaneSpan(from: quiet, to: quiet.advanced(by: 20_000), level: .red),
        LaneSpan(from: quiet.advanced(by: 20_000), to: start.advanced(by: 90 * day), level: .green),
      ]))
    #expect(path("red", made.reach) == "M600 13h2v7h-2z")
    #expect(path("green", made.reach) == "M0 0h600v20h-600zM602 0h598v20h-598z")
    // Two of 1,200 cells are a pixel where labels for wide lanes are shown.
    #expect(TimelineLabels.wide * 2 / Double(TimelineDrawing.cells) >= 1)
  }

  @Test("height falls with the status, so that it reads without colour")
  func heights() throws {
    let spans = [ReachLevel.green, .amber, .red].enumerated().map { index, level in
      ReachSpan(
        from: start.advanced(by: Int64(index) * day), to: start.advanced(by: Int64(index + 1) * day),
        level: level)
    }
    let made = drawing(TimelineInput(reach: spans), days: 3)
    #expect(path("green", made.reach) == "M0 0h400v20h-400z")
    #expect(path("amber", made.reach) == "M400 7h400v13h-400z")
    #expect(path("red", made.reach) == "M800 13h400v7h-400z")
    #expect(path("red-ground", made.reach) == "M800 0h400v20h-400z")
  }

  @Test("whatever is nonsense is not drawn, and traps nothing")
  func nonsense() {
    let (least, most) = (Timestamp(milliseconds: .min), Timestamp(milliseconds: .max))
    let input = TimelineInput(
      reach: [
        LaneSpan(from: most, to: least, level: .red), LaneSpan(from: start, to: start, level: .red),
        LaneSpan(from: least, to: start, level: .red),
        LaneSpan(from: start.advanced(by: 90 * day), to: most, level: .red),
        LaneSpan(from: least, to: most, level: .green),
      ],
      named: [
        .init(from: least, to: most, label: "long", hint: "h"),
        .init(from: most, to: least, label: "x", hint: "x"),
      ],
      events: [(at: least, label: "before"), (at: most, label: "after")],
      doubts: [(at: most, flag: "mock")])
    let made = drawing(input)
    #expect(made.reach.map(\.level) == ["green"])
    #expect(made.events.isEmpty && made.doubts.isEmpty && made.notes.isEmpty)
    #expect(made.spots.map(\.hint) == ["h"])
    for (from, to) in [(least, most), (most, least), (start, start)] {
      #expect(TimelineDrawing(input, from: from, to: to, clock: clock(start)).ticks.isEmpty)
    }
  }

  @Test("a phone that comes and goes for 90 days is still drawn with few elements")
  func bounded() throws {
    var input = TimelineInput()
    for number in 0..<20_000 as Range<Int64> {
      let at = start.advanced(by: number * 388_000)
      input.reach.append(LaneSpan(from: at, to: at.advanced(by: 200_000), level: .green))
      input.reach.append(
        LaneSpan(from: at.advanced(by: 200_000), to: at.advanced(by: 388_000), level: .amber))
      input.track.append(LaneSpan(from: at, to: at.advanced(by: 100_000), level: .late))
      input.named.append(
        .init(from: at, to: at.advanced(by: 100_000), label: "no network", hint: "\(number)"))
      input.events.append((at: at, label: "on duty"))
      input.doubts.append((at: at, flag: "speed"))
    }
    let html = try Console.html(ResponderPage.example(timeline: input, silences: []))
    let made = drawing(input)
    let elements =
      [made.reach.count, made.track.count, made.ticks.count, made.times.count, made.causes.count]
      + [made.events.count, made.notes.count, made.doubts.count, made.spots.count]
    #expect(elements.reduce(0, +) <= 1_500)
    #expect(Console.tags("path", in: html).count < 200)
    #expect(made.events.count == TimelineDrawing.most && made.spots.count == TimelineDrawing.most)
  }

  @Test("what lasts until now is drawn to the edge, and the same for a minute")
  func open() throws {
    let filter = TimelineFilter()
    func made(_ now: Timestamp) throws -> TimelineDrawing {
      let span = try #require(filter.span(now: now) { _ in nil })
      let input = TimelineInput(
        reach: [LaneSpan(from: start, to: now, level: .green)],
        named: [.init(from: start.advanced(by: 20 * hour), to: now, label: "quiet", hint: "quiet")])
      return TimelineDrawing(input, from: span.from, to: span.to, clock: clock(now))
    }
    // 1.79e12 ms is 20 s after a whole minute.
    let first = try made(start.advanced(by: day - 19_000))
    let second = try made(start.advanced(by: day + 39_000))
    #expect(first.reach == second.reach)
    #expect(first.spots == second.spots)
    #expect(try made(start.advanced(by: day + 90_000)).spots != first.spots)
  }

  private static let axes: [(String, String, [String])] = [
    (
      "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z",
      ["00:00", "03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00", "00:00"]
    ),
    (
      "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z",
      ["00:00", "03:00", "06:00", "09:00", "12:00", "15:00", "18:00", "21:00", "00:00"]
    ),
    ("2026-03-29T00:00:00Z", "2026-03-29T03:00:00Z", ["01:00", "03:00", "04:00", "05:00"]),
    ("2026-10-25T00:00:00Z", "2026-10-25T03:00:00Z", ["02:00", "02:00", "03:00", "04:00"]),
    ("2026-10-23T10:00:00Z", "2026-10-27T11:00:00Z", ["Sat 24", "Sun 25", "Mon 26", "Tue 27"]),
    (
      "2026-10-01T10:00:00Z", "2026-11-30T11:00:00Z",
      ["5 Oct", "12 Oct", "19 Oct", "26 Oct", "2 Nov", "9 Nov", "16 Nov", "23 Nov", "30 Nov"]
    ),
  ]

  @Test("the axis has the workspace's own hours, also on days of 23 and 25", arguments: axes)
  func ticks(from: String, to: String, labels: [String]) throws {
    let clock = PageClock(now: try at(to), offset: ljubljana)
    let ticks = TimelineTicks.all(in: TimeSpan(from: try at(from), to: try at(to)), clock: clock)
    #expect(ticks.map(\.label).filter { !$0.isEmpty } == labels)
  }

  @Test("three hours are longer when an hour comes twice")
  func twentyFive() throws {
    let clock = PageClock(now: start, offset: ljubljana)
    let ticks = TimelineTicks.all(
      in: TimeSpan(from: try at("2026-10-24T22:00:00Z"), to: try at("2026-10-25T23:00:00Z")), clock: clock)
    #expect(ticks[1].at.since(ticks[0].at) == 4 * hour)
    #expect(ticks[2].at.since(ticks[1].at) == 3 * hour)
  }

  @Test("texts in one line do not cover each other, and stay within the drawing")
  func labels() {
    let wishes = (0..<60).map { number in
      TimelineLabels.Wish(
        place: Double(number * 37 % 60) / 59, until: nil,
        text: String(repeating: "x", count: number % 20 + 1),
        weight: Int64(number * 7 % 13))
    }
    for (screen, width) in [("wide", TimelineLabels.wide), ("narrow", TimelineLabels.narrow)] {
      for centred in [false, true] {
        let placed = TimelineLabels.place(wishes, centred: centred).filter {
          $0.screen.isEmpty || $0.screen == screen
        }
        let boxes = placed.map { label -> (Double, Double) in
          let x = (Double(label.x.dropLast()) ?? 0) / 100 * width
          let length = TimelineLabels.width(of: label.text)
          let start = label.anchor == "start" ? x : label.anchor == "end" ? x - length : x - length / 2
          return (start, start + length)
        }.sorted { $0.0 < $1.0 }
        #expect(boxes.count > 2)
        #expect(zip(boxes, boxes.dropFirst()).allSatisfy { $0.1 <= $1.0 })
        #expect(boxes.allSatisfy { $0.0 >= -1.1 && $0.1 <= width + 1.1 })
      }
    }
  }

  @Test("an axis without room for every hour has every second or third, not some")
  func regular() {
    let wishes = (0..<9).map { TimelineLabels.Wish(place: Double($0) / 8, text: "0\($0):00") }
    let narrow = TimelineLabels.axis(wishes).filter { $0.screen != "wide" }.map(\.text)
    #expect(narrow == ["00:00", "02:00", "04:00", "06:00", "08:00"])
  }

  @Test("the longer silence is named where there is room for one; what goes on now always")
  func weight() {
    let at = { (hours: Int64) in start.advanced(by: hours * hour) }
    let named: [TimelineInput.Named] = [
      .init(from: at(10), to: at(11), label: "power saving", hint: ""),
      .init(from: at(10), to: at(14), label: "no network", hint: ""),
    ]
    let made = drawing(TimelineInput(named: named), days: 1)
    #expect(made.causes.filter { $0.screen != "narrow" }.map(\.text).contains("no network"))
    let narrow = made.causes.filter { $0.screen != "wide" }.map(\.text)
    #expect(narrow == ["no network"])
    let open = TimelineDrawing(
      TimelineInput(named: named + [.init(from: at(23), to: at(24), label: "not known", hint: "")]),
      from: start,
      to: at(24), clock: clock(at(24)))
    #expect(open.causes.contains { $0.text == "not known" && $0.anchor == "end" && $0.x == "100.000%" })
  }
}
