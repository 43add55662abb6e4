public import Rollcall

/// What the phone knows of itself that decides how it looks for its position.
public struct SamplingConditions: Equatable, Sendable {
  /// What the platform's motion sensor says.
  public enum Motion: Sendable { case unknown, stationary, moving }

  /// Whether the phone moves.
  public var motion = Motion.unknown
  /// 0…1; `nil` = not known.
  public var battery: Double?
  /// Whether the phone saves power.
  public var savesPower = false
  /// What the user has set: not more often than each so many seconds.
  public var userInterval: Double?

  /// Nothing known.
  public init() {}
}

/// When pings are due and what the app asks of the platform for it, by the profile's rule in force. Data only.
public struct SamplingPlan: Equatable, Sendable {
  /// What to ask of the platform's location API.
  public enum Accuracy: Sendable {
    /// As exact as can be: moving, with power to spare.
    case best
    /// To some ten metres: the battery is low, or the phone saves power.
    case balanced
    /// Only significant changes, and one position whenever ``DeviceNews/positionWanted`` comes: the phone lies still.
    case significantChanges
  }

  /// How often a ping is due, milliseconds; `nil` = not timed.
  public var interval: Milliseconds?
  /// A ping is due after so many metres, too; `nil` = not.
  public var distance: Double?
  /// How exact.
  public var accuracy: Accuracy
  /// How long a position may be taken for the present one while nobody knows whether the phone moves, milliseconds.
  public var cacheAge: Milliseconds
  /// How old a position may be that is reported without waiting for a new one, milliseconds: half of what the server
  /// allows beyond the interval. With an older one the responder would be degraded before the next ping comes.
  public var freshAge: Milliseconds

  /// The plan for a rule.
  ///
  /// What the user has set may lengthen the interval, but not so far that the server would call the phone silent: to
  /// four fifths of the time until *degraded* at most.
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

  /// The longest interval, milliseconds: a year. A configuration that says more says never.
  private static let longestInterval: Milliseconds = 31_536_000_000

  /// How long a ping that is due waits for a new position, milliseconds.
  var patience: Milliseconds { min(freshAge, 10_000) }

  /// The least time between two pings that are due by distance: a tenth of the interval, at least a second.
  var leastPause: Milliseconds { max(1_000, (interval ?? 10_000) / 10) }
}
