/// The state of an incident that decides its next steps, as stored.
public struct DispatchCase: Equatable, Sendable {
  /// The incident.
  public var id: Incident.ID
  /// Whether it is an exercise: it gets no assignee and ends by itself.
  public var isDrill: Bool
  /// How far it has come.
  public var state: Incident.State
  /// Since when.
  public var stateSince: Timestamp
  /// How responders are found.
  public var asking: Asking
  /// The number of the current round; 0 = no one was asked yet. In a round each person is asked at most once.
  /// Asking anew begins another round.
  public var round: Int64
  /// When to look for a candidate again; `nil` = only after an event.
  public var wakeAt: Timestamp?
  /// All offers, in the order in which they were made; for a drill possibly only those that an event
  /// concerns.
  public var offers: [Offer]
  /// Whether an offer outside this list can still be answered.
  public var isOpenElsewhere = false
  /// The people that it needs.
  public var needs = Needs.onePerson
  /// The assignments in force, in the order in which they began.
  public var assignees: [Assignment] = []
  /// The assignments of people whose part is done: their places stay filled.
  public var done: [Assignment] = []
  /// What those who have a place or an open offer can do now.
  public var skills: [Responder.ID: Set<String>] = [:]
  /// How long an assignee may be offline before others are asked, milliseconds.
  public var grace: Milliseconds
  /// People who said by voice that they do not come, or gave back what they took by voice: they are not asked
  /// automatically.
  public var refusedByVoice: Set<Responder.ID> = []
  /// How many more people are asked at once than there are places.
  public var extras = 0
  /// Since when no one was found in place of assignees who are leaving; `nil` = nobody leaves, or the search
  /// goes on.
  public var vainSince: Timestamp?
  /// Whether it may take people whose offer of less severity is not seen yet.
  public var mayTake = false

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

  /// Whether the incident still needs a responder.
  public var needsSomebody: Bool { !state.isClosed && asking.mode != .nobody && sought > 0 }

  /// Whether an answer can still come.
  public var hasOpenOffer: Bool { isOpenElsewhere || offers.contains { $0.state.isOpen } }

  /// How many offers can still be answered.
  var openOffers: Int { offers.count { $0.state.isOpen } }

  /// Whom it still wants to ask.
  public enum Lack: Int, Comparable, Sendable {
    /// No one.
    case none
    /// Extra people only: each place has its offer.
    case extras
    /// A place has no offer.
    case place

    /// Whether `left` is the smaller lack.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whom it still wants to ask down the ranking.
  public var lack: Lack {
    guard needsSomebody, asking.mode == .automatic, !isDrill else { return .none }
    let asked = placedOffers
    guard asked.count >= sought else { return .place }
    return openOffers < sought + extras ? .extras : .none
  }

  /// Whether more people are asked than could all accept.
  public var isAskingExtras: Bool { placedOffers.count < openOffers }

  /// When time alone changes something: the next deadline of an offer, the end of the grace, the next look.
  public var deadline: Timestamp? {
    let graces = assignees.filter { $0.lostAt == nil }.compactMap(\.graceAt)
    let answers = offers.filter(\.state.isOpen).map(\.endsAt)
    return (answers + graces + [wakeAt].compactMap(\.self)).min()
  }
}

/// Places, and who has them.
extension DispatchCase {
  /// The earliest assignment in force; `nil` = nobody has a place.
  public var assignment: Assignment? { assignees.min { $0.since < $1.since } }

  /// The assignment of a person in force.
  public func assignment(of responder: Responder.ID) -> Assignment? {
    assignees.first { $0.responder == responder }
  }

  /// Where a place is open: lines, and how many each. Assignees who are leaving fill theirs until somebody accepts.
  public var missing: [(line: Int, count: Int)] { placing(assignees).missing }

  /// How many places are open.
  public var openPlaces: Int { missing.reduce(0) { $0 + $1.count } }

  /// The people with a place or an open offer, and those whose part is done.
  public var people: [Responder.ID] {
    (done + assignees).map(\.responder) + offers.filter(\.state.isOpen).map(\.responder)
  }

  /// The offers among these, the best first, that would find no place beside those before them.
  public func beyondPlaces(_ offers: [Offer]) -> [Offer] {
    var placing = placing(staying)
    return offers.filter { !placing.place(skills[$0.responder] ?? []) }
  }

  /// Whether nobody has some place, not even an assignee who is leaving.
  public var isPlaceOpen: Bool { !missing.isEmpty }

  /// Whether others are sought in place of an assignee, who keeps it until one of them accepts.
  public var isBeingLeft: Bool { assignees.contains { $0.leaving != nil } }

  /// How many people are sought: for open places, and for those of assignees who are leaving.
  public var sought: Int { placing(staying).missing.reduce(0) { $0 + $1.count } }

  /// Who would find a place now, also that of an assignee who is leaving.
  public var openings: Openings { placing(staying).openings }

  /// Who would find a place now; while nobody is sought, who could have one instead of somebody.
  public var openingsForOthers: Openings { sought > 0 ? openings : needs.openings }

  /// Who would find a place if everybody who is asked accepted.
  var openingsBeside: Openings { placingWithOffers.placing.openings }

  /// The open offers that can all be accepted together; the others are asked in addition.
  var placedOffers: [Offer.ID] { placingWithOffers.placed }

  private var staying: [Assignment] { assignees.filter { $0.leaving == nil } }

  func placing(_ assignees: [Assignment]) -> Placing {
    var placing = Placing(needs)
    for held in done + assignees { placing.keep(skills[held.responder] ?? [], in: held.line) }
    return placing
  }

  private var placingWithOffers: (placing: Placing, placed: [Offer.ID]) {
    var (placing, placed) = (placing(staying), [Offer.ID]())
    for offer in offers where offer.state.isOpen && placing.place(skills[offer.responder] ?? []) {
      placed.append(offer.id)
    }
    return (placing, placed)
  }

  /// A place for one more person.
  enum Seat: Equatable {
    case open
    /// That of an assignee who is leaving.
    case instead(of: Assignment)
  }

  /// Where a person would have a place: an open one first, then one that is being replaced, then the one lost longest.
  func seat(for keys: Set<String>) -> Seat? {
    var placing = placing(assignees)
    if placing.place(keys) { return .open }
    let leaving = assignees.filter { $0.leaving != nil }.sorted {
      ($0.isReplaced ? 0 : 1, $0.lostAt ?? .distantPast, $0.responder.rawValue)
        < ($1.isReplaced ? 0 : 1, $1.lostAt ?? .distantPast, $1.responder.rawValue)
    }
    return leaving.first { former in
      var placing = self.placing(assignees.filter { $0 != former })
      return placing.place(keys)
    }.map { .instead(of: $0) }
  }
}

/// Dispatch's view of the people in the field, at the instant of an event.
public struct DispatchField {
  /// What we know of one person.
  public enum Finding {
    case candidate(Candidates.Candidate)
    /// They cannot be asked now; the reason in words.
    case cannot(String)
    /// Rollcall itself was away: nothing is certain about them before this instant.
    case held(until: Timestamp)
  }

  /// Finds the first of the ranking who fits.
  public typealias Search = (_ excluded: Set<Responder.ID>, _ openings: Openings) throws -> (
    best: Candidates.Candidate?, heldUntil: Timestamp?
  )

  /// Whether one person can be asked: automatically, or by hand.
  public var check: (_ person: Responder.ID, _ isByHand: Bool) throws -> Finding
  /// The best candidate for a place, except these people, verified, and until when others are held back.
  public var nearest: Search
  /// Gives each new offer its id.
  public var nextOffer: () throws -> Offer.ID
  /// The best person for a place, except these, whose offer of less severity is not seen yet. It is withdrawn for
  /// this incident.
  public var take: (_ excluded: Set<Responder.ID>, _ openings: Openings) throws -> Candidates.Candidate?
  /// Whether a more severe or older incident needs this person at its next look. Then they are not asked for
  /// this one.
  public var isReserved: Bool
  /// The same for offers beyond the places of a critical incident, which count as high.
  public var areExtrasReserved: Bool

  /// A view from its parts.
  public init(
    isReserved: Bool = false, areExtrasReserved: Bool = false,
    check: @escaping (Responder.ID, Bool) throws -> Finding,
    nearest: @escaping Search,
    take: @escaping (Set<Responder.ID>, Openings) throws -> Candidates.Candidate? = { _, _ in nil },
    nextOffer: @escaping () throws -> Offer.ID
  ) {
    self.isReserved = isReserved
    self.areExtrasReserved = areExtrasReserved
    self.take = take
    self.check = check
    self.nearest = nearest
    self.nextOffer = nextOffer
  }
}

/// Actions that the shell stores after an event, in this order.
public enum DispatchAction: Equatable, Sendable {
  /// A new offer.
  case make(Offer)
  /// An offer took a step, to this state.
  case step(Offer, OfferStep)
  /// An accepted offer is in force: the responder is on mission.
  case assign(Assignment)
  /// Grace or loss of the assignment changed.
  case change(Assignment)
  /// The assignment is over: the responder is free.
  case release(Assignment, Assignment.End, reason: String)
  /// A person without an offer does not come.
  case refuse(Responder.ID)
  /// A log entry other than a step of an offer.
  case log(DispatchEntry, responder: Responder.ID?, detail: String, at: Timestamp)
}

/// Entries of an incident's log besides the steps of its offers.
public enum DispatchEntry: String, CaseIterable, Sendable {
  /// A person picked by hand cannot be asked, and is skipped.
  case skipped
  /// No one is left to ask.
  case nobody
  /// The assignee went offline: the grace runs.
  case assigneeOffline = "assignee_offline"
  /// The assignee was heard in time, or before another person accepted.
  case assigneeBack = "assignee_back"
  /// Others are asked; the reason is in the detail.
  case reoffered
  /// The assignee is free.
  case released
  /// Another is sought in place of the assignee, or not any more.
  case replacing, kept
  /// Other people are needed; the needs are in the detail.
  case needsChanged = "needs_changed"
  case resolved, cancelled, reopened
}
