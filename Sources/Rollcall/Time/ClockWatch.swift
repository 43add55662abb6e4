/// Compares the machine's wall clock with the last certain instant, and keeps time by itself while the clock
/// is in doubt.
///
/// A clock is in doubt when it is far ahead of that instant, or clearly before it. Time then continues from
/// the instant by the boot clock, so that nothing is dated, purged or ended by a clock that may be wrong.
public struct ClockWatch: Equatable, Sendable {
  /// The machine's clocks at one instant.
  public struct Reading: Equatable, Sendable {
    /// The wall clock.
    public var wall: Timestamp
    /// Milliseconds since the machine was started, suspended time included; `nil` = not known.
    public var uptime: Milliseconds?
    /// Identifies the boot of the machine; empty = not known.
    public var boot: String

    /// Creates a reading.
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
    /// The clock is back at its expected time.
    case agrees
    /// The system reports that its clock is synchronised.
    case synchronised
    /// An operator has confirmed the clock.
    case confirmed
    /// It has run for a day without a step.
    case stood
  }

  /// A change of the doubt by a reading.
  public enum Change: Equatable, Sendable {
    case began(ClockDoubt)
    case ended(End)
  }

  /// How far past the last certain instant a clock may be without doubt, milliseconds: 7 days.
  public static let furthestAhead: Milliseconds = 7 * 86_400_000
  /// How far before it a clock may be without doubt, milliseconds: a day.
  public static let furthestBehind: Milliseconds = 86_400_000
  /// How long a clock must run without a step to be trusted again, milliseconds: a day.
  public static let patience: Milliseconds = 86_400_000
  /// The difference between the two clocks that does not count as a step, milliseconds.
  static let tolerance: Milliseconds = 60_000

  /// The present doubt, if any.
  public private(set) var doubt: ClockDoubt?
  /// The last certain instant; `nil` = none yet, and any clock is trusted.
  private var certain: Reading?
  /// The last instant stored by a clock in doubt that uploads agreed with; `nil` = none.
  private let adopted: Timestamp?
  private var last: Reading?
  private var standing: Milliseconds = 0

  /// Starts a watch.
  ///
  /// - Parameters:
  ///   - certain: the last certain instant, as stored.
  ///   - adopted: the alive mark, if a clock in doubt wrote it.
  public init(certain: Reading?, adopted: Timestamp? = nil) {
    (self.certain, self.adopted) = (certain, adopted)
  }

  /// Whether this wall clock can be trusted without consulting another.
  public func goesAlong(with wall: Timestamp) -> Bool {
    guard doubt == nil, let certain else { return false }
    return ClockDoubt.direction(of: wall, from: certain.wall) == nil
  }

  /// The time, by the last reading.
  public var now: Timestamp? { doubt.map(\.now) ?? last?.wall }

  /// Records a reading as certain. Does nothing while in doubt, nor with the reading of a transaction that
  /// began in a doubt which has ended since.
  public mutating func record(_ reading: Reading) {
    guard doubt == nil, certain == nil || goesAlong(with: reading.wall) else { return }
    certain = reading
  }

  /// Handles a reading; returns what it changed.
  ///
  /// - Parameter isSynchronised: whether the system reports a synchronised clock; called only when that
  ///   matters.
  public mutating func read(_ reading: Reading, isSynchronised: () -> Bool) -> Change? {
    defer { last = reading }
    if doubt == nil { return judge(reading, isSynchronised) }
    follow(reading)
    guard let doubt else { return nil }
    if ClockDoubt.direction(of: reading.wall, from: doubt.estimate) == nil { return end(.agrees, reading) }
    if isSynchronised() { return end(.synchronised, reading) }
    return standing >= Self.patience ? end(.stood, reading) : nil
  }

  /// Handles an operator's confirmation that the clock is right; returns what that changed.
  public mutating func confirm() -> Change? {
    guard doubt != nil, let last else { return nil }
    return end(.confirmed, last)
  }

  /// Records that an upload agrees with the clock, which dates new rows from now on. It remains in doubt.
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

  /// Continues by the boot clock.
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
