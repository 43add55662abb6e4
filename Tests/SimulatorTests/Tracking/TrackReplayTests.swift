import Rollcall
import RollcallWire
import Simulator
import Testing

@Suite("The plan of a replay")
struct TrackReplayTests {
  private static let now = Timestamp(milliseconds: 1_800_000_000_000)

  /// A track whose points were recorded at these seconds; `nil` = no usable time.
  private func track(_ seconds: [Int64?]) throws -> GPXTrack {
    let recorded = Timestamp(milliseconds: 1_300_000_000_000)
    return GPXTrack(
      points: try seconds.enumerated().map { index, second in
        GPXTrack.Point(
          position: try #require(Position(latitude: 46, longitude: 14 + Double(index) / 1_000)),
          elevation: Double(index), time: second.map { recorded.advanced(by: $0 * 1_000) })
      })
  }

  /// Plays the plan by its own due times; each ping with the instant at which it was handed out.
  private func play(_ plan: TrackReplay) -> [(ping: Ping, at: Timestamp)] {
    var plan = plan
    var played: [(Ping, Timestamp)] = []
    while let due = plan.nextDue { played += plan.pings(dueAt: due).map { ($0, due) } }
    return played
  }

  /// Stamps in seconds before the start of the replay; negative = before.
  private func stamps(_ plan: TrackReplay) -> [Double] {
    play(plan).compactMap { $0.ping.recordedAt }.map { Double($0.since(Self.now)) / 1_000 }
  }

  @Test("without a speed everything is due at once, and the last point is now")
  func atOnce() throws {
    let plan = TrackReplay(try track([0, 10, 70]), startingAt: Self.now, speed: nil)
    #expect(stamps(plan) == [-70, -60, 0])
    #expect(play(plan).allSatisfy { $0.at == Self.now })
    #expect(plan.undated == 0)
  }

  @Test(
    "with a speed the last point is stamped with the instant at which it is sent",
    arguments: [(1.0, [0, 10, 70], 70.0), (2, [-35, -25, 35], 35), (70, [-69, -59, 1], 1)])
  func catchingUp(speed: Double, expected: [Double], lasting: Double) throws {
    let plan = TrackReplay(try track([0, 10, 70]), startingAt: Self.now, speed: speed)
    #expect(stamps(plan) == expected)
    let last = try #require(play(plan).last)
    #expect(last.at == last.ping.recordedAt)
    #expect(last.at.since(Self.now) == Milliseconds(lasting * 1_000))
  }

  @Test(
    "no stamp is ever ahead of the clock", arguments: [nil, 0, 0.5, 1, 1.3, 3, 7, 60, 999, .infinity, .nan])
  func neverAhead(speed: Double?) throws {
    let plan = TrackReplay(
      try track([nil, 0, 1, 2, nil, nil, 3, 9, 1_000, 1_001, nil]), startingAt: Self.now, speed: speed)
    let played = play(plan)
    #expect(played.count == 11)
    for (ping, at) in played {
      let stamp = try #require(ping.recordedAt)
      #expect(stamp <= at)
    }
  }

  @Test(
    "a point without a usable time follows one second after the one before it; dated points keep their spacing",
    arguments: [
      ([nil, nil, nil], [0, 1, 2]),
      ([nil, nil, 100, 130], [0, 1, 2, 32]),
      ([0, nil, nil, 30], [0, 1, 2, 30]),
      ([0, nil, nil, 1, 11], [0, 1, 2, 3, 13]),
      ([0, 20, nil], [0, 20, 21]),
      ([50, 20, 60], [0, 1, 10]),
    ] as [([Int64?], [Double])])
  func undated(seconds: [Int64?], offsets: [Double]) throws {
    let plan = TrackReplay(try track(seconds), startingAt: Self.now, speed: nil)
    let stamps = stamps(plan)
    #expect(stamps.map { $0 - (stamps.first ?? 0) } == offsets)
    #expect(stamps.last == 0)
  }

  @Test("every point is handed out exactly once, in order, numbered from 0, at most a batch at a time")
  func exactlyOnce() throws {
    var plan = TrackReplay(
      try track((0..<123).map { $0 * 2 }), startingAt: Self.now, speed: nil)
    var batches: [[Ping]] = []
    while plan.nextDue != nil { batches.append(plan.pings(dueAt: Self.now)) }
    #expect(batches.map(\.count) == [50, 50, 23])
    let pings = batches.flatMap { $0 }
    #expect(pings.map(\.sequence) == (0..<123).map { Int64($0) })
    #expect(pings.map(\.altitude) == (0..<123).map { Double($0) })
    #expect(plan.remaining == 0)
    #expect(plan.pings(dueAt: Self.now).isEmpty)
  }

  @Test("what waits is counted as a phone counts its queue")
  func waiting() throws {
    var plan = TrackReplay(try track([0, 10, 20, 30]), startingAt: Self.now, speed: 1)
    #expect(plan.waiting(at: Self.now.advanced(by: -1)).count == 0)
    #expect(plan.waiting(at: Self.now.advanced(by: 25_000)).count == 3)
    #expect(plan.pings(dueAt: Self.now.advanced(by: 25_000), limit: 1).count == 1)
    let left = plan.waiting(at: Self.now.advanced(by: 25_000))
    #expect(left.count == 2)
    #expect(left.oldest == Self.now.advanced(by: 10_000))
  }

  @Test("times at the end of the calendar do not trap")
  func extremes() throws {
    let points = try [631_152_000_000, Int64.max].map { milliseconds in
      GPXTrack.Point(
        position: try #require(Position(latitude: 0, longitude: 0)),
        time: Timestamp(milliseconds: milliseconds))
    }
    let plan = TrackReplay(GPXTrack(points: points), startingAt: Self.now, speed: 1)
    #expect(plan.nextDue == Self.now)
    #expect(play(TrackReplay(GPXTrack(points: points), startingAt: Self.now, speed: nil)).count == 2)
  }
}
