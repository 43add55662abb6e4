/// A wall clock that may be wrong, and the time to use meanwhile.
public struct ClockDoubt: Equatable, Sendable {
  /// In which direction the clock is off.
  public enum Direction: String, Equatable, Sendable {
    case ahead, behind
  }

  /// What to do with an upload while the clock is in doubt.
  public enum Verdict: Equatable, Sendable {
    /// Store it: it will be right whatever the clock turns out to be.
    case take
    /// Store it by the wall clock, with which it agrees.
    case adopt
    /// Refuse it for now, because it cannot be dated: the phone sends it again.
    case wait
  }

  /// To which side.
  public internal(set) var direction: Direction
  /// The time by the boot clock, counted from the last certain instant. Never later than the true time.
  public internal(set) var estimate: Timestamp
  /// The time of the wall clock.
  public internal(set) var wall: Timestamp
  /// Whether the estimate is exact rather than a lower bound, because the machine was not restarted since the
  /// last certain instant.
  public let knowsElapsed: Bool
  /// Whether uploads agreed with the wall clock, so that it dates new rows.
  public internal(set) var isAdopted = false

  /// How far a phone's clock may be off, milliseconds.
  static let phoneTolerance: Milliseconds = 300_000

  /// Creates a doubt.
  public init(direction: Direction, estimate: Timestamp, wall: Timestamp, knowsElapsed: Bool) {
    (self.direction, self.estimate) = (direction, estimate)
    (self.wall, self.knowsElapsed) = (wall, knowsElapsed)
  }

  /// The time that dates rows.
  public var now: Timestamp { isAdopted ? wall : estimate }

  /// The later of the two. What has not lapsed by then has not lapsed.
  public var latest: Timestamp { max(wall, estimate) }

  /// Whether the age of a fix is known: not while the length of the server's downtime is unknown.
  public var knowsAges: Bool { knowsElapsed || isAdopted }

  /// In which direction a clock is too far from its expected time; `nil` = it is not.
  static func direction(of wall: Timestamp, from expected: Timestamp) -> Direction? {
    let step = wall.since(expected)
    if step > ClockWatch.furthestAhead { return .ahead }
    return step < -ClockWatch.furthestBehind ? .behind : nil
  }

  /// What to do with an upload, judged by all times in it, including the phone's own clock.
  ///
  /// - Parameter hasUndated: whether a part of it has no time.
  public func verdict(on times: [Timestamp], hasUndated: Bool) -> Verdict {
    // Nothing may be dated before the newest instant on disk.
    guard direction == .ahead else { return .wait }
    if isAdopted { return .take }
    if times.contains(where: { $0.since(wall).magnitude <= Self.phoneTolerance.magnitude }) { return .adopt }
    if hasUndated, !knowsElapsed { return .wait }
    let limit = estimate.advanced(by: knowsElapsed ? Self.phoneTolerance : 0)
    return times.allSatisfy { $0 <= limit } ? .take : .wait
  }
}
