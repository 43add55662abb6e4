/// The assignee, and how the incident loses them.
extension DispatchMachine {
  /// The assignee became offline at `instant`: the grace runs.
  public mutating func assigneeOffline(at instant: Timestamp) {
    settle(until: instant)
    guard var assignment = file.assignment, assignment.graceAt == nil, assignment.lostAt == nil else {
      return
    }
    assignment.graceAt = instant.advanced(by: file.grace)
    change(assignment)
    log(
      .assigneeOffline, assignment.responder, "others are asked after \(file.grace.lengthWords)", at: instant)
  }

  /// The assignee is no longer offline. Within the grace they keep the incident; once others are asked they
  /// keep it if they are online.
  public mutating func assigneeHeard(_ status: Status, at instant: Timestamp) {
    settle(until: instant)
    guard status != .offline, var assignment = file.assignment, assignment.graceAt != nil else { return }
    if assignment.lostAt != nil {
      guard status == .online else { return }
      withdrawOpenOffers(because: Offer.Withdrawal.assigneeBack.rawValue, at: instant)
      enter(.assigned, at: instant)
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
    if let former = file.assignment {
      revoke(former.offer, .withdrawn, Offer.Withdrawal.othersAccepted.rawValue, at: now)
      release(.offline, Offer.Withdrawal.othersAccepted.rawValue, at: now)
    }
    let assignment = Assignment(offer: offer.id, responder: offer.responder, since: now)
    file.assignment = assignment
    actions.append(.assign(assignment))
    withdrawOpenOffers(because: Offer.Withdrawal.othersAccepted.rawValue, at: now)
    enter(.assigned, at: now)
    file.wakeAt = nil
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
    if !file.hasOpenOffer { file.wakeAt = min(file.wakeAt ?? instant, instant) }
  }

  /// Continues down the ranking, even if the last assignee was picked by hand: the incident needs a responder
  /// now.
  private mutating func askOthers(_ reason: String, at instant: Timestamp) {
    file.asking = Asking(.automatic, answerWithin: file.asking.answerWithin)
    log(.reoffered, nil, reason, at: instant)
    enter(.offering, at: instant)
    file.wakeAt = instant
  }

  mutating func change(_ assignment: Assignment) {
    file.assignment = assignment
    actions.append(.change(assignment))
  }
}
