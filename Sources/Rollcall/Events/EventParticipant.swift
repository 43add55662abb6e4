/// One participant of an event: their progress, and what is missing of them.
public struct EventParticipant: Equatable, Sendable {
  /// A participant's progress.
  public enum Phase: String, CaseIterable, Sendable {
    /// Nothing of them has come.
    case notStarted = "not_started"
    /// Their phone reports, or should.
    case underWay = "under_way"
    /// They have stopped.
    case finished
  }

  /// What is missing of a participant.
  public enum Missing: Equatable, Sendable {
    /// They have not started, although the event has begun.
    case start
    /// They have not been heard from since then.
    case contact(since: Timestamp)
    /// They are in contact, but their position has not been known since then.
    case position(since: Timestamp)
    /// Spans of their way without a position.
    case path(gaps: Int, length: Milliseconds)
    /// This many numbered positions have not arrived.
    case numbers(Int64)
  }

  /// The person.
  public var id: Responder.ID
  /// Their name.
  public var name: String
  /// Their status.
  public var status: Status
  /// Since when it is so.
  public var since: Timestamp
  /// When their phone was last heard.
  public var lastContact: Timestamp?
  /// The effective time of their newest position in the event.
  public var lastFix: Timestamp?
  /// When they started: their `start` activity, else their first position; `nil` = not yet.
  public var startedAt: Timestamp?
  /// When they stopped; `nil` = they have not, or have started again.
  public var stoppedAt: Timestamp?
  /// How many activities they sent, including positions.
  public var activities = 0
  /// How many positions of the event there are.
  public var positions = 0
  /// The spans of their way without a position that were never filled.
  public var gaps: [TimeSpan] = []
  /// How many numbered positions have not arrived, of all that their phone ever numbered.
  public var missingNumbers: Int64 = 0

  /// A participant who has sent nothing yet.
  public init(id: Responder.ID, name: String, status: Status, since: Timestamp, lastContact: Timestamp? = nil)
  {
    (self.id, self.name, self.status, self.since) = (id, name, status, since)
    self.lastContact = lastContact
  }

  /// How far they are.
  public var phase: Phase {
    guard startedAt != nil else { return .notStarted }
    return stoppedAt == nil ? .underWay : .finished
  }

  /// The total time of their way without a position, milliseconds.
  public var gapLength: Milliseconds { gaps.reduce(0) { $0 + $1.length } }

  /// What is missing of them at `now`, the most important first.
  public func missing(in event: Event, at now: Timestamp) -> [Missing] {
    var found: [Missing] = []
    if phase == .notStarted, event.hasBegun(at: now) { found.append(.start) }
    if phase == .underWay, !event.isOver(at: now) {
      if status == .offline { found.append(.contact(since: lastContact ?? since)) }
      if status == .degraded { found.append(.position(since: lastFix ?? since)) }
    }
    if !gaps.isEmpty { found.append(.path(gaps: gaps.count, length: gapLength)) }
    if missingNumbers > 0 { found.append(.numbers(missingNumbers)) }
    return found
  }

  /// The order of a list: those who should be reporting but are not, then those who have not started, then
  /// those with something missing, then the others; each by name.
  public static func comesFirst(
    _ one: EventParticipant, _ other: EventParticipant, in event: Event, at now: Timestamp
  ) -> Bool {
    let (left, right) = (one.weight(in: event, at: now), other.weight(in: event, at: now))
    if left != right { return left < right }
    return (one.name, one.id) < (other.name, other.id)
  }

  private func weight(in event: Event, at now: Timestamp) -> Int {
    switch missing(in: event, at: now).first {
    case .contact: 0
    case .position: 1
    case .start: 2
    case .path, .numbers: 3
    case nil: phase == .finished ? 5 : 4
    }
  }
}
