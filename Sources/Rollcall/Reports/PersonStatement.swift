/// What a statement says about one person: facts alone, from which ``StatementFigures`` are counted.
public struct PersonStatement: Equatable, Sendable {
  /// One upload: when it arrived and what it brought.
  public struct Contact: Equatable, Sendable {
    /// When it was received.
    public var at: Timestamp
    /// Positions that were new.
    public var stored: Int64
    /// Positions that were there already.
    public var duplicates: Int64

    /// A contact from its parts.
    public init(at: Timestamp, stored: Int64, duplicates: Int64) {
      (self.at, self.stored, self.duplicates) = (at, stored, duplicates)
    }
  }

  /// Neighbouring positions that all arrived later than the degraded threshold after they were taken.
  public struct Late: Equatable, Sendable {
    /// From the first to the last of them, by the time at which they were taken.
    public var first, last: Timestamp
    /// How many.
    public var count: Int
    /// When the first and the last of them arrived.
    public var arrivedFirst, arrivedLast: Timestamp

    /// A run from its parts.
    public init(
      first: Timestamp, last: Timestamp, count: Int, arrivedFirst: Timestamp, arrivedLast: Timestamp
    ) {
      (self.first, self.last, self.count) = (first, last, count)
      (self.arrivedFirst, self.arrivedLast) = (arrivedFirst, arrivedLast)
    }
  }

  /// Positions with the same reason for doubt.
  public struct Doubt: Equatable, Sendable {
    /// The reason, one of ``DoubtFlags/words``.
    public var flag: String
    /// How many positions.
    public var count: Int
    /// When the first and the last of them were taken.
    public var first, last: Timestamp

    /// Doubts from their parts.
    public init(flag: String, count: Int, first: Timestamp, last: Timestamp) {
      (self.flag, self.count, self.first, self.last) = (flag, count, first, last)
    }
  }

  /// What a member decided about doubted positions.
  public struct Decision: Equatable, Sendable {
    /// When.
    public var at: Timestamp
    /// Who, as the audit names them.
    public var by: String
    /// The reason for doubt.
    public var flag: String
    /// The decision.
    public var state: DoubtState
    /// About how many positions.
    public var count: Int64
    /// Why; may be empty.
    public var note: String

    /// A decision from its parts.
    public init(at: Timestamp, by: String, flag: String, state: DoubtState, count: Int64, note: String) {
      (self.at, self.by, self.flag, self.state) = (at, by, flag, state)
      (self.count, self.note) = (count, note)
    }
  }

  /// A look at their data, from the audit.
  public struct Look: Equatable, Sendable {
    /// The audit entry.
    public var entry: Int64
    /// When.
    public var at: Timestamp
    /// Who, as the audit names them.
    public var by: String
    /// The action, e.g. `look.responder`.
    public var action: String
    /// Whether it was a list of several people that could show them, rather than a look at them alone.
    public var isList: Bool

    /// A look from its parts.
    public init(entry: Int64, at: Timestamp, by: String, action: String, isList: Bool) {
      (self.entry, self.at, self.by, self.action, self.isList) = (entry, at, by, action, isList)
    }
  }

  /// The person.
  public var responder: Responder.ID
  /// The part of the span about which something could be known.
  public var covered: TimeSpan
  /// The last change of status before the covered span; `nil` = there was none.
  public var before: Transition?
  /// Changes of status in it, ascending.
  public var transitions: [Transition] = []
  /// When anything was first heard of them, at the earliest the beginning of the span; `nil` = never.
  public var heardSince: Timestamp?
  /// Their silences that overlap it, ascending; one that lasted when the knowledge ends has no end.
  public var silences: [Silence] = []
  /// When Rollcall itself was away in it, and in a silence that reaches into it, ascending.
  public var absences: [TimeSpan] = []
  /// Changes of duty in it, ascending.
  public var duty: [Timeline.Duty] = []
  /// Uploads received in it, ascending.
  public var contacts: [Contact] = []
  /// How many positions were taken in it.
  public var positions = 0
  /// Those that arrived late, in runs, ascending.
  public var late: [Late] = []
  /// Gaps in their track that overlap it, ascending.
  public var trackGaps: [TrackGap] = []
  /// Doubted positions taken in it, by reason.
  public var doubts: [Doubt] = []
  /// Decisions about their doubted positions, since the span began, ascending.
  public var decisions: [Decision] = []
  /// Looks at their data in it, ascending.
  public var looks: [Look] = []
  /// What was purged or erased of the span and of the time around it that was read, ascending; empty while all of
  /// it is kept.
  public var missing: [TimeSpan] = []

  /// Nothing known of a person in a span.
  public init(_ responder: Responder.ID, in covered: TimeSpan) {
    (self.responder, self.covered) = (responder, covered)
  }

  /// Whether nothing was purged.
  public var isComplete: Bool { missing.isEmpty }

  /// The statuses from the beginning of the span on.
  public var record: DutyRecord {
    var record = DutyRecord(end: covered.to)
    record.statuses = ([before].compactMap(\.self) + transitions).map { ($0.at, $0.to) }
    record.absences = absences
    return record
  }

  /// When they were on duty, ascending.
  public var watched: [TimeSpan] { HeldTime(record.duty(in: covered)).spans }

  /// The lane of contact.
  public var reach: [Lanes.Piece<Lanes.Reachable>] {
    let heard = heardSince.map { HeldTime([TimeSpan(from: $0, to: covered.to)]) } ?? HeldTime()
    return Lanes.reachable(
      in: covered, watched: watched.flatMap { heard.held(in: $0) }, quiet: silences.map(\.quiet),
      absences: absences, now: covered.to)
  }

  /// The lane of positions.
  public var track: [Lanes.Piece<Lanes.Track>] {
    Lanes.track(in: covered, watched: watched, gaps: trackGaps)
  }

  /// The counts.
  public var figures: StatementFigures { StatementFigures(of: self) }
}
