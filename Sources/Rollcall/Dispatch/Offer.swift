/// An incident offered to one responder.
public struct Offer: Equatable, Sendable {
  /// An offer's id.
  public typealias ID = Identifier<Offer>

  /// How far an offer has come.
  public enum State: String, CaseIterable, Sendable {
    /// Decided, and on disk; the phone does not know of it yet.
    case queued
    /// In transit: in the answer to a request of the phone, or handed to a push provider.
    case sent
    /// The phone fetched it.
    case delivered
    /// It was shown to the responder.
    case seen
    /// Accepted; in force or done while it stays so.
    case accepted
    /// Refused, or given back after it was accepted.
    case declined
    /// The phone had it, but no answer came in time.
    case expired
    /// It did not reach the phone in time, or its time ended while Rollcall itself was away. It counts
    /// against no one.
    case undelivered
    /// The responder went offline before answering, or left after accepting.
    case unreachable
    /// Withdrawn by the dispatcher or another person's accept, even after an accept.
    case withdrawn

    /// Whether it can still be answered.
    public var isOpen: Bool {
      switch self {
      case .queued, .sent, .delivered, .seen: true
      case .accepted, .declined, .expired, .undelivered, .unreachable, .withdrawn: false
      }
    }
  }

  /// Its id.
  public var id: ID
  /// The incident offered.
  public var incident: Incident.ID
  /// The responder asked.
  public var responder: Responder.ID
  /// How far it has come.
  public var state: State
  /// From the responder's latest position to the incident when it was offered, metres; `nil` = position unknown.
  public var distance: Double?
  /// When it was made.
  public var queuedAt: Timestamp
  /// The last instant at which it can be answered; never before `queuedAt`.
  public var expiresAt: Timestamp
  /// The last instant at which it can reach the phone; never after `expiresAt`.
  public var deliverBy: Timestamp
  /// When it was first sent; `nil` = never, or the step was skipped.
  public var sentAt: Timestamp?
  /// When the phone fetched it; `nil` = never, or the step was skipped.
  public var deliveredAt: Timestamp?
  /// When it was shown; `nil` = never, or the step was skipped.
  public var seenAt: Timestamp?
  /// When it reached its final state.
  public var endedAt: Timestamp?
  /// Why it reached its final state, in words.
  public var reason: String?
  /// The incident's asking to which it belongs, from 1.
  public var round: Int64
  /// The responder's answer. It stays, even if an accepted offer ends differently later.
  public var answer: Answer?
  /// When they did.
  public var answeredAt: Timestamp?

  /// The answers a responder can give.
  public enum Answer: String, CaseIterable, Sendable { case accepted, declined }

  /// A new offer: queued. If it would expire before it was made, it expires at that instant.
  ///
  /// - Parameter deliverBy: `nil` = it may reach the phone until it expires.
  public init(
    id: ID, incident: Incident.ID, responder: Responder.ID, distance: Double?, queuedAt: Timestamp,
    expiresAt: Timestamp, deliverBy: Timestamp? = nil, round: Int64 = 1
  ) {
    self.id = id
    self.incident = incident
    self.responder = responder
    state = .queued
    self.distance = distance
    self.queuedAt = queuedAt
    self.expiresAt = max(queuedAt, expiresAt)
    self.deliverBy = min(self.expiresAt, max(queuedAt, deliverBy ?? expiresAt))
    self.round = round
  }

  /// Whether the phone has it, as far as known.
  public var hasReachedPhone: Bool { state != .queued && state != .sent }

  /// When an open offer ends if nothing more is heard: undelivered or expired.
  public var endsAt: Timestamp { hasReachedPhone ? expiresAt : deliverBy }

  /// How long an offer may take to reach a phone, milliseconds: 10 s more than its phone is expected to need,
  /// and at least 15 s.
  public static func deliveryTime(hearsWithin: Milliseconds) -> Milliseconds {
    max(15_000, min(hearsWithin, longestHearing) + 10_000)
  }

  /// How long an offer waits for its answer, milliseconds: the time to answer, and before it the time until
  /// the person hears of it, unless a message wakes their phone.
  public static func lifetime(answerWithin: Milliseconds, hearsWithin: Milliseconds?) -> Milliseconds {
    guard let hearsWithin, hearsWithin > Hearing.woken else { return answerWithin }
    return answerWithin + min(hearsWithin, longestHearing)
  }

  /// An offer never waits longer to be heard of: a day.
  private static let longestHearing: Milliseconds = 86_400_000

  /// When the last step was taken.
  public var lastStepAt: Timestamp {
    [sentAt, deliveredAt, seenAt, endedAt].reduce(queuedAt) { max($0, $1 ?? $0) }
  }
}

extension Offer {
  /// Why an offer was withdrawn. The words are stored as its reason.
  public enum Withdrawal: String, Sendable {
    case byDispatcher = "by the dispatcher"
    case othersAccepted = "somebody else has accepted"
    case assigneeBack = "the assignee is back"
    case realIncident = "a real incident came"
    case assigneeKept = "the assignee is not replaced any more"
    case elsewhere = "they took another incident"
    case moreSevere = "a more severe incident needs them"
    case noPlace = "they do not fit an open place any more"
  }

  /// Its responder's refusal; `nil` = none.
  public var refusal: Availability.Refusal? {
    switch state {
    case .declined: answer == .accepted ? .gaveBack : .declined
    case .withdrawn:
      reason == Withdrawal.byDispatcher.rawValue
        || (answer == .accepted && reason == Assignment.End.reassigned.rawValue) ? .withdrawn : nil
    case .queued, .sent, .delivered, .seen, .accepted, .expired, .undelivered, .unreachable: nil
    }
  }

  /// Whether it was withdrawn before its person answered, because nobody was sought any more or another incident
  /// needed them: they do not count as asked, and are asked at once when a place is open again.
  var isVoid: Bool {
    let words = [Withdrawal.othersAccepted, .noPlace, .moreSevere, .assigneeBack, .assigneeKept].map(
      \.rawValue)
    return state == .withdrawn && answer == nil && reason.map(words.contains) ?? false
  }

  /// The reason of an offer whose time ended while Rollcall itself was away.
  public static let unobserved = "Rollcall itself was away"

  /// When it was over for the responder: answered, or ended; `nil` = it is open.
  public var overAt: Timestamp? { answeredAt ?? endedAt }
}

/// One step of an offer: an entry of the incident's log, written once.
public struct OfferStep: Equatable, Sendable {
  /// When it became true; never before the previous step.
  public var at: Timestamp
  /// The state before.
  public var from: Offer.State
  /// The state since then.
  public var to: Offer.State
  /// Why or how, in words.
  public var reason: String?
  /// When it happened by the phone's clock. For the log only.
  public var phoneAt: Timestamp?

  /// A step from its parts.
  public init(
    at: Timestamp, from: Offer.State, to: Offer.State, reason: String? = nil, phoneAt: Timestamp? = nil
  ) {
    self.at = at
    self.from = from
    self.to = to
    self.reason = reason
    self.phoneAt = phoneAt
  }
}
