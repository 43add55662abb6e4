import Rollcall

/// One candidate in the order of the ranking, or a person who is not asked, with the reason.
struct CandidateRow: PagePart {
  /// Their rank, from 1; empty for people left out.
  var rank = ""
  var id: String
  var canBeAsked: Bool
  var isTicked = false
  /// The form to which button and tick belong.
  var form = ""
  var name, href, distance: String
  /// Profile, region, skills, and how soon they hear of an offer and can be there.
  var about: String
  /// Their telephone number; absent for readers who may not see numbers.
  var call: CallLink?
  var fix: Moment
  var status: StatusPill
  var battery: String
  var flags: [FlagMark]
  var reason = ""

  private init(
    _ person: Availability, distance: Double?, canBeAsked: Bool, href: String, clock: PageClock
  ) {
    (id, self.canBeAsked) = (String(person.id.rawValue), canBeAsked)
    (name, self.href, self.distance) = (person.name, href, Words.distance(distance))
    about = Words.Candidates.about(
      person, distance: canBeAsked ? distance : nil, on: clock.local(clock.now).date)
    (fix, status) = (clock.age(of: person.fixAt), StatusPill(person.status))
    (battery, flags) = (Words.share(person.battery), person.flags.names.map(FlagMark.init))
  }

  /// - Parameter confirmedFalse: when positions were last confirmed to be false; `nil` = never.
  init(
    _ candidate: Candidates.Candidate, rank: Int, confirmedFalse: Timestamp? = nil, href: String,
    clock: PageClock
  ) {
    self.init(
      candidate.person, distance: candidate.distance, canBeAsked: true, href: href, clock: clock)
    self.rank = String(rank)
    // The ranking ignores this, but the dispatcher should know.
    let doubt = confirmedFalse.map { Words.Candidates.confirmedFalse(clock.local($0).dayAndMonth) }
    // Facts with a column of their own are left out.
    let reasons = candidate.reasons(at: clock.now).filter { !$0.hasSuffix(" away") && !$0.hasPrefix("fix ") }
    reason = ([doubt].compactMap(\.self) + reasons).joined(separator: " · ")
  }

  init(_ leftOut: Candidates.LeftOut, href: String, clock: PageClock) {
    self.init(
      leftOut.person, distance: leftOut.distance, canBeAsked: leftOut.canBeAskedByHand, href: href,
      clock: clock)
    reason =
      switch (leftOut.obstacle, leftOut.person.assignment) {
      case (.onMission, let incident?) where !leftOut.person.isHere: Words.Candidates.onMission(incident)
      // The status beside it has this name for people.
      case (.degraded, _) where !leftOut.person.isHere:
        Words.Candidates.limited(leftOut.lackOfFix(at: clock.now))
      default: leftOut.reason(at: clock.now)
      }
  }
}

/// The people who can be asked to take an incident, and those who cannot.
struct CandidateList: PagePart {
  var asOf: Moment
  /// The candidates, the first to ask on top.
  var rows: [CandidateRow]
  /// The form to which the list belongs.
  var form = ""
  /// `The first 20 of 312.`; empty when all are shown.
  var more: String
  var nobody: EmptyState?
  /// Whether the list of people left out is unfolded.
  var isOpen: Bool
  /// The people who are not asked, first those closest to being a candidate.
  var leftOut: [CandidateRow]
  var canTick: Bool
  /// `Unavailable (4)`, and how many of them are listed; each may be empty.
  var leftOutTitle, leftOutMore: String
  /// The people with a number, the nearest first, for an incident that nobody has accepted: of all, not only of
  /// those listed.
  var callList: [CandidateRow]
}

extension CandidateList {
  /// The ranking at the clock's instant; all are counted, the first are listed.
  ///
  /// - Parameters:
  ///   - confirmedFalse: people confirmed to have sent false positions, with the time of the decision.
  ///   - hasNumber: whether people can be called by this reader.
  ///   - href: the page of a responder; empty when the reader may not open it.
  init(
    _ candidates: Candidates, limit: Int = 20, leftOutLimit: Int = 50,
    confirmedFalse: [Responder.ID: Timestamp] = [:], hasNumber: (Responder.ID) -> Bool = { _ in false },
    href: (Responder.ID) -> String, clock: PageClock
  ) {
    let (ranked, others) = (candidates.ranked, candidates.leftOut)
    asOf = clock.time(clock.now)
    rows = ranked.prefix(max(0, limit)).enumerated().map { index, candidate in
      CandidateRow(
        candidate, rank: index + 1, confirmedFalse: confirmedFalse[candidate.person.id],
        href: href(candidate.person.id), clock: clock)
    }
    more =
      ranked.count > rows.count ? Words.Candidates.first(rows.count, of: ranked.count) : ""
    nobody = ranked.isEmpty ? Self.nobody(others.count) : nil
    isOpen = ranked.isEmpty
    leftOut = others.prefix(max(0, leftOutLimit)).map {
      CandidateRow($0, href: href($0.person.id), clock: clock)
    }
    callList = Self.nearest(candidates, hasNumber).map { person in
      switch person {
      case .candidate(let candidate, let rank):
        CandidateRow(candidate, rank: rank, href: href(candidate.person.id), clock: clock)
      case .leftOut(let other): CandidateRow(other, href: href(other.person.id), clock: clock)
      }
    }
    canTick = !rows.isEmpty || leftOut.contains(where: \.canBeAsked)
    leftOutTitle = others.isEmpty ? "" : Words.Candidates.unavailable(others.count)
    leftOutMore =
      others.count > leftOut.count
      ? Words.Candidates.listed(leftOut.count, inAll: Self.summary(others)) : ""
  }

  /// The same list, with buttons that belong to the form `form`.
  func inForm(_ form: String, isOpen: Bool) -> CandidateList {
    var list = self
    (list.form, list.isOpen) = (form, isOpen || self.isOpen)
    list.change { $0.form = form }
    return list
  }

  /// The same list with these people ticked.
  func ticking(_ picks: Set<Responder.ID>) -> CandidateList {
    let ids = Set(picks.map { String($0.rawValue) })
    var list = self
    list.change { $0.isTicked = ids.contains($0.id) }
    return list
  }

  /// The same list with numbers to call.
  func calling(_ number: (String) -> CallLink?) -> CandidateList {
    var list = self
    list.change { $0.call = number($0.id) }
    return list
  }

  private static let callLimit = 20

  private enum Callable {
    case candidate(Candidates.Candidate, rank: Int)
    case leftOut(Candidates.LeftOut)
  }

  /// The nearest people with a number; those without a position last. Who has the incident need not be called.
  private static func nearest(
    _ candidates: Candidates, _ hasNumber: (Responder.ID) -> Bool
  ) -> [Callable] {
    let ranked = candidates.ranked.enumerated().filter { hasNumber($0.element.person.id) }
      .map { (distance: $0.element.distance, person: Callable.candidate($0.element, rank: $0.offset + 1)) }
    let others = candidates.leftOut
      .filter { hasNumber($0.person.id) && !($0.person.isHere && $0.person.assignment != nil) }
      .map { (distance: $0.distance ?? .infinity, person: Callable.leftOut($0)) }
    return (ranked + others).enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }.prefix(callLimit).map(\.element.person)
  }

  private mutating func change(_ change: (inout CandidateRow) -> Void) {
    for index in rows.indices { change(&rows[index]) }
    for index in leftOut.indices { change(&leftOut[index]) }
    for index in callList.indices { change(&callList[index]) }
  }

  /// How many are left out, by their strongest reason: `300 off duty, 62 offline`.
  private static func summary(_ others: [Candidates.LeftOut]) -> String {
    Availability.Obstacle.allCases.compactMap { obstacle in
      let count = others.count { $0.obstacle == obstacle }
      return count == 0 ? nil : Words.Candidates.count(count, obstacle)
    }.joined(separator: ", ")
  }

  private static func nobody(_ leftOut: Int) -> EmptyState {
    leftOut == 0
      ? EmptyState(title: Words.Candidates.noPeople, advice: Words.Candidates.noPeopleAdvice)
      : EmptyState(title: Words.Candidates.nobody, advice: Words.Candidates.nobodyAdvice)
  }
}
