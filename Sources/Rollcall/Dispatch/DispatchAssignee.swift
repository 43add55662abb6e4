/// The assignee, and how the incident loses them.
extension DispatchMachine {
  /// An assignee became offline at `instant`: the grace runs.
  public mutating func assigneeOffline(_ responder: Responder.ID, at instant: Timestamp) {
    settle(until: instant)
    guard var assignment = file.assignment(of: responder), assignment.graceAt == nil,
      assignment.lostAt == nil,
      !assignment.isUnheard
    else { return }
    assignment.graceAt = instant.advanced(by: file.grace)
    change(assignment)
    log(.assigneeOffline, responder, "others are asked after \(file.grace.lengthWords)", at: instant)
  }

  /// An assignee is no longer offline. Within the grace they keep the incident; once others are asked they
  /// keep it if they are online.
  public mutating func assigneeHeard(_ responder: Responder.ID, _ status: Status, at instant: Timestamp) {
    settle(until: instant)
    guard status != .offline, var assignment = file.assignment(of: responder) else { return }
    if status == .online, assignment.isUnheard {
      assignment.isUnheard = false
      change(assignment)
    }
    guard assignment.graceAt != nil, !assignment.isReplaced else { return }
    let wasLost = assignment.lostAt != nil
    guard !wasLost || status == .online else { return }
    (assignment.graceAt, assignment.lostAt) = (nil, nil)
    change(assignment)
    if wasLost { placeKept(because: .assigneeBack, at: instant) }
    log(.assigneeBack, responder, at: instant)
  }

  /// An assignee left: off duty, or logged out. The incident needs another responder at once.
  public mutating func assigneeLeft(
    _ responder: Responder.ID, _ end: Assignment.End, at instant: Timestamp
  ) {
    settle(until: instant)
    guard let assignment = file.assignment(of: responder) else { return }
    revoke(assignment.offer, .unreachable, end.rawValue, at: instant)
    release(assignment, end, at: instant)
    replace(assignment, because: end, at: instant)
  }

  mutating func declineLate(
    _ assignment: Assignment, at instant: Timestamp, reason: String?, phoneAt: Timestamp?
  ) {
    revoke(assignment.offer, .declined, reason, at: instant, phoneAt: phoneAt)
    release(assignment, .declinedLate, reason, at: instant)
    replace(assignment, because: .declinedLate, at: instant)
  }

  mutating func accepted(_ offer: Offer, at now: Timestamp) {
    guard !file.isDrill else { return }
    take(Assignment(offer: offer.id, responder: offer.responder, since: now), at: now)
  }

  /// Ends an assignee's own part; their place stays filled. The last one resolves the incident, if no place is open.
  ///
  /// - Returns: whether they had a place.
  public mutating func complete(_ responder: Responder.ID, at now: Timestamp) -> Bool {
    settle(until: now)
    guard let assignment = file.assignment(of: responder) else { return false }
    release(assignment, .completed, at: now)
    file.done.append(assignment)
    placeKept(because: .othersAccepted, at: now)
    resolveIfDone(at: now)
    return true
  }

  /// Puts an assignee into an open place, or into that of one who is on the way out.
  private mutating func take(_ assignment: Assignment, at now: Timestamp) {
    var assignment = assignment
    if case .instead(of: let former) = file.seat(for: file.skills[assignment.responder] ?? []) {
      let words = Offer.Withdrawal.othersAccepted.rawValue
      let end: Assignment.End = former.isReplaced ? .reassigned : .offline
      revoke(former.offer, .withdrawn, former.isReplaced ? end.rawValue : words, at: now)
      release(former, end, words, at: now)
    }
    var placing = file.placing(file.assignees)
    _ = placing.place(file.skills[assignment.responder] ?? [])
    let lines = placing.lineOfEach
    assignment.line = lines.last ?? 0
    for (held, line) in zip(file.assignees, lines.dropFirst(file.done.count)) where held.line != line {
      var moved = held
      moved.line = line
      change(moved)
    }
    file.assignees.append(assignment)
    actions.append(.assign(assignment))
    withdrawSurplus(because: Offer.Withdrawal.othersAccepted.rawValue, at: now)
    if !file.isPlaceOpen { enter(.assigned, at: now) }
    if !file.needsSomebody { file.wakeAt = nil }
  }

  /// Other people are needed than before. Nobody loses their place; more people are asked, or fewer.
  ///
  /// - Returns: whether that is a change. `nil` = the incident is over.
  public mutating func change(_ needs: Needs, at now: Timestamp) -> Bool? {
    settle(until: now)
    guard !file.state.isClosed, !file.isDrill else { return nil }
    guard file.needs != needs else { return false }
    file.needs = needs
    placeAnew()
    log(.needsChanged, nil, needs.words, at: now)
    withdrawSurplus(because: Offer.Withdrawal.noPlace.rawValue, at: now)
    if file.isPlaceOpen, file.asking.mode != .nobody || file.state == .assigned {
      file.asking = Asking(.automatic, answerWithin: file.asking.answerWithin)
      if file.state == .assigned { enter(.offering, at: now) }
      file.wakeAt = now
    } else if !file.isPlaceOpen {
      enter(.assigned, at: now)
      resolveIfDone(at: now)
    }
    if !file.needsSomebody { file.wakeAt = nil }
    return true
  }

  /// The incident matters more or less than before, which the case says already: more people are asked in
  /// addition, or fewer.
  public mutating func weigh(at now: Timestamp) {
    settle(until: now)
    withdrawSurplus(because: Offer.Withdrawal.othersAccepted.rawValue, at: now)
    if file.lack > .none { file.wakeAt = now }
  }

  /// Resolves the incident when the part of everybody is done and no place is open.
  private mutating func resolveIfDone(at now: Timestamp) {
    guard file.assignees.isEmpty, !file.isPlaceOpen else { return }
    _ = close(as: .resolved, .completed, at: now)
  }

  /// Gives each assignee a line in which they fit, when the lines have changed.
  private mutating func placeAnew() {
    var placing = Placing(file.needs)
    for held in file.done + file.assignees {
      let keys = file.skills[held.responder] ?? []
      if !placing.place(keys) { placing.keep(keys, in: 0) }
    }
    for (held, line) in zip(file.assignees, placing.lineOfEach.dropFirst(file.done.count))
    where held.line != line {
      var moved = held
      moved.line = line
      change(moved)
    }
  }

  /// A place is not sought any more: offers that are too many end.
  private mutating func placeKept(because reason: Offer.Withdrawal, at now: Timestamp) {
    withdrawSurplus(because: reason.rawValue, at: now)
    if !file.needsSomebody { file.wakeAt = nil }
  }

  /// Somebody took the incident by voice: their open offer of it, else without one.
  ///
  /// - Parameters:
  ///   - keys: what they can do.
  ///   - isHeard: whether their phone is online.
  /// - Throws: `AskRefusal`.
  public mutating func acceptByVoice(
    _ responder: Responder.ID, skills keys: Set<String> = [], isHeard: Bool, at now: Timestamp
  ) throws {
    settle(until: now)
    guard !file.state.isClosed, !file.isDrill else { throw AskRefusal.closed }
    guard file.sought > 0, file.assignment(of: responder) == nil else { throw AskRefusal.taken }
    guard file.seat(for: keys) != nil else {
      throw AskRefusal.nobody([(responder, file.openings.lackingInWords(keys))])
    }
    file.skills[responder] = keys
    var assignment = Assignment(
      offer: nil, responder: responder, since: now, by: .voice, isUnheard: !isHeard)
    if let index = file.offers.firstIndex(where: { $0.responder == responder && $0.state.isOpen }) {
      var machine = OfferMachine(file.offers[index])
      let outcome = machine.apply(.accepted, at: now, reason: "by voice")
      note(outcome.steps, of: machine.offer, at: index)
      if outcome.verdict == .taken { assignment.offer = machine.offer.id }
    }
    take(assignment, at: now)
    if file.needsSomebody, !file.hasOpenOffer { offerEnded(at: now) }
  }

  /// Somebody said by voice that they do not come.
  public mutating func declineByVoice(_ responder: Responder.ID, reason: String?, at now: Timestamp) {
    settle(until: now)
    guard !file.state.isClosed, !file.isDrill else { return }
    if let held = file.assignment(of: responder) {
      declineLate(held, at: now, reason: reason, phoneAt: nil)
    } else if let offer = file.offers.first(where: { $0.responder == responder && $0.state.isOpen }) {
      _ = apply(.declined, to: offer.id, at: now, reason: reason ?? "by voice")
    } else {
      refuse(responder)
    }
  }

  /// Asks others at once in place of the assignee, who keeps the incident until one of them accepts.
  ///
  /// - Returns: whether this person is an assignee.
  public mutating func replace(_ responder: Responder.ID, because reason: String, at now: Timestamp) -> Bool {
    settle(until: now)
    guard var assignment = file.assignment(of: responder) else { return false }
    guard !assignment.isReplaced else { return true }
    let wasLost = assignment.lostAt != nil
    (assignment.isReplaced, assignment.graceAt) = (true, nil)
    assignment.lostAt = assignment.lostAt ?? now
    change(assignment)
    log(.replacing, responder, reason, at: now)
    if !wasLost { askOthers("the assignee is to be replaced", at: now) }
    return true
  }

  /// Ends the search for another: the assignee keeps the incident.
  ///
  /// - Parameter isOffline: whether they are offline now: then the grace begins.
  /// - Returns: whether this person is the assignee.
  public mutating func keep(_ responder: Responder.ID, isOffline: Bool, at now: Timestamp) -> Bool {
    settle(until: now)
    guard var assignment = file.assignment(of: responder) else { return false }
    guard assignment.isReplaced else { return true }
    (assignment.isReplaced, assignment.lostAt) = (false, nil)
    assignment.graceAt = isOffline && !assignment.isUnheard ? now.advanced(by: file.grace) : nil
    change(assignment)
    placeKept(because: .assigneeKept, at: now)
    log(.kept, responder, at: now)
    return true
  }

  /// Takes the incident from its assignee at once, and asks others.
  ///
  /// - Returns: whether this person was the assignee.
  public mutating func free(_ responder: Responder.ID, because reason: String, at now: Timestamp) -> Bool {
    settle(until: now)
    guard let assignment = file.assignment(of: responder) else { return false }
    revoke(assignment.offer, .withdrawn, Assignment.End.reassigned.rawValue, at: now)
    release(assignment, .reassigned, reason.utf8.isEmpty ? nil : reason, at: now)
    replace(assignment, because: .reassigned, at: now)
    return true
  }

  /// The grace is over: others are asked while the assignment stands.
  mutating func lose(_ assignment: Assignment, at instant: Timestamp) {
    var assignment = assignment
    assignment.lostAt = instant
    change(assignment)
    askOthers("the assignee is offline for \(file.grace.lengthWords)", at: instant)
  }

  /// The assignee is gone. If they were lost before, others are asked already, and their answers count.
  private mutating func replace(_ former: Assignment, because end: Assignment.End, at instant: Timestamp) {
    guard file.sought > 0 else { return resolveIfDone(at: instant) }
    guard former.lostAt != nil else { return askOthers(end.rawValue, at: instant) }
    searching(at: instant)
    if !file.hasOpenOffer || file.lack > .none { file.wakeAt = min(file.wakeAt ?? instant, instant) }
  }

  /// Continues down the ranking, even if the last assignee was picked by hand: the incident needs a responder
  /// now.
  private mutating func askOthers(_ reason: String, at instant: Timestamp) {
    // Of more people than are needed now one may leave.
    guard file.sought > 0 else { return }
    file.asking = Asking(.automatic, answerWithin: file.asking.answerWithin)
    log(.reoffered, nil, reason, at: instant)
    searching(at: instant)
    file.wakeAt = instant
  }

  mutating func change(_ assignment: Assignment) {
    guard let index = file.assignees.firstIndex(where: { $0.responder == assignment.responder }) else {
      return
    }
    file.assignees[index] = assignment
    if !file.isBeingLeft { file.vainSince = nil }
    actions.append(.change(assignment))
  }
}
