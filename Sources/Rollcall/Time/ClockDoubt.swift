/// A wall clock that may be wrong, and the time as it is kept meanwhile.
public struct ClockDoubt: Equatable, Sendable {
  /// To which side the clock is off, if it is.
  public enum Direction: String, Equatable, Sendable {
    case ahead, behind
  }

  /// What may be done with an upload.
  public enum Verdict: Equatable, Sendable {
    /// It can be stored, and will be right whatever the clock says later.
    case take
    /// It agrees with the clock: stored by it.
    case adopt
    /// It cannot be dated now: to be sent again.
    case wait
  }

  /// To which side.
  public internal(set) var direction: Direction
  /// The time by the boot clock, from the last certain instant on. Never later than the true time.
  public internal(set) var estimate: Timestamp
  /// What the wall clock says.
  public internal(set) var wall: Timestamp
  /// Whether the estimate is the time, rather than a lower bound of it: the machine was not restarted since the last
  /// certain instant.
  public let knowsElapsed: Bool
  /// Whether uploads agreed with the wall clock, so that it dates what comes.
  public internal(set) var isAdopted = false

  /// A phone's clock may be off by so much, milliseconds.
  static let phoneTolerance: Milliseconds = 300_000

  /// A doubt from its parts.
  public init(direction: Direction, estimate: Timestamp, wall: Timestamp, knowsElapsed: Bool) {
    (self.direction, self.estimate) = (direction, estimate)
    (self.wall, self.knowsElapsed) = (wall, knowsElapsed)
  }

  /// The time by which rows are dated.
  public var now: Timestamp { isAdopted ? wall : estimate }

  /// The later of the two: what has not lapsed by it has not lapsed.
  public var latest: Timestamp { max(wall, estimate) }

  /// Whether a fix can be called fresh: not when nobody knows for how long the server was away.
  public var knowsAges: Bool { knowsElapsed || isAdopted }

  /// To which side a clock is too far from where it is expected; `nil` = to none.
  static func direction(of wall: Timestamp, from expected: Timestamp) -> Direction? {
    let step = wall.since(expected)
    if step > ClockWatch.furthestAhead { return .ahead }
    return step < -ClockWatch.furthestBehind ? .behind : nil
  }

  /// What may be done with an upload by the times in it, the phone's clock's own among them.
  ///
  /// - Parameter hasUndated: whether something in it has no time.
  public func verdict(on times: [Timestamp], hasUndated: Bool) -> Verdict {
    // Before the newest instant on disk nothing can be dated.
    guard direction == .ahead else { return .wait }
    if isAdopted { return .take }
    if times.contains(where: { $0.since(wall).magnitude <= Self.phoneTolerance.magnitude }) { return .adopt }
    if hasUndated, !knowsElapsed { return .wait }
    let limit = estimate.advanced(by: knowsElapsed ? Self.phoneTolerance : 0)
    return times.allSatisfy { $0 <= limit } ? .take : .wait
  }
}
