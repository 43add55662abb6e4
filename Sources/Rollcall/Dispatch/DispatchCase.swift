/// Everything that decides what happens next to an incident, as the rows hold it.
public struct DispatchCase: Equatable, Sendable {
  /// The incident.
  public var id: Incident.ID
  /// Whether it is an exercise: nobody is assigned, and it ends by itself.
  public var isDrill: Bool
  /// How far it has come.
  public var state: Incident.State
  /// Since when.
  public var stateSince: Timestamp
  /// How responders are found.
  public var asking: Asking
  /// The number of the round that goes on; 0 = nobody was asked yet. In a round nobody is asked twice before everybody
  /// was asked once; whoever asks anew begins another one.
  public var round: Int64
  /// When to look again whether somebody can be asked; `nil` = when something happens.
  public var wakeAt: Timestamp?
  /// Every offer, in the order in which they were made; of a drill maybe only those that an event concerns.
  public var offers: [Offer]
  /// Whether an offer that is not among these can still be answered.
  public var isOpenElsewhere = false
  /// Whose it is.
  public var assignment: Assignment?
  /// How long an assignee may be offline before others are asked, milliseconds.
  public var grace: Milliseconds

  /// A new incident.
  public init(
    id: Incident.ID, isDrill: Bool = false, openedAt: Timestamp,
    grace: Milliseconds = DispatchSettings.standard.grace
  ) {
    self.id = id
    self.isDrill = isDrill
    state = .open
    stateSince = openedAt
    asking = .nobody
    round = 0
    offers = []
    self.grace = grace
  }

  /// Whether somebody must still be found.
  public var needsSomebody: Bool {
    !state.isClosed && asking.mode != .nobody && (assignment == nil || assignment?.lostAt != nil)
  }

  /// Those picked by hand whose turn is still to come.
  public var picksLeft: ArraySlice<Responder.ID> {
    asking.mode == .order ? asking.picks[...] : []
  }

  /// Whether somebody can still answer.
  public var hasOpenOffer: Bool { isOpenElsewhere || offers.contains { $0.state.isOpen } }

  /// When time alone changes something: the next deadline of an offer, the end of the grace, the next look.
  public var deadline: Timestamp? {
    let grace = assignment?.lostAt == nil ? assignment?.graceAt : nil
    let answers = offers.filter(\.state.isOpen).map(\.endsAt)
    return (answers + [grace, wakeAt].compactMap { $0 }).min()
  }
}

/// What dispatch sees of the people in the field, at the instant of an event.
public struct DispatchField {
  /// What is known of one person.
  public enum Finding {
    case candidate(Candidates.Candidate)
    /// They cannot be asked now, and why, in words.
    case cannot(String)
    /// Rollcall itself was away: nothing is known of them for certain before this instant.
    case held(until: Timestamp)
  }

  /// Whether one person can be asked: automatically, or by hand.
  public var check: (_ person: Responder.ID, _ isByHand: Bool) throws -> Finding
  /// The best candidate but for these people, verified, and until when others are held.
  public var nearest:
    (_ excluded: Set<Responder.ID>) throws -> (best: Candidates.Candidate?, heldUntil: Timestamp?)
  /// Gives each new offer its id.
  public var nextOffer: () throws -> Offer.ID
  /// Whether a more severe or older incident waits for the next look: nobody is taken from it.
  public var isReserved: Bool

  /// A view from its parts.
  public init(
    isReserved: Bool = false, check: @escaping (Responder.ID, Bool) throws -> Finding,
    nearest: @escaping (Set<Responder.ID>) throws -> (best: Candidates.Candidate?, heldUntil: Timestamp?),
    nextOffer: @escaping () throws -> Offer.ID
  ) {
    self.isReserved = isReserved
    self.check = check
    self.nearest = nearest
    self.nextOffer = nextOffer
  }
}

/// What the shell stores after an event, in this order.
public enum DispatchAction: Equatable, Sendable {
  /// A new offer.
  case make(Offer)
  /// An offer took a step; it is now so.
  case step(Offer, OfferStep)
  /// An accepted offer is in force: the responder is on mission.
  case assign(Assignment)
  /// Grace or loss of the assignment changed.
  case change(Assignment)
  /// The assignment is over: the responder is free.
  case release(Assignment, Assignment.End, reason: String)
  /// An entry of the log that is no step of an offer.
  case log(DispatchEntry, responder: Responder.ID?, detail: String, at: Timestamp)
}

/// What happens to an incident beside its offers' steps.
public enum DispatchEntry: String, CaseIterable, Sendable {
  /// Somebody picked by hand cannot be asked, and is passed over.
  case skipped
  /// Nobody is left to be asked.
  case nobody
  /// The assignee went offline: the grace runs.
  case assigneeOffline = "assignee_offline"
  /// The assignee was heard in time, or before somebody else accepted.
  case assigneeBack = "assignee_back"
  /// Others are asked, and why.
  case reoffered
  /// The assignee is free.
  case released
  case resolved, cancelled, reopened
}
