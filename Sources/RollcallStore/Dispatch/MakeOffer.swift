import GRDB
public import Rollcall

extension Store {
  /// Offers an incident to one responder who is a candidate now. Several open offers of one incident are allowed, the
  /// first accept wins; nobody holds two.
  ///
  /// - Throws: `notFound` for incident or responder; `invalid` for an answer time out of range; `conflict` with the
  ///   reason, in words, when the incident is over or taken, or the responder cannot be asked now.
  @discardableResult
  public func offer(
    _ incident: Incident.ID, _ request: OfferRequest, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) -> Offer.ID {
    try write { try $0.offer(incident, request, by: actor, in: workspace) }
  }
}

extension WriteTransaction {
  @discardableResult
  func offer(
    _ id: Incident.ID, _ request: OfferRequest, by actor: String, in workspace: Workspace.ID
  ) throws -> Offer.ID {
    guard OfferRequest.answerTimes.contains(request.answerWithin) else {
      throw StoreError.invalid("The time to answer is 15 to 600 seconds")
    }
    let incident = try Incidents.require(id, in: workspace, db)
    guard !incident.state.isClosed else { throw StoreError.conflict("The incident is over") }
    guard try Assignments.find(of: id, in: workspace, db) == nil else {
      throw StoreError.conflict("Somebody has taken the incident already")
    }
    let candidate = try requireCandidate(request.responder, for: incident)
    let offer = Offer(
      id: Offer.ID(0), incident: id, responder: request.responder, distance: candidate.distance,
      queuedAt: now,
      expiresAt: now.advanced(by: request.answerWithin))
    let offerID = try insert(offer, in: workspace)
    let seconds = "\(request.answerWithin / 1_000) s"
    try log(
      .offered, of: id, in: workspace, by: actor, responder: request.responder,
      detail: "\(Int64(candidate.distance.rounded())) m, \(seconds) to answer")
    try audit(
      actor, "incident.offer", subject: Incidents.order(id),
      detail: "responder \(request.responder.rawValue), \(seconds)", in: workspace)
    try refreshErrand(of: request.responder)
    try follow(id, in: workspace)
    return offerID
  }

  /// The responder as a candidate of this very instant: what came due of theirs is settled first.
  private func requireCandidate(
    _ id: Responder.ID, for incident: Incident
  ) throws -> Candidates.Candidate {
    guard let person = try Responders.find(id, in: incident.workspace, db), person.isActive else {
      throw StoreError.notFound("responder \(id.rawValue)")
    }
    try settleOffer(of: id)
    let state = try state(of: id)
    let ranking = Candidates.rank([Availability(state)], for: incident.details.position)
    guard let candidate = ranking.ranked.first else {
      let reasons = ranking.leftOut.first?.reasons(at: now) ?? []
      throw StoreError.conflict("\(person.name) cannot be asked now: \(reasons.joined(separator: ", "))")
    }
    if try isHeld(state.live) {
      throw StoreError.conflict(
        "\(person.name) cannot be asked yet: no fresh fix since Rollcall itself was away")
    }
    return candidate
  }

  /// Whether an offer must wait: after an absence of ours a status is believed again once the offline threshold has
  /// passed, or as soon as a fix was taken afterwards. A fix taken before proves nothing about now.
  private func isHeld(_ live: Liveness) throws -> Bool {
    let last = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(to_at) FROM absence"))
    guard let last = last.map(Timestamp.init(milliseconds:)), let offline = live.force.thresholds?.offline
    else {
      return false
    }
    return now < last.advanced(by: offline) && live.newestFix.map { $0 < last } ?? true
  }

  private func insert(_ offer: Offer, in workspace: Workspace.ID) throws -> Offer.ID {
    try db.execute(
      sql: """
        INSERT INTO offer
          (workspace_id, incident_id, responder_id, state, distance_m, queued_at, expires_at, round)
        VALUES (?, ?, ?, 'queued', ?, ?, ?, 1)
        """,
      arguments: [
        workspace.rawValue, offer.incident.rawValue, offer.responder.rawValue, offer.distance ?? 0,
        offer.queuedAt.milliseconds, offer.expiresAt.milliseconds,
      ])
    return Offer.ID(db.lastInsertedRowID)
  }
}

extension Availability {
  /// What dispatch must know of a responder, as the writer knows them: settled.
  init(_ state: ResponderState) {
    self.init(
      id: state.id, name: state.person.name, status: state.live.status, statusSince: state.live.since,
      duty: state.live.duty, position: state.latest?.position, fixAt: state.latest?.effective,
      accuracy: state.latest?.accuracy, battery: state.phone.battery.value, flags: state.latest?.flags ?? [],
      hasOpenOffer: state.errand?.state.isOpen ?? false,
      assignment: state.errand.flatMap { $0.isAssigned ? $0.incident : nil })
  }

  /// What dispatch must know of a responder, as the board has them at `now`.
  init(_ entry: BoardEntry, at now: Timestamp, lastAnswers: [Offer.State]) {
    let live = entry.live.settled(at: now)
    self.init(
      id: entry.id, name: entry.person.name, status: live.status, statusSince: live.since, duty: live.duty,
      position: entry.position, fixAt: entry.fixAt, accuracy: entry.accuracy,
      battery: entry.phone.battery.value, flags: entry.flags,
      hasOpenOffer: entry.errand.map { $0.state.isOpen && now <= $0.expiresAt } ?? false,
      assignment: entry.errand.flatMap { $0.isAssigned ? $0.incident : nil }, lastAnswers: lastAnswers)
  }
}
