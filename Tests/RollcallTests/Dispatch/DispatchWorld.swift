import Testing

@testable import Rollcall

/// A small fleet and its incidents in memory, with the rows that a store would have. The machines are made anew from
/// those rows for each event, as after a restart.
final class DispatchWorld {
  struct Person {
    var id: Responder.ID
    var status: Status = .online
    var isOnDuty = true
    var position: Position?
    /// When their newest fix was taken.
    var fixAt: Timestamp = .at(0)
    /// When they were heard last.
    var heardAt: Timestamp = .at(0)
    /// The kinds of incident that their profile offers them.
    var offers = IncidentKinds.incident
    /// How soon their phone hears of an offer.
    var hearsWithin: Milliseconds? = 60_000
    /// What they can do.
    var skills: Set<String> = []
  }

  /// What the actions of an incident leave in tables.
  struct Rows: Equatable {
    var file: DispatchCase
    var log: [DispatchAction] = []
    var severity = Incident.Severity.normal
    /// Whom the ranking must leave alone: they declined, or it was taken from them.
    var refused: Set<Responder.ID> = []
    /// With which of its offers the present round begins.
    var roundStart = 0

    /// The offers of the present round, but for those that were withdrawn before their person's turn.
    var round: [Offer] { file.offers.dropFirst(roundStart).filter { !$0.isVoid } }

    /// Whether it waits for people: a place has no offer.
    var isWaiting: Bool { file.lack == .place }

    /// Whether somebody had an offer in this round.
    func isAsked(_ id: Responder.ID) -> Bool { round.contains { $0.responder == id } }

    /// Whether their last offer of this round never reached them, and they were heard since.
    func isMissed(_ person: Person, at now: Timestamp) -> Bool {
      guard let last = round.last(where: { $0.responder == person.id }), let end = last.endedAt else {
        return false
      }
      switch last.state {
      case .undelivered: return end > now || person.heardAt >= end.advanced(by: 30_000)
      case .unreachable: return end > now || person.heardAt >= end
      default: return false
      }
    }

    /// Whether the pause after the round is over. Asking somebody again whom an offer never reached does not prolong it.
    func isPauseOver(at now: Timestamp) -> Bool {
      let counted = round.indices.filter { index in
        let isRepeated = round[..<index].contains { $0.responder == round[index].responder }
        return !isRepeated || ![.undelivered, .unreachable].contains(round[index].state)
      }
      guard !round.contains(where: \.state.isOpen) else { return false }
      guard let last = counted.compactMap({ round[$0].answeredAt ?? round[$0].endedAt }).max() else {
        return false
      }
      return last > now || now >= last.advanced(by: 120_000)
    }
  }

  /// How long after our absence nobody is asked on old news.
  static let hold: Milliseconds = 180_000

  var now = Timestamp.at(0)
  var people: [Person]
  var incidents: [Rows] = []
  var absenceEnd: Timestamp?
  /// Chooses the instants at which a loop looks.
  var random: SplitMix
  /// Everything that was broken, in words; a test expects none.
  var broken: [String] = []
  /// How often each thing happened, so that a test knows that it tried it.
  var seen: [String: Int] = [:]
  private var lastOffer: Int64 = 0
  private var isLooking = false
  /// Whether a more severe incident was due when the one that is looked after was taken up.
  private var isServedLater = false

  let place: Position

  init(people count: Int, seed: UInt64) throws {
    place = try #require(Position(latitude: 46, longitude: 14))
    var random = SplitMix(state: seed)
    people = (1...count).map {
      Person(
        id: .init(Int64($0)), position: Position(latitude: 46 + Double($0) * 0.001, longitude: 14),
        offers: [.incident, .incident, .incident, .order, []].randomElement(using: &random) ?? [],
        hearsWithin: [5_000, 30_000, 60_000, 900_000, nil].randomElement(using: &random) ?? nil,
        skills: [[], ["medic"], ["boat"], ["medic", "boat"]].randomElement(using: &random) ?? [])
    }
    self.random = random
  }

  // MARK: What the rows say of people

  var openOffers: [Offer] { incidents.flatMap(\.file.offers).filter(\.state.isOpen) }

  func assignment(of id: Responder.ID) -> Incident.ID? {
    incidents.first { $0.file.assignment(of: id) != nil }?.file.id
  }

  func availability(_ id: Responder.ID) -> Availability? {
    people.first { $0.id == id }.map { person in
      Availability(
        id: id, name: "P\(id.rawValue)", profile: "p", keys: person.skills, offers: person.offers,
        status: person.isOnDuty ? person.status : .offDuty,
        duty: !person.isOnDuty ? .offDuty : assignment(of: id) == nil ? .onDuty : .onMission,
        position: person.position, hasOpenOffer: openOffers.contains { $0.responder == id },
        assignment: assignment(of: id), heardAt: person.heardAt, hearsWithin: person.hearsWithin,
        hearingLimit: nil)
    }
  }

  /// Who can be asked automatically for an incident now, the best first.
  func eligible(for rows: Rows) -> [Responder.ID] {
    Candidates.rank(people.compactMap { availability($0.id) }, for: place, rows.file.openingsBeside).ranked
      .map(\.person.id)
      .filter { !rows.refused.contains($0) && heldUntil($0) == nil }
  }

  /// What dispatch sees; whose offer came due elsewhere has it settled first.
  func field(isReserved: Bool = false) -> DispatchField {
    DispatchField(
      isReserved: isReserved,
      check: { [self] id, isByHand in
        settleOffer(of: id)
        guard var person = availability(id) else { return .cannot("nobody") }
        if isByHand { (person.offers, person.hearingLimit) = (person.offers.union(.incident), nil) }
        guard let candidate = Candidates.rank([person], for: place).ranked.first else {
          return .cannot("\(person.obstacles(for: .incident))")
        }
        return heldUntil(id).map { .held(until: $0) } ?? .candidate(candidate)
      },
      nearest: { [self] excluded, openings in
        for person in people where !excluded.contains(person.id) { settleOffer(of: person.id) }
        let ranked = Candidates.rank(people.compactMap { availability($0.id) }, for: place).ranked
        let free = ranked.filter {
          !excluded.contains($0.person.id) && openings.admit($0.person.keys)
        }
        return (
          free.first { heldUntil($0.person.id) == nil },
          free.compactMap { heldUntil($0.person.id) }.min()
        )
      },
      nextOffer: { [self] in
        lastOffer += 1
        return .init(lastOffer)
      })
  }

  func heldUntil(_ id: Responder.ID) -> Timestamp? {
    guard let end = absenceEnd, let person = people.first(where: { $0.id == id }), person.fixAt < end,
      now < end.advanced(by: Self.hold)
    else { return nil }
    return end.advanced(by: Self.hold)
  }

  private func settleOffer(of id: Responder.ID) {
    guard let late = openOffers.first(where: { $0.responder == id && $0.endsAt < now }) else { return }
    change(late.incident) { $0.settle(until: now) }
  }

  // MARK: Events

  /// Lets something happen to an incident and stores what the rules made of it.
  @discardableResult
  func change<Value>(_ id: Incident.ID, _ event: (inout DispatchMachine) throws -> Value) rethrows -> Value {
    let index = Int(id.rawValue) - 1
    for person in people { incidents[index].file.skills[person.id] = person.skills }
    let before = incidents[index].file
    checkLooking(before)
    var settled = DispatchMachine(before)
    settled.settle(until: now)
    store(settled, from: before)
    let between = settled.file
    var machine = DispatchMachine(between)
    let value = try event(&machine)
    store(machine, from: between)
    return value
  }

  func open(
    isDrill: Bool = false, grace: Milliseconds = 60_000, _ severity: Incident.Severity = .normal,
    needs: Needs = .onePerson
  ) -> Incident.ID {
    let id = Incident.ID(Int64(incidents.count + 1))
    var file = DispatchCase(id: id, isDrill: isDrill, openedAt: now, grace: grace)
    file.needs = needs
    incidents.append(Rows(file: file, severity: severity))
    return id
  }

  /// The incidents, the most severe first, then the oldest; drills give way to all.
  private var byUrgency: [Rows] {
    let drillsLast = { (rows: Rows) in rows.file.isDrill ? 1 : 0 }
    return incidents.sorted {
      (drillsLast($0), $1.severity, $0.file.id.rawValue) < (drillsLast($1), $0.severity, $1.file.id.rawValue)
    }
  }

  /// What dispatch sees for an incident; nobody is taken from one that goes before it.
  func reservedField(for id: Incident.ID) -> DispatchField {
    isServedLater = isReserved(before: incidents[Int(id.rawValue) - 1])
    return field(isReserved: isServedLater)
  }

  /// Whether another incident waits that goes before this one.
  func isReserved(before rows: Rows) -> Bool {
    byUrgency.prefix { $0.file.id != rows.file.id }.contains {
      $0.file.lack != .none && $0.file.wakeAt.map { $0 <= now } ?? false
    }
  }

  /// Looks after what is due, as the loop does.
  func look() {
    isLooking = true
    defer { isLooking = false }
    for id in byUrgency.map(\.file.id) {
      guard let due = incidents[Int(id.rawValue) - 1].file.deadline, due <= now else { continue }
      try? change(id) { try $0.wake(reservedField(for: id), at: now) }
      if !isServedLater { endRound(id) }
    }
  }

  /// A pause that is over ends the round also when nobody can be asked in the next one.
  private func endRound(_ id: Incident.ID) {
    let rows = incidents[Int(id.rawValue) - 1]
    guard rows.file.state == .unassigned || rows.file.vainSince != nil, rows.isWaiting,
      rows.isPauseOver(at: now),
      rows.round.contains(where: { !rows.refused.contains($0.responder) })
    else { return }
    incidents[Int(id.rawValue) - 1].roundStart = rows.file.offers.count
  }

  /// Somebody is heard without any change of their status: whom an offer never reached is asked within their request.
  func hear(_ id: Responder.ID) {
    guard let index = people.firstIndex(where: { $0.id == id }) else { return }
    people[index].heardAt = now
    guard people[index].isOnDuty, people[index].status == .online else { return }
    people[index].fixAt = now
    isLooking = true
    defer { isLooking = false }
    for rows in byUrgency where rows.isWaiting {
      guard !openOffers.contains(where: { $0.responder == id }) else { return }
      try? change(rows.file.id) { try $0.lookAgain(reservedField(for: rows.file.id), at: now) }
      if !isServedLater { endRound(rows.file.id) }
    }
  }

  /// We were away since an instant, and nobody was heard.
  func wasAway(since start: Timestamp) {
    let span = TimeSpan(from: start, to: now)
    for rows in incidents {
      let before = rows.file
      var machine = DispatchMachine(before)
      machine.unobserved(span, isShort: span.length < 30_000)
      for offer in before.offers where offer.state.isOpen && offer.endsAt >= start && offer.endsAt <= now {
        let after = machine.file.offers.first { $0.id == offer.id }
        if after?.state != .undelivered || after?.endedAt != max(offer.endsAt, offer.lastStepAt) {
          broken.append("an offer that ended in our absence is \(after?.state ?? .queued)")
        }
        seen["unobserved", default: 0] += 1
      }
      store(machine, from: before)
    }
    if span.length >= 30_000 { absenceEnd = now }
  }

  /// Somebody's status changed at `instant`.
  func become(
    _ status: Status, _ id: Responder.ID, at instant: Timestamp? = nil, _ end: Assignment.End? = nil
  ) {
    guard let index = people.firstIndex(where: { $0.id == id }) else { return }
    people[index].isOnDuty = status != .offDuty
    people[index].status = status
    if status != .offline, status != .offDuty { people[index].heardAt = now }
    if status == .online {
      people[index].fixAt = now
      wakeWaiting()
    }
    let at = instant ?? now
    if let incident = assignment(of: id) {
      tell(incident) { machine in
        switch status {
        case .offDuty: machine.assigneeLeft(id, end ?? .offDuty, at: at)
        case .offline:
          end.map { machine.assigneeLeft(id, $0, at: at) } ?? machine.assigneeOffline(id, at: at)
        case .online, .degraded, .unknown: machine.assigneeHeard(id, status, at: at)
        }
      }
    } else if let offer = openOffers.first(where: { $0.responder == id }),
      status == .offline || status == .offDuty
    {
      tell(offer.incident) { machine in
        _ = machine.apply(.unreachable, to: offer.id, at: at, reason: (end ?? .offline).rawValue)
      }
    }
  }

  /// News may lie back: they are told before what time has done since.
  private func tell(_ id: Incident.ID, _ event: (inout DispatchMachine) -> Void) {
    for person in people { incidents[Int(id.rawValue) - 1].file.skills[person.id] = person.skills }
    let before = incidents[Int(id.rawValue) - 1].file
    var machine = DispatchMachine(before)
    event(&machine)
    store(machine, from: before)
  }

  private func wakeWaiting() {
    for index in incidents.indices where incidents[index].isWaiting {
      incidents[index].file.wakeAt = min(incidents[index].file.wakeAt ?? now, now)
    }
  }

  // MARK: Rows

  private func store(_ machine: DispatchMachine, from before: DispatchCase) {
    let index = Int(before.id.rawValue) - 1
    var rows = before
    // The incident's own columns
    (rows.state, rows.stateSince, rows.asking) = (
      machine.file.state, machine.file.stateSince, machine.file.asking
    )
    (rows.round, rows.wakeAt, rows.vainSince) = (
      machine.file.round, machine.file.wakeAt, machine.file.vainSince
    )
    rows.needs = machine.file.needs
    var isSomebodyFree = false
    for action in machine.actions { isSomebodyFree = replay(action, on: &rows) || isSomebodyFree }
    if rows != machine.file { broken.append("the actions do not make the case: \(machine.actions)") }
    // Whoever asks while a more severe incident waits is served at the next look.
    let isDeferred = rows.state == .offering && rows.wakeAt == now
    if rows.state != before.state, machine.actions.isEmpty, !isDeferred {
      broken.append("\(before.state) became \(rows.state) without an entry")
    }
    incidents[index].file = rows
    for action in machine.actions { remember(action, at: index) }
    incidents[index].log += machine.actions
    if isSomebodyFree { wakeWaiting() }
  }

  /// Writes what an action says; `true` when somebody may be free by it.
  private func replay(_ action: DispatchAction, on rows: inout DispatchCase) -> Bool {
    switch action {
    case .make(let offer):
      seen["offered", default: 0] += 1
      checkOffer(offer, rows)
      rows.offers.append(offer)
      rows.skills[offer.responder] = people.first { $0.id == offer.responder }?.skills
    case .step(let offer, let step):
      seen[step.to.rawValue, default: 0] += 1
      guard let place = rows.offers.firstIndex(where: { $0.id == offer.id }) else {
        broken.append("a step of an offer that was never made")
        return false
      }
      checkStep(step, of: rows.offers[place], to: offer)
      rows.offers[place] = offer
      return !step.to.isOpen && step.to != .accepted
    case .assign(let assignment):
      // Once other people are needed than those who have it, there may be more of them than places.
      if rows.sought == 0 { broken.append("an assignee without an open place") }
      if self.assignment(of: assignment.responder) != nil { broken.append("a second incident") }
      if !rows.offers.contains(where: { $0.id == assignment.offer && $0.state == .accepted }) {
        broken.append("assigned without an accept")
      }
      rows.assignees.append(assignment)
    case .change(let assignment):
      rows.assignees = rows.assignees.map { $0.responder == assignment.responder ? assignment : $0 }
    case .release(let assignment, let end, _):
      seen[end.rawValue, default: 0] += 1
      if !rows.assignees.contains(assignment) { broken.append("somebody was freed who was not bound") }
      rows.assignees.removeAll { $0 == assignment }
      if end == .completed { rows.done.append(assignment) }
      return true
    case .refuse(let responder): rows.refusedByVoice.insert(responder)
    case .log(let entry, _, _, _): seen[entry.rawValue, default: 0] += 1
    }
    return false
  }

  /// Keeps whom the ranking must not ask again.
  private func remember(_ action: DispatchAction, at index: Int) {
    switch action {
    case .step(let offer, let step) where step.to == .declined:
      incidents[index].refused.insert(offer.responder)
    case .step(let offer, let step) where step.to == .withdrawn && step.reason == "by the dispatcher":
      incidents[index].refused.insert(offer.responder)
    case .release(let assignment, let end, _)
    where end == .reassigned || end == .declinedLate || end == .completed:
      incidents[index].refused.insert(assignment.responder)
    default: break
    }
  }

  /// A dispatcher has asked anew when the incident had so many offers: a round begins.
  func beginRound(_ id: Incident.ID, at count: Int) { incidents[Int(id.rawValue) - 1].roundStart = count }

  /// - Parameter file: the incident with what was done before in the same event.
  private func checkOffer(_ offer: Offer, _ file: DispatchCase) {
    let index = Int(offer.incident.rawValue) - 1
    var rows = incidents[index]
    rows.file = file
    guard let person = availability(offer.responder) else { return broken.append("an offer to nobody") }
    if isLooking, rows.file.asking.mode == .automatic {
      checkTurn(of: person, rows, index)
      if !person.obstacles(for: .incident).isEmpty {
        broken.append("an offer to somebody \(person.obstacles(for: .incident))")
      }
    }
    if !person.obstaclesByHand.isEmpty { broken.append("an offer to somebody \(person.obstaclesByHand)") }
    if heldUntil(offer.responder) != nil { broken.append("an offer on news from before our absence") }
    if offer.state != .queued || offer.queuedAt != now { broken.append("an offer is not new") }
  }

  /// Whether it is this person's turn: nobody twice before everybody once, and the most severe incident first.
  private func checkTurn(of person: Availability, _ rows: Rows, _ index: Int) {
    if rows.refused.contains(person.id) { return broken.append("asked again who had refused") }
    if isServedLater { broken.append("asked although a more severe incident waits") }
    let free = eligible(for: rows)
    let unasked = free.filter { !rows.isAsked($0) }
    if let first = unasked.first {
      if first != person.id { broken.append("asked \(person.id.rawValue) before \(first.rawValue)") }
      return
    }
    let missed =
      rows.isPauseOver(at: now)
      ? [] : free.filter { id in people.contains { $0.id == id && rows.isMissed($0, at: now) } }
    if let first = missed.first {
      seen["asked again", default: 0] += 1
      if first != person.id {
        broken.append("asked \(person.id.rawValue) before \(first.rawValue), who never got it")
      }
      return
    }
    if !rows.isPauseOver(at: now) { broken.append("the next round begins without a pause") }
    seen["next round", default: 0] += 1
    incidents[index].roundStart = rows.file.offers.count
  }

  private func checkStep(_ step: OfferStep, of before: Offer, to after: Offer) {
    let order: [Offer.State] = [.queued, .sent, .delivered, .seen]
    let rank = { (state: Offer.State) in order.firstIndex(of: state) ?? 4 }
    if step.from != before.state { broken.append("a step from \(step.from) of what is \(before.state)") }
    if step.to != after.state { broken.append("a step to \(step.to) leaves \(after.state)") }
    let isRevoked = before.state == .accepted && [.declined, .withdrawn, .unreachable].contains(step.to)
    if rank(step.to) <= rank(step.from), !isRevoked { broken.append("\(step.from) became \(step.to)") }
    if step.at < before.lastStepAt { broken.append("a step before the one before it") }
    if step.to.isOpen == false, !isRevoked, step.at > before.expiresAt, step.to != .withdrawn {
      broken.append("\(step.to) after the deadline")
    }
  }

  /// Whether a loop looks once, late, or often and early changes nothing.
  private func checkLooking(_ file: DispatchCase) {
    var once = DispatchMachine(file)
    once.settle(until: now)
    var often = DispatchMachine(file)
    let start = file.deadline ?? now
    if start < now {
      let span = now.since(start)
      for _ in 0..<3 {
        let part = start.advanced(by: Int64.random(in: 0...span, using: &random))
        often.settle(until: part)
      }
    }
    // In order of time too, with the deadlines themselves among the instants
    var inOrder = DispatchMachine(file)
    for at in (file.offers.map(\.endsAt) + file.assignees.compactMap(\.graceAt)).sorted()
    where at < now {
      inOrder.settle(until: at)
      inOrder.settle(until: at.advanced(by: 1))
    }
    inOrder.settle(until: now)
    often.settle(until: now)
    if once.file != inOrder.file || once.actions != inOrder.actions {
      broken.append("late looking: \(once.actions) instead of \(inOrder.actions)")
    }
    if often.file != inOrder.file || often.actions != inOrder.actions {
      broken.append("random looking: \(often.actions) instead of \(inOrder.actions)")
    }
  }
}
