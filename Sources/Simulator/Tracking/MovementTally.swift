import Rollcall

/// How the people of a fleet moved, by what their phones recorded: for each way of getting about.
public struct MovementTally: Equatable, Sendable {
  /// Where a tenth, a half and nine tenths of some values lie at most.
  public struct Spread: Equatable, Sendable {
    /// A tenth.
    public var low: Double
    /// Half.
    public var middle: Double
    /// Nine tenths.
    public var high: Double

    /// The spread of some values; `nil` = there are none.
    init?(_ values: [Double]) {
      guard !values.isEmpty else { return nil }
      let sorted = values.sorted()
      func at(_ share: Double) -> Double { sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))] }
      (low, middle, high) = (at(0.1), at(0.5), at(0.9))
    }
  }

  /// What is known of those who get about in one way.
  public struct Kind: Equatable, Sendable {
    /// Phones.
    public var phones = 0
    /// Pings.
    public var pings = 0
    /// Pings whose position was known before the phone looked, 10 s or more.
    public var cached = 0
    /// The time from ping to ping, in all and at rest, milliseconds.
    private var time: Milliseconds = 0
    private var resting: Milliseconds = 0
    private var speeds: [Double] = []
    private var rests: [Double] = []
    private var steps: [Double] = []

    /// How fast they were while they moved, m/s; `nil` = nobody moved.
    public var speed: Spread? { Spread(speeds) }
    /// How long they rested at a time, seconds; `nil` = nobody did.
    public var rest: Spread? { Spread(rests) }
    /// How far a ping lies from the one before, metres; `nil` = nobody has two.
    public var step: Spread? { Spread(steps) }
    /// How much of the time they rested, 0…1.
    public var restShare: Double { time > 0 ? Double(resting) / Double(time) : 0 }

    /// Slower than this, m/s, is rest.
    private static let slowest = 0.3
    /// Pings that lie further apart, milliseconds, say nothing of what was between them.
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
        // A ping that does not say how fast it is comes from a phone that lies still.
        guard (before.speed ?? 0) < Self.slowest else { continue }
        since = since ?? before.at
        resting += length
        guard (after.speed ?? 0) >= Self.slowest, let begin = since else { continue }
        rests.append(Double(after.at.since(begin)) / 1_000)
        since = nil
      }
    }
  }

  /// By the word for how they get about; `track` = along a recorded track.
  public private(set) var kinds: [String: Kind] = [:]

  /// Nobody.
  public init() {}

  /// Adds what one phone recorded.
  public mutating func add(_ recorded: [PhoneDiary.Recorded], as mover: Mover?) {
    kinds[mover?.rawValue ?? "track", default: Kind()].add(recorded)
  }
}

extension Fleet {
  /// How its people moved, as far as their diaries tell.
  public var movement: MovementTally {
    phones.reduce(into: MovementTally()) { $0.add($1.diary.recorded, as: $1.mover) }
  }
}
