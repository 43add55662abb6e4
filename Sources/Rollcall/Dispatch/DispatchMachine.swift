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
    for index in byEnd {
      var machine = OfferMachine(file.offers[index])
      guard let step = machine.settle(at: now) else { continue }
      note([step], of: machine.offer, at: index)
      offerEnded(at: step.at)
    }
    if let assignment = file.assignment, assignment.lostAt == nil, let end = assignment.graceAt, end < now {
      lose(at: end)
    }
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
    guard var assignment = file.assignment, assignment.lostAt == nil, let graceAt = assignment.graceAt else {
      return
    }
    assignment.graceAt = isShort ? graceAt.advanced(by: span.length) : span.to.advanced(by: file.grace)
    change(assignment)
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
    if var assignment = file.assignment, assignment.lostAt == nil, assignment.graceAt != nil {
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
    if event == .declined, file.assignment?.offer == id {
      declineLate(at: instant, reason: reason, phoneAt: phoneAt)
      return .taken
    }
    var machine = OfferMachine(file.offers[index])
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
    if let assignment = file.assignment {
      if state == .cancelled { revoke(assignment.offer, .withdrawn, end.rawValue, at: now) }
      release(end, at: now)
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
      var machine = OfferMachine(file.offers[index])
      let outcome = machine.apply(.withdrawn, at: now, reason: reason)
      note(outcome.steps, of: machine.offer, at: index)
    }
  }

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

  /// Frees the assignee.
  mutating func release(_ end: Assignment.End, _ words: String? = nil, at now: Timestamp) {
    guard let assignment = file.assignment else { return }
    (file.assignment, file.vainSince) = (nil, nil)
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
      // Somebody else is asked in addition.
      if file.lack == .extras { file.wakeAt = min(file.wakeAt ?? instant, instant) }
      return
    }
    if file.isDrill {
      enter(.resolved, at: instant)
      file.wakeAt = nil
      log(.resolved, at: instant)
    } else if !file.needsSomebody {
      return
    } else if file.asking.isByHand, file.picksLeft.isEmpty {
      nobodyLeft(wakeAt: nil, at: instant)
    } else {
      file.wakeAt = min(file.wakeAt ?? instant, instant)
    }
  }
}
