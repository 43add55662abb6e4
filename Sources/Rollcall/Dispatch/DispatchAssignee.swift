/// The assignee, and how the incident loses them.
extension DispatchMachine {
  /// The assignee became offline at `instant`: the grace runs.
  public mutating func assigneeOffline(at instant: Timestamp) {
    settle(until: instant)
    guard var assignment = file.assignment, assignment.graceAt == nil, assignment.lostAt == nil,
      !assignment.isUnheard
    else { return }
    assignment.graceAt = instant.advanced(by: file.grace)
    change(assignment)
    log(
      .assigneeOffline, assignment.responder, "others are asked after \(file.grace.lengthWords)", at: instant)
  }

  /// The assignee is no longer offline. Within the grace they keep the incident; once others are asked they
  /// keep it if they are online.
  public mutating func assigneeHeard(_ status: Status, at instant: Timestamp) {
    settle(until: instant)
    guard status != .offline, var assignment = file.assignment else { return }
    if status == .online, assignment.isUnheard {
      assignment.isUnheard = false
      change(assignment)
    }
    guard assignment.graceAt != nil, !assignment.isReplaced else { return }
    if assignment.lostAt != nil {
      guard status == .online else { return }
      withdrawOpenOffers(because: Offer.Withdrawal.assigneeBack.rawValue, at: instant)
      file.wakeAt = nil
    }
    (assignment.graceAt, assignment.lostAt) = (nil, nil)
    change(assignment)
    log(.assigneeBack, assignment.responder, at: instant)
  }

  /// The assignee left: off duty, or logged out. The incident needs another responder at once.
  public mutating func assigneeLeft(_ end: Assignment.End, at instant: Timestamp) {
    settle(until: instant)
    guard let assignment = file.assignment else { return }
    revoke(assignment.offer, .unreachable, end.rawValue, at: instant)
    release(end, at: instant)
    replace(assignment, because: end, at: instant)
  }

  mutating func declineLate(at instant: Timestamp, reason: String?, phoneAt: Timestamp?) {
    guard let assignment = file.assignment else { return }
    revoke(assignment.offer, .declined, reason, at: instant, phoneAt: phoneAt)
    release(.declinedLate, reason, at: instant)
    replace(assignment, because: .declinedLate, at: instant)
  }

  mutating func accepted(_ offer: Offer, at now: Timestamp) {
    guard !file.isDrill else { return }
    take(Assignment(offer: offer.id, responder: offer.responder, since: now), at: now)
  }

  /// Puts an assignee into the place, also of one who is on the way out.
  private mutating func take(_ assignment: Assignment, at now: Timestamp) {
    if let former = file.assignment {
      let words = Offer.Withdrawal.othersAccepted.rawValue
      let end: Assignment.End = former.isReplaced ? .reassigned : .offline
      revoke(former.offer, .withdrawn, former.isReplaced ? end.rawValue : words, at: now)
      release(end, words, at: now)
    }
    file.assignment = assignment
    actions.append(.assign(assignment))
    withdrawOpenOffers(because: Offer.Withdrawal.othersAccepted.rawValue, at: now)
    enter(.assigned, at: now)
    file.wakeAt = nil
  }

  /// Somebody took the incident by voice: their open offer of it, else without one.
  ///
  /// - Parameter isHeard: whether their phone is online.
  /// - Throws: `AskRefusal`.
  public mutating func acceptByVoice(_ responder: Responder.ID, isHeard: Bool, at now: Timestamp) throws {
    settle(until: now)
    guard !file.state.isClosed, !file.isDrill else { throw AskRefusal.closed }
    guard file.assignment == nil || file.assignment?.lostAt != nil else { throw AskRefusal.taken }
    guard file.assignment?.responder != responder else { throw AskRefusal.taken }
    var assignment = Assignment(
      offer: nil, responder: responder, since: now, by: .voice, isUnheard: !isHeard)
    if let index = file.offers.firstIndex(where: { $0.responder == responder && $0.state.isOpen }) {
      var machine = OfferMachine(file.offers[index])
      let outcome = machine.apply(.accepted, at: now, reason: "by voice")
      note(outcome.steps, of: machine.offer, at: index)
      if outcome.verdict == .taken { assignment.offer = machine.offer.id }
    }
    take(assignment, at: now)
  }

  /// Somebody said by voice that they do not come.
  public mutating func declineByVoice(_ responder: Responder.ID, reason: String?, at now: Timestamp) {
    settle(until: now)
    guard !file.state.isClosed, !file.isDrill else { return }
    if file.assignment?.responder == responder {
      declineLate(at: now, reason: reason, phoneAt: nil)
    } else if let offer = file.offers.first(where: { $0.responder == responder && $0.state.isOpen }) {
      _ = apply(.declined, to: offer.id, at: now, reason: reason ?? "by voice")
    } else {
      refuse(responder)
    }
  }

  /// Asks others at once in place of the assignee, who keeps the incident until one of them accepts.
  ///
  /// - Returns: whether this person is the assignee.
  public mutating func replace(_ responder: Responder.ID, because reason: String, at now: Timestamp) -> Bool {
    settle(until: now)
    guard var assignment = file.assignment, assignment.responder == responder else { return false }
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
    guard var assignment = file.assignment, assignment.responder == responder else { return false }
    guard assignment.isReplaced else { return true }
    (assignment.isReplaced, assignment.lostAt) = (false, nil)
    assignment.graceAt = isOffline && !assignment.isUnheard ? now.advanced(by: file.grace) : nil
    change(assignment)
    withdrawOpenOffers(because: Offer.Withdrawal.assigneeKept.rawValue, at: now)
    file.wakeAt = nil
    log(.kept, responder, at: now)
    return true
  }

  /// Takes the incident from its assignee at once, and asks others.
  ///
  /// - Returns: whether this person was the assignee.
  public mutating func free(_ responder: Responder.ID, because reason: String, at now: Timestamp) -> Bool {
    settle(until: now)
    guard let assignment = file.assignment, assignment.responder == responder else { return false }
    revoke(assignment.offer, .withdrawn, Assignment.End.reassigned.rawValue, at: now)
    release(.reassigned, reason.utf8.isEmpty ? nil : reason, at: now)
    replace(assignment, because: .reassigned, at: now)
    return true
  }

  /// The grace is over: others are asked while the assignment stands.
  mutating func lose(at instant: Timestamp) {
    guard var assignment = file.assignment else { return }
    assignment.lostAt = instant
    change(assignment)
    askOthers("the assignee is offline for \(file.grace.lengthWords)", at: instant)
  }

  /// The assignee is gone. If they were lost before, others are asked already, and their answers count.
  private mutating func replace(_ former: Assignment, because end: Assignment.End, at instant: Timestamp) {
    guard former.lostAt != nil else { return askOthers(end.rawValue, at: instant) }
    searching(at: instant)
    if !file.hasOpenOffer { file.wakeAt = min(file.wakeAt ?? instant, instant) }
  }

  /// Continues down the ranking, even if the last assignee was picked by hand: the incident needs a responder
  /// now.
  private mutating func askOthers(_ reason: String, at instant: Timestamp) {
    file.asking = Asking(.automatic, answerWithin: file.asking.answerWithin)
    log(.reoffered, nil, reason, at: instant)
    searching(at: instant)
    file.wakeAt = instant
  }

  mutating func change(_ assignment: Assignment) {
    file.assignment = assignment
    if assignment.leaving == nil { file.vainSince = nil }
    actions.append(.change(assignment))
  }
}
