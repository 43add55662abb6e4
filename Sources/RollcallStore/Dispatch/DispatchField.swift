import Rollcall
import SQL

extension DispatchWrites {
  /// Dispatch's view of the people in the field: the board proposes, the writer's own rows decide.
  func field(for incident: Incident.ID, in workspace: Workspace.ID) throws -> DispatchField {
    let found = try Incidents.require(incident, in: workspace, db)
    return DispatchField(
      isReserved: try isSomebodyServed(before: found, as: found.details.severity),
      areExtrasReserved: try isSomebodyServed(before: found, as: min(found.details.severity, .high)),
      check: { try finding($0, for: found, isByHand: $1) }, nearest: { try nearest(to: found, but: $0, $1) },
      take: { try ScarcityWrites(transaction: transaction).take(for: found, but: $0, $1) },
      nextOffer: { try transaction.next(.offer) })
  }

  /// The responder as a candidate at this very instant: their passed deadlines are settled first.
  ///
  /// - Parameter isTaken: whether their open offer does not matter, since it is withdrawn for this incident.
  func finding(
    _ id: Responder.ID, for incident: Incident, isByHand: Bool, isTaken: Bool = false
  ) throws -> DispatchField.Finding {
    guard let person = try Responders.find(id, in: incident.workspace, db) else {
      throw StoreError.notFound("responder \(id.rawValue)")
    }
    guard person.isActive else { return .cannot("inactive") }
    let state = try settledState(of: id, in: incident.workspace)
    let hearingLimit = try DispatchCases.settings(of: incident.workspace, db).hearingLimit
    var found = Availability(
      state, at: now, skillsAt: transaction.lapsingTime, hearingLimit: hearingLimit)
    let kind = incident.details.kind
    if isTaken { found.hasOpenOffer = false }
    if isByHand {
      found.offers.formUnion(IncidentKinds(kind))
      found.hearingLimit = nil
    }
    let ranking = Candidates.rank([found], for: incident.details.position, kind: kind)
    guard let candidate = ranking.ranked.first else {
      return .cannot(ranking.leftOut.first?.reason(at: now) ?? "not known")
    }
    return heldUntil(state.live).map { .held(until: nextLook($0)) } ?? .candidate(candidate)
  }

  /// The responder with all passed deadlines settled, also that of their open offer.
  func settledState(of id: Responder.ID, in workspace: Workspace.ID) throws -> ResponderState {
    var settled = try transaction.liveness.state(of: id, in: workspace)
    settled.settle(until: now)
    if !settled.unwritten.isEmpty {
      try transaction.liveness.save(settled)
      try transaction.carryOutEffects()
    }
    if let errand = try transaction.liveness.state(of: id, in: workspace).errand, errand.state.isOpen,
      errand.endsAt < now
    {
      try advance(errand.incident, in: workspace, by: Actor.rollcall, touching: errand.offer) { _ in }
    }
    return try transaction.liveness.state(of: id, in: workspace)
  }

  private func nearest(
    to incident: Incident, but excluded: Set<Responder.ID>, _ openings: Openings
  ) throws -> (best: Candidates.Candidate?, heldUntil: Timestamp?) {
    var passed = excluded
    while true {
      // More than one, since the board is a commit behind the writer.
      let proposed = try nearestCandidates(
        for: incident.details.position, kind: incident.details.kind, in: incident.workspace,
        excluding: passed, openings, limit: 8)
      guard !proposed.isEmpty else {
        return (nil, try somebodyHeldUntil(in: incident.workspace).map(nextLook))
      }
      for candidate in proposed {
        if case .candidate(let verified) = try finding(
          candidate.person.id, for: incident, isByHand: false), openings.admit(verified.person.keys)
        {
          return (verified, nil)
        }
        passed.insert(candidate.person.id)
      }
    }
  }

  /// From when on the status is trusted again after our last absence; `nil` = it is trusted now.
  func heldUntil(_ live: Liveness) -> Timestamp? {
    memory.boards.absenceEnd.flatMap { live.held(after: $0) }.flatMap { now < $0 ? $0 : nil }
  }

  /// Looks again soon at people held back by our absence: only their next fix can tell more before the span
  /// ends.
  private func nextLook(_ heldUntil: Timestamp) -> Timestamp { min(heldUntil, now.advanced(by: 5_000)) }
}

extension Availability {
  /// The responder's facts for dispatch, from the writer's settled state.
  ///
  /// - Parameter skillsAt: the instant at which skills must count; `nil` = `now`.
  init(
    _ state: ResponderState, at now: Timestamp, skillsAt: Timestamp? = nil, hearingLimit: Milliseconds?
  ) {
    self.init(
      id: state.id, name: state.person.name, profile: state.person.profile, region: state.person.region,
      skills: state.person.skills, keys: state.abilities.keys(at: skillsAt ?? now),
      offers: state.profile.offeredKinds, status: state.live.status,
      statusSince: state.live.since,
      duty: state.live.duty, position: state.latest?.position, fixAt: state.latest?.effective,
      accuracy: state.latest?.accuracy, battery: state.phone.battery.value, flags: state.latest?.flags ?? [],
      doubts: state.doubts.flags(at: now),
      hasOpenOffer: state.errand.map { $0.state.isOpen && !$0.isDrill } ?? false,
      isInDrill: state.errand?.isOpenDrill ?? false,
      assignment: state.errand.flatMap { $0.isAssigned ? $0.incident : nil }, heardAt: state.live.lastContact,
      hearsWithin: state.hearing.within(at: now), hearingLimit: hearingLimit, speed: state.profile.speed,
      setbacks: state.record.setbacks(at: now), lastOfferAt: state.record.lastOfferAt)
  }

  /// The responder's facts for dispatch, from the board at `now`.
  init(
    _ entry: BoardEntry, at now: Timestamp, skillsAt: Timestamp? = nil, hearingLimit: Milliseconds?,
    lastAnswers: [Offer.State]
  ) {
    let live = entry.live.settled(at: now)
    self.init(
      id: entry.id, name: entry.person.name, profile: entry.person.profile, region: entry.person.region,
      skills: entry.person.skills, keys: entry.abilities.keys(at: skillsAt ?? now), offers: entry.offers,
      status: live.status, statusSince: live.since, duty: live.duty,
      position: entry.position, fixAt: entry.fixAt, accuracy: entry.accuracy,
      battery: entry.phone.battery.value, flags: entry.flags, doubts: entry.doubts.flags(at: now),
      hasOpenOffer: entry.errand.map { $0.state.isOpen && !$0.isDrill && now <= $0.endsAt } ?? false,
      isInDrill: entry.errand.map { $0.isOpenDrill && now <= $0.endsAt } ?? false,
      assignment: entry.errand.flatMap { $0.isAssigned ? $0.incident : nil }, lastAnswers: lastAnswers,
      heardAt: live.lastContact, hearsWithin: entry.hearing?.within(at: now), hearingLimit: hearingLimit,
      speed: entry.speed, setbacks: entry.record.setbacks(at: now), lastOfferAt: entry.record.lastOfferAt)
  }
}
