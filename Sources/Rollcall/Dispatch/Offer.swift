/// An incident offered to one responder.
public struct Offer: Equatable, Sendable {
  /// An offer's id.
  public typealias ID = Identifier<Offer>

  /// How far an offer has come.
  public enum State: String, CaseIterable, Sendable {
    /// Decided, and on disk; the phone knows nothing yet.
    case queued
    /// On its way: in the answer to a request of the phone, or handed to a push provider.
    case sent
    /// The phone fetched it.
    case delivered
    /// It was shown to the responder.
    case seen
    /// Taken, and, while it stays so, in force or done.
    case accepted
    /// Refused, or given back after it was accepted.
    case declined
    /// Nobody answered in time.
    case expired
    /// The responder went offline before answering, or left after accepting.
    case unreachable
    /// The dispatcher or another one's accept took it back, also from whoever had accepted it.
    case withdrawn

    /// Whether it can still be answered.
    public var isOpen: Bool {
      switch self {
      case .queued, .sent, .delivered, .seen: true
      case .accepted, .declined, .expired, .unreachable, .withdrawn: false
      }
    }
  }

  /// Its id.
  public var id: ID
  /// The incident that is offered.
  public var incident: Incident.ID
  /// To whom.
  public var responder: Responder.ID
  /// How far it has come.
  public var state: State
  /// From the responder's latest position to the incident when it was offered, metres; `nil` = position unknown.
  public var distance: Double?
  /// When it was made.
  public var queuedAt: Timestamp
  /// The last instant at which it can be answered; never before `queuedAt`.
  public var expiresAt: Timestamp
  /// When it was first sent; `nil` = never, or the step was skipped.
  public var sentAt: Timestamp?
  /// When the phone fetched it; `nil` = never, or the step was skipped.
  public var deliveredAt: Timestamp?
  /// When it was shown; `nil` = never, or the step was skipped.
  public var seenAt: Timestamp?
  /// When it came to its final state.
  public var endedAt: Timestamp?
  /// Why it came to its final state, in words.
  public var reason: String?
  /// The asking of the incident to which it belongs, from 1.
  public var round: Int64
  /// What the responder answered; it stands whatever becomes of an accepted offer later.
  public var answer: Answer?
  /// When they did.
  public var answeredAt: Timestamp?

  /// What a responder can answer.
  public enum Answer: String, CaseIterable, Sendable { case accepted, declined }

  /// A new offer: queued. One that would expire before it was made expires as soon as it was.
  public init(
    id: ID, incident: Incident.ID, responder: Responder.ID, distance: Double?, queuedAt: Timestamp,
    expiresAt: Timestamp, round: Int64 = 1
  ) {
    self.id = id
    self.incident = incident
    self.responder = responder
    state = .queued
    self.distance = distance
    self.queuedAt = queuedAt
    self.expiresAt = max(queuedAt, expiresAt)
    self.round = round
  }

  /// When the last step was taken.
  public var lastStepAt: Timestamp {
    [sentAt, deliveredAt, seenAt, endedAt].reduce(queuedAt) { max($0, $1 ?? $0) }
  }
}

/// One step of an offer: an entry of the incident's log, written once.
public struct OfferStep: Equatable, Sendable {
  /// When it became true; never before the step before it.
  public var at: Timestamp
  /// The state before.
  public var from: Offer.State
  /// The state since then.
  public var to: Offer.State
  /// Why or how, in words.
  public var reason: String?
  /// When the phone says that it happened, by its own clock. For the log only.
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
