/// One responder over a range of time: could I have called them, and will I ever know where they were?
public struct Timeline: Equatable, Sendable {
  /// A hole in a queue: sequence numbers never seen.
  public struct MissingSequences: Equatable, Sendable {
    /// The queue's name.
    public var queue: String
    /// The first and the last missing number.
    public var numbers: ClosedRange<Int64>

    /// A hole from its parts.
    public init(queue: String, numbers: ClosedRange<Int64>) {
      self.queue = queue
      self.numbers = numbers
    }
  }

  /// A duty state that began.
  public struct Duty: Equatable, Sendable {
    /// When.
    public var at: Timestamp
    /// Which.
    public var state: DutyState

    /// A duty state from its parts.
    public init(at: Timestamp, state: DutyState) {
      self.at = at
      self.state = state
    }
  }

  /// A reason to doubt one ping.
  public struct Flag: Equatable, Sendable {
    /// When the ping was taken, effective time.
    public var at: Timestamp
    /// The flag's word, one of ``DoubtFlags/words``.
    public var flag: String
    /// The ping.
    public var pingID: Int64

    /// A flag from its parts.
    public init(at: Timestamp, flag: String, pingID: Int64) {
      self.at = at
      self.flag = flag
      self.pingID = pingID
    }

    /// One for each flag that is set.
    public static func each(of flags: DoubtFlags, at instant: Timestamp, pingID: Int64) -> [Flag] {
      flags.names.map { Flag(at: instant, flag: $0, pingID: pingID) }
    }
  }

  /// Changes of status, ascending.
  public var transitions: [Transition] = []
  /// The silences that overlap the range, ascending.
  public var silences: [Silence] = []
  /// The track gaps that overlap it, ascending.
  public var trackGaps: [TrackGap] = []
  /// When Rollcall itself was away, ascending.
  public var notObserved: [TimeSpan] = []
  /// Holes in the responder's queues, independent of the range.
  public var missingSequences: [MissingSequences] = []
  /// Duty states, ascending.
  public var duty: [Duty] = []
  /// Doubts, ascending.
  public var flags: [Flag] = []

  /// An empty timeline.
  public init() {}
}
