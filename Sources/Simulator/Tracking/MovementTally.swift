import Rollcall

/// How the people of a fleet moved, according to their phones' records, by kind of movement.
public struct MovementTally: Equatable, Sendable {
  /// The 10th, 50th and 90th percentiles of some values.
  public struct Spread: Equatable, Sendable {
    /// A tenth.
    public var low: Double
    /// Half.
    public var middle: Double
    /// Nine tenths.
    public var high: Double

    /// The percentiles; `nil` = there are no values.
    init?(_ values: [Double]) {
      guard !values.isEmpty else { return nil }
      let sorted = values.sorted()
      func at(_ share: Double) -> Double { sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))] }
      (low, middle, high) = (at(0.1), at(0.5), at(0.9))
    }
  }

  /// The figures of one kind of movement.
  public struct Kind: Equatable, Sendable {
    /// Phones.
    public var phones = 0
    /// Pings.
    public var pings = 0
    /// Pings whose position was already known, 10 s or more before.
    public var cached = 0
    /// The time between pings, in all and at rest, milliseconds.
    private var time: Milliseconds = 0
    private var resting: Milliseconds = 0
    private var speeds: [Double] = []
    private var rests: [Double] = []
    private var steps: [Double] = []

    /// Their speed while moving, m/s; `nil` = no one moved.
    public var speed: Spread? { Spread(speeds) }
    /// The lengths of rests, seconds; `nil` = there were none.
    public var rest: Spread? { Spread(rests) }
    /// The distance between consecutive pings, metres; `nil` = no phone has two.
    public var step: Spread? { Spread(steps) }
    /// The share of the time at rest, 0…1.
    public var restShare: Double { time > 0 ? Double(resting) / Double(time) : 0 }

    /// Slower than this, m/s, counts as rest.
    private static let slowest = 0.3
    /// Pings further apart, milliseconds, say nothing about the time between them.
    private static let longestGap: Milliseconds = 960_000

    mutating func add(_ recorded: [PhoneDiary.Recorded]) {
      phones += 1
      pings += recorded.count
      cached += recorded.count { $0.age >= 10_000 }
      speeds += recorded.compactMap(\.speed).filter { $0 >= Self.slowest }
      var since: Timestamp?
      for (before, after) in zip(recorded, recorded.dropFirst()) {
        let length = after.at.since(before.at)
        guard length <= Self.longestGap else {
          since = nil
          continue
        }
        steps.append(before.position.distance(to: after.position))
        time += length
        // A ping without a speed comes from a phone that lies still.
        guard (before.speed ?? 0) < Self.slowest else { continue }
        since = since ?? before.at
        resting += length
        guard (after.speed ?? 0) >= Self.slowest, let begin = since else { continue }
        rests.append(Double(after.at.since(begin)) / 1_000)
        since = nil
      }
    }
  }

  /// By the word for the kind of movement; `track` = along a recorded track.
  public private(set) var kinds: [String: Kind] = [:]

  /// No people yet.
  public init() {}

  /// Adds what one phone recorded.
  public mutating func add(_ recorded: [PhoneDiary.Recorded], as mover: Mover?) {
    kinds[mover?.rawValue ?? "track", default: Kind()].add(recorded)
  }
}

extension Fleet {
  /// The movement of its people, from their diaries.
  public var movement: MovementTally {
    phones.reduce(into: MovementTally()) { $0.add($1.diary.recorded, as: $1.mover) }
  }
}
