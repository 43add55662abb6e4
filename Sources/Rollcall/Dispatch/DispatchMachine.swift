/// The rules by which an incident finds its responder: offered, answered or not, accepted, lost, offered
/// again.
///
/// A value: events change the case and leave actions, and the shell stores both before it tells anyone. Each
/// event first settles the deadlines that have passed, so that the log does not depend on when a loop looked.
/// Asking a person needs a view of the field. Events without one set ``DispatchCase/wakeAt``, and the shell
/// calls ``wake(_:at:)`` when it is due.
public struct DispatchMachine {
  /// The case as it is now.
  public internal(set) var file: DispatchCase
  /// Actions to store, in order; the shell removes them.
  public internal(set) var actions: [DispatchAction] = []

  /// The machine of a stored case.
  public init(_ file: DispatchCase) { self.file = file }

  /// Applies the deadlines that passed before `now`: offers without an answer, a grace that ended.
  public mutating func settle(until now: Timestamp) {
    // The earliest first: the last of them tells since when no answer can come.
    for deadline in deadlines(before: now) {
      switch deadline.kind {
      case .offer(let index):
        var machine = OfferMachine(file.offers[index])
        guard let step = machine.settle(at: now) else { continue }
        note([step], of: machine.offer, at: index)
        offerEnded(at: step.at)
      case .grace(let responder):
        guard let assignment = file.assignment(of: responder), assignment.lostAt == nil else { continue }
        lose(assignment, at: deadline.at)
      }
    }
  }

  private enum DeadlineKind {
    case offer(index: Int)
    case grace(Responder.ID)
  }

  /// The ends of offers and graces that have passed, in order; at one instant offers come first.
  private func deadlines(before now: Timestamp) -> [(at: Timestamp, kind: DeadlineKind)] {
    let ends = byEnd.filter { file.offers[$0].state.isOpen && file.offers[$0].endsAt < now }
      .map { (at: file.offers[$0].endsAt, kind: DeadlineKind.offer(index: $0)) }
    let graces = file.assignees.compactMap { assignment in
      assignment.lostAt == nil
        ? assignment.graceAt.map { (at: $0, kind: DeadlineKind.grace(assignment.responder)) } : nil
    }
    // The sort keeps the order of what is equal.
    return (ends + graces.filter { $0.at < now }).sorted { $0.at < $1.at }
  }

  /// Applies an absence of Rollcall itself. Offers that ended in it count against no one. A grace that was
  /// running begins anew, or continues after a short absence.
  ///
  /// - Parameters:
  ///   - span: from the last proof of life to the end of the absence.
  ///   - isShort: whether watching goes on as before.
  public mutating func unobserved(_ span: TimeSpan, isShort: Bool) {
    settle(until: span.from)
    for index in byEnd {
      var machine = OfferMachine(file.offers[index])
      guard let step = machine.settleUnobserved(until: span.to) else { continue }
      note([step], of: machine.offer, at: index)
      offerEnded(at: step.at)
    }
    for var assignment in file.assignees where assignment.lostAt == nil {
      guard let graceAt = assignment.graceAt else { continue }
      assignment.graceAt = isShort ? graceAt.advanced(by: span.length) : span.to.advanced(by: file.grace)
      change(assignment)
    }
  }

  /// Applies that our clock was set back to `now`: we no longer know when an open offer would end.
  public mutating func steppedBack(at now: Timestamp) {
    for index in byEnd {
      var machine = OfferMachine(file.offers[index])
      guard let step = machine.endUnobserved(at: now) else { continue }
      note([step], of: machine.offer, at: index)
      offerEnded(at: now)
    }
    if let wakeAt = file.wakeAt { file.wakeAt = min(wakeAt, now) }
    for var assignment in file.assignees where assignment.lostAt == nil && assignment.graceAt != nil {
      assignment.graceAt = now.advanced(by: file.grace)
      change(assignment)
    }
  }

  /// The offers in the order in which they end.
  private var byEnd: [Int] {
    file.offers.indices.sorted { file.offers[$0].endsAt < file.offers[$1].endsAt }
  }

  /// Applies an event to one offer; `nil` = the incident has no such offer.
  ///
  /// - Parameters:
  ///   - instant: when it happened by the server's clock.
  ///   - reason: why, for people.
  ///   - phoneAt: when it happened by the phone's clock; logged only.
  public mutating func apply(
    _ event: OfferMachine.Event, to id: Offer.ID, at instant: Timestamp, reason: String? = nil,
    phoneAt: Timestamp? = nil
  ) -> OfferMachine.Verdict? {
    settle(until: instant)
    guard let index = file.offers.firstIndex(where: { $0.id == id }) else { return nil }
    if event == .declined, let held = file.assignees.first(where: { $0.offer == id }) {
      declineLate(held, at: instant, reason: reason, phoneAt: phoneAt)
      return .taken
    }
    var machine = OfferMachine(file.offers[index])
    if event == .accepted, machine.offer.state.isOpen, !file.isDrill, seat(of: machine.offer) == nil {
      // What they could do has lapsed since they were asked.
      withdraw(index, because: Offer.Withdrawal.noPlace.rawValue, at: instant)
      offerEnded(at: instant)
      return .conflict
    }
    let outcome = machine.apply(event, at: instant, reason: reason, phoneAt: phoneAt)
    note(outcome.steps, of: machine.offer, at: index)
    guard outcome.verdict == .taken else { return outcome.verdict }
    if event == .accepted { accepted(machine.offer, at: instant) }
    if !machine.offer.state.isOpen { offerEnded(at: instant) }
    return .taken
  }

  /// Closes the incident; closing it again changes nothing. `false` = it was closed with another state.
  ///
  /// - Parameter end: how its assignment ends.
  public mutating func close(as state: Incident.State, _ end: Assignment.End, at now: Timestamp) -> Bool {
    settle(until: now)
    guard state.isClosed, file.state != state else { return state.isClosed }
    guard !file.state.isClosed else { return false }
    withdrawOpenOffers(
      because: file.isDrill ? "the drill was ended" : "the incident was \(state.rawValue)", at: now)
    for assignment in file.assignees {
      if state == .cancelled { revoke(assignment.offer, .withdrawn, end.rawValue, at: now) }
      release(assignment, end, at: now)
    }
    enter(state, at: now)
    file.wakeAt = nil
    log(state == .resolved ? .resolved : .cancelled, at: now)
    return true
  }

  /// Reopens a closed incident. No one is asked until the dispatcher chooses. `false` = it is open.
  public mutating func reopen(at now: Timestamp) -> Bool {
    guard file.state.isClosed, !file.isDrill else { return false }
    file.round += 1
    file.asking.mode = .nobody
    file.asking.picks = []
    enter(.open, at: now)
    log(.reopened, at: now)
    return true
  }
}

extension DispatchMachine {
  /// People are sought. While nobody has the place it is being offered, but what is unassigned stays so until
  /// somebody accepts.
  mutating func searching(at instant: Timestamp) {
    if file.isPlaceOpen, file.state != .unassigned { enter(.offering, at: instant) }
  }

  mutating func enter(_ state: Incident.State, at instant: Timestamp) {
    guard state != file.state else { return }
    file.state = state
    file.stateSince = max(instant, file.stateSince)
  }

  mutating func log(
    _ entry: DispatchEntry, _ responder: Responder.ID? = nil, _ detail: String = "", at instant: Timestamp
  ) {
    actions.append(.log(entry, responder: responder, detail: detail, at: instant))
  }

  mutating func note(_ steps: [OfferStep], of offer: Offer, at index: Int) {
    file.offers[index] = offer
    for step in steps { actions.append(.step(offer, step)) }
  }

  mutating func withdrawOpenOffers(because reason: String, at now: Timestamp) {
    for index in file.offers.indices where file.offers[index].state.isOpen {
      withdraw(index, because: reason, at: now)
    }
  }

  /// Withdraws the open offers whose people would find no place, and those that are too many for an automatic search.
  mutating func withdrawSurplus(because reason: String, at now: Timestamp) {
    let openings = file.openings
    for index in file.offers.indices where file.offers[index].state.isOpen {
      if !openings.admit(file.skills[file.offers[index].responder] ?? []) {
        withdraw(index, because: reason, at: now)
      }
    }
    guard file.asking.mode == .automatic else { return }
    let placed = Set(file.placedOffers)
    let beyond = file.offers.indices.filter {
      file.offers[$0].state.isOpen && !placed.contains(file.offers[$0].id)
    }
    for index in beyond.dropFirst(file.extras) { withdraw(index, because: reason, at: now) }
  }

  private mutating func withdraw(_ index: Int, because reason: String, at now: Timestamp) {
    var machine = OfferMachine(file.offers[index])
    let outcome = machine.apply(.withdrawn, at: now, reason: reason)
    note(outcome.steps, of: machine.offer, at: index)
  }

  func seat(of offer: Offer) -> DispatchCase.Seat? { file.seat(for: file.skills[offer.responder] ?? []) }

  /// Takes an accepted offer out of force.
  mutating func revoke(
    _ id: Offer.ID?, _ event: OfferMachine.Event, _ reason: String?, at now: Timestamp,
    phoneAt: Timestamp? = nil
  ) {
    guard let id, let index = file.offers.firstIndex(where: { $0.id == id }) else { return }
    var machine = OfferMachine(file.offers[index])
    let step = machine.revoke(event, at: now, reason: reason, phoneAt: phoneAt)
    note(step.map { [$0] } ?? [], of: machine.offer, at: index)
  }

  /// Frees an assignee.
  mutating func release(
    _ assignment: Assignment, _ end: Assignment.End, _ words: String? = nil, at now: Timestamp
  ) {
    file.assignees.removeAll { $0.responder == assignment.responder }
    if !file.isBeingLeft { file.vainSince = nil }
    let reason = end.rawValue + (words.map { ": \($0)" } ?? "")
    actions.append(.release(assignment, end, reason: reason))
    if assignment.offer == nil, end == .declinedLate || end == .reassigned { refuse(assignment.responder) }
    log(.released, assignment.responder, reason, at: now)
  }

  /// A person is only asked again by hand.
  mutating func refuse(_ responder: Responder.ID) {
    guard file.refusedByVoice.insert(responder).inserted else { return }
    actions.append(.refuse(responder))
  }

  /// An offer has ended. If no other answer can come, the next candidate is asked at once.
  mutating func offerEnded(at instant: Timestamp) {
    guard !file.state.isClosed else { return }
    guard !file.hasOpenOffer else {
      // Somebody else is asked for the place, or in addition.
      if file.lack > .none { file.wakeAt = min(file.wakeAt ?? instant, instant) }
      return
    }
    if file.isDrill {
      enter(.resolved, at: instant)
      file.wakeAt = nil
      log(.resolved, at: instant)
    } else if !file.needsSomebody {
      return
    } else if file.asking.isByHand {
      nobodyLeft(wakeAt: nil, at: instant)
    } else {
      file.wakeAt = min(file.wakeAt ?? instant, instant)
    }
  }
}
