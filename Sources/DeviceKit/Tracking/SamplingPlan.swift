public import Rollcall

/// The phone's conditions that decide how it samples its position.
public struct SamplingConditions: Equatable, Sendable {
  /// The state of the platform's motion sensor.
  public enum Motion: Sendable { case unknown, stationary, moving }

  /// Whether the phone moves.
  public var motion = Motion.unknown
  /// 0…1; `nil` = not known.
  public var battery: Double?
  /// Whether the phone saves power.
  public var savesPower = false
  /// The user's own limit: at most one ping in this many seconds.
  public var userInterval: Double?

  /// Nothing known.
  public init() {}
}

/// When pings are due and what the app requests from the platform, according to the profile's rule in force.
/// Data only.
public struct SamplingPlan: Equatable, Sendable {
  /// What to ask of the platform's location API.
  public enum Accuracy: Sendable {
    /// As accurate as possible: moving, with enough power.
    case best
    /// To some ten metres: the battery is low, or the phone saves power.
    case balanced
    /// Only significant changes, and one position at each ``DeviceNews/positionWanted``: the phone lies
    /// still.
    case significantChanges
  }

  /// How often a ping is due, milliseconds; `nil` = not timed.
  public var interval: Milliseconds?
  /// A ping is also due after this many metres; `nil` = time alone decides.
  public var distance: Double?
  /// How exact.
  public var accuracy: Accuracy
  /// How old a position may be to count as current while it is unknown whether the phone moves, milliseconds.
  public var cacheAge: Milliseconds
  /// How old a position may be to be reported without waiting for a new one, milliseconds: half of what the
  /// server allows beyond the interval. With an older one the responder would be degraded before the next
  /// ping arrives.
  public var freshAge: Milliseconds

  /// The plan for a rule.
  ///
  /// The user's limit may lengthen the interval, but only to four fifths of the time until *degraded*, so
  /// that the server does not call the phone silent.
  public init(_ rule: ProfileRule?, _ conditions: SamplingConditions = SamplingConditions()) {
    let interval = rule?.interval.flatMap(Milliseconds.seconds).map { max(1_000, $0) }
    self.interval = interval.map { own in
      let longest = rule?.thresholds.map { $0.degraded / 5 * 4 } ?? own
      let wish = conditions.userInterval.flatMap(Milliseconds.seconds) ?? 0
      return min(max(own, min(wish, longest)), Self.longestInterval)
    }
    distance = rule?.distance.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    let slack = self.interval.flatMap { own in rule?.thresholds.map { max(0, $0.degraded - own) } }
    cacheAge = self.interval ?? 60_000
    freshAge = slack.map { max(1_000, $0 / 2) } ?? cacheAge
    let isLow = conditions.savesPower || (conditions.battery.map { $0 < 0.2 } ?? false)
    switch conditions.motion {
    case .stationary: accuracy = .significantChanges
    case .moving, .unknown: accuracy = isLow ? .balanced : .best
    }
  }

  /// The longest interval, milliseconds: a year. A longer one in the configuration means never.
  private static let longestInterval: Milliseconds = 31_536_000_000

  /// How long a ping that is due waits for a new position, milliseconds.
  var patience: Milliseconds { min(freshAge, 10_000) }

  /// The least time between two pings that are due by distance: a tenth of the interval, at least a second.
  var leastPause: Milliseconds { max(1_000, (interval ?? 10_000) / 10) }
}
