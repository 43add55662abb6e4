/// Judges the machine's wall clock against the last instant that was certain, and keeps time by itself while in doubt.
///
/// A clock is in doubt when it is far ahead of that instant, or clearly before it. Time then goes on from the instant by
/// the boot clock, so that nothing is dated, purged or ended by a clock that may be wrong.
public struct ClockWatch: Equatable, Sendable {
  /// What the machine's clocks show at one instant.
  public struct Reading: Equatable, Sendable {
    /// The wall clock.
    public var wall: Timestamp
    /// Milliseconds since the machine was started, suspended time included; `nil` = not known.
    public var uptime: Milliseconds?
    /// Which start of the machine that is; empty = not known.
    public var boot: String

    /// A reading from its parts.
    public init(wall: Timestamp, uptime: Milliseconds?, boot: String) {
      (self.wall, self.uptime, self.boot) = (wall, uptime, boot)
    }

    /// How long after an earlier reading this one was made, milliseconds; `nil` = the machine was restarted in between.
    func elapsed(since earlier: Reading) -> Milliseconds? {
      guard !boot.isEmpty, boot == earlier.boot, let uptime, let before = earlier.uptime else { return nil }
      let (length, overflow) = uptime.subtractingReportingOverflow(before)
      return overflow || length < 0 ? nil : length
    }
  }

  /// Why a doubt ended.
  public enum End: String, Equatable, Sendable {
    /// The clock is back where it is expected.
    case agrees
    /// The system says that its clock is synchronised.
    case synchronised
    /// Somebody says that it is right.
    case confirmed
    /// It has run without a step for a day.
    case stood
  }

  /// What a reading changed.
  public enum Change: Equatable, Sendable {
    case began(ClockDoubt)
    case ended(End)
  }

  /// A clock further past the last certain instant is in doubt, milliseconds: 7 days.
  public static let furthestAhead: Milliseconds = 7 * 86_400_000
  /// A clock further before it is in doubt, milliseconds: a day.
  public static let furthestBehind: Milliseconds = 86_400_000
  /// A clock that has run for so long without a step is believed, milliseconds: a day.
  public static let patience: Milliseconds = 86_400_000
  /// A difference between the two clocks that is no step, milliseconds.
  static let tolerance: Milliseconds = 60_000

  /// The doubt, if there is one.
  public private(set) var doubt: ClockDoubt?
  /// The last instant that was certain; `nil` = there is none yet, and any clock is believed.
  private var certain: Reading?
  /// What was stored last by a clock in doubt that uploads agreed with; `nil` = there was no such thing.
  private let adopted: Timestamp?
  private var last: Reading?
  private var standing: Milliseconds = 0

  /// A watch that begins.
  ///
  /// - Parameters:
  ///   - certain: the last instant that was certain, as it was kept.
  ///   - adopted: the alive mark, where it was written by a clock in doubt.
  public init(certain: Reading?, adopted: Timestamp? = nil) {
    (self.certain, self.adopted) = (certain, adopted)
  }

  /// Whether this wall clock can be believed without asking any other.
  public func goesAlong(with wall: Timestamp) -> Bool {
    guard doubt == nil, let certain else { return false }
    return ClockDoubt.direction(of: wall, from: certain.wall) == nil
  }

  /// The time, by the last reading.
  public var now: Timestamp? { doubt.map(\.now) ?? last?.wall }

  /// Notes that the time was certain at a reading. Does nothing while in doubt, nor with the reading of a transaction
  /// that began in a doubt which has ended since.
  public mutating func note(_ reading: Reading) {
    guard doubt == nil, certain == nil || goesAlong(with: reading.wall) else { return }
    certain = reading
  }

  /// Takes a reading; returns what it changed.
  ///
  /// - Parameter isSynchronised: whether the system says that its clock is; asked only when that matters.
  public mutating func read(_ reading: Reading, isSynchronised: () -> Bool) -> Change? {
    defer { last = reading }
    if doubt == nil { return judge(reading, isSynchronised) }
    follow(reading)
    guard let doubt else { return nil }
    if ClockDoubt.direction(of: reading.wall, from: doubt.estimate) == nil { return end(.agrees, reading) }
    if isSynchronised() { return end(.synchronised, reading) }
    return standing >= Self.patience ? end(.stood, reading) : nil
  }

  /// Somebody says that the clock is right; returns what that changed.
  public mutating func confirm() -> Change? {
    guard doubt != nil, let last else { return nil }
    return end(.confirmed, last)
  }

  /// An upload agrees with the clock: what comes is dated by it. It remains in doubt.
  public mutating func adopt() {
    if doubt?.direction == .ahead { doubt?.isAdopted = true }
  }

  private mutating func judge(_ reading: Reading, _ isSynchronised: () -> Bool) -> Change? {
    guard let certain else {
      self.certain = reading
      return nil
    }
    let elapsed = reading.elapsed(since: certain)
    let estimate = certain.wall.advanced(by: elapsed ?? 0)
    guard let direction = ClockDoubt.direction(of: reading.wall, from: estimate), !isSynchronised() else {
      self.certain = reading
      return nil
    }
    var begun = ClockDoubt(
      direction: direction, estimate: estimate, wall: reading.wall, knowsElapsed: elapsed != nil)
    if direction == .ahead, let adopted {
      begun.isAdopted =
        ClockDoubt.direction(of: reading.wall, from: adopted.advanced(by: elapsed ?? 0)) == nil
    }
    standing = 0
    doubt = begun
    return .began(begun)
  }

  /// Goes on by the boot clock.
  private mutating func follow(_ reading: Reading) {
    guard let last, let wall = doubt?.wall else { return }
    let elapsed = reading.elapsed(since: last) ?? 0
    if let estimate = doubt?.estimate { doubt?.estimate = estimate.advanced(by: elapsed) }
    if reading.wall.since(wall.advanced(by: elapsed)).magnitude > Self.tolerance.magnitude {
      standing = 0
      doubt?.isAdopted = false
    } else {
      standing += elapsed
    }
    doubt?.wall = reading.wall
    if let estimate = doubt?.estimate, let direction = ClockDoubt.direction(of: reading.wall, from: estimate)
    {
      doubt?.direction = direction
    }
  }

  private mutating func end(_ end: End, _ reading: Reading) -> Change {
    doubt = nil
    certain = reading
    return .ended(end)
  }
}
