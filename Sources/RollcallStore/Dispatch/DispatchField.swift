import GRDB
import Rollcall

extension WriteTransaction {
  /// What dispatch sees of the people in the field: the board proposes, the writer's own rows decide.
  func field(for incident: Incident.ID, in workspace: Workspace.ID) throws -> DispatchField {
    let found = try Incidents.require(incident, in: workspace, db)
    var last = try Offers.lastID(db)
    return DispatchField(
      check: { try finding($0, for: found) }, nearest: { try nearest(to: found, but: $0) },
      nextOffer: {
        last += 1
        return Offer.ID(last)
      })
  }

  /// The responder as a candidate of this very instant: what came due of theirs is settled first.
  private func finding(_ id: Responder.ID, for incident: Incident) throws -> DispatchField.Finding {
    guard let person = try Responders.find(id, in: incident.workspace, db) else {
      throw StoreError.notFound("responder \(id.rawValue)")
    }
    guard person.isActive else { return .cannot("inactive") }
    let state = try settledState(of: id, in: incident.workspace)
    let ranking = Candidates.rank([Availability(state)], for: incident.details.position)
    guard let candidate = ranking.ranked.first else {
      return .cannot(ranking.leftOut.first?.reasons(at: now).joined(separator: ", ") ?? "not known")
    }
    return try heldUntil(state.live).map { .held(until: $0) } ?? .candidate(candidate)
  }

  /// The responder with everything that came due of theirs settled, their open offer too.
  func settledState(of id: Responder.ID, in workspace: Workspace.ID) throws -> ResponderState {
    var settled = try state(of: id)
    settled.settle(until: now)
    try save(settled)
    if let errand = try state(of: id).errand, errand.state.isOpen, errand.expiresAt < now {
      try dispatch(errand.incident, in: workspace, by: Actor.rollcall, touching: errand.offer) { _ in }
    }
    return try state(of: id)
  }

  private func nearest(
    to incident: Incident, but excluded: Set<Responder.ID>
  ) throws -> (best: Candidates.Candidate?, heldUntil: Timestamp?) {
    var passed = excluded
    var heldUntil: Timestamp?
    while true {
      // More than one, since the board is a commit behind the writer.
      let proposed = try nearestCandidates(
        for: incident.details.position, in: incident.workspace, excluding: passed, limit: 8)
      guard !proposed.isEmpty else { return (nil, heldUntil) }
      for candidate in proposed {
        switch try finding(candidate.person.id, for: incident) {
        case .candidate(let verified): return (verified, heldUntil)
        case .held(let until): heldUntil = min(heldUntil ?? until, until)
        case .cannot: break
        }
        passed.insert(candidate.person.id)
      }
    }
  }

  /// When to look again whether somebody may be asked; `nil` = now. After an absence of ours a status is believed again once the
  /// offline threshold has passed, or as soon as a fix was taken afterwards. A fix taken before proves nothing.
  func heldUntil(_ live: Liveness) throws -> Timestamp? {
    let last = try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(to_at) FROM absence"))
    guard let last = last.map(Timestamp.init(milliseconds:)), let offline = live.force.thresholds?.offline,
      live.newestFix.map({ $0 < last }) ?? true
    else { return nil }
    let end = last.advanced(by: offline)
    // Soon, because their next fix says so and nothing else does.
    return now < end ? min(end, now.advanced(by: 5_000)) : nil
  }
}

extension Availability {
  /// What dispatch must know of a responder, as the writer knows them: settled.
  init(_ state: ResponderState) {
    self.init(
      id: state.id, name: state.person.name, status: state.live.status, statusSince: state.live.since,
      duty: state.live.duty, position: state.latest?.position, fixAt: state.latest?.effective,
      accuracy: state.latest?.accuracy, battery: state.phone.battery.value, flags: state.latest?.flags ?? [],
      hasOpenOffer: state.errand.map { $0.state.isOpen && !$0.isDrill } ?? false,
      isInDrill: state.errand?.isOpenDrill ?? false,
      assignment: state.errand.flatMap { $0.isAssigned ? $0.incident : nil })
  }

  /// What dispatch must know of a responder, as the board has them at `now`.
  init(_ entry: BoardEntry, at now: Timestamp, lastAnswers: [Offer.State]) {
    let live = entry.live.settled(at: now)
    self.init(
      id: entry.id, name: entry.person.name, status: live.status, statusSince: live.since, duty: live.duty,
      position: entry.position, fixAt: entry.fixAt, accuracy: entry.accuracy,
      battery: entry.phone.battery.value, flags: entry.flags,
      hasOpenOffer: entry.errand.map { $0.state.isOpen && !$0.isDrill && now <= $0.expiresAt } ?? false,
      isInDrill: entry.errand.map { $0.isOpenDrill && now <= $0.expiresAt } ?? false,
      assignment: entry.errand.flatMap { $0.isAssigned ? $0.incident : nil }, lastAnswers: lastAnswers)
  }
}
