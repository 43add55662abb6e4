import GRDB
public import Rollcall

/// What a phone says to an offer.
public enum PhoneAnswer: Equatable, Sendable {
  case seen, accept
  /// With the responder's own words, when there are any.
  case decline(reason: String?)
}

/// What a phone is told about an offer or an assignment of which it spoke.
public enum PhoneVerdict<Value: Equatable & Sendable>: Equatable, Sendable {
  /// So it is now.
  case current(Value)
  /// It is no longer theirs to answer.
  case over
  /// It never was theirs.
  case unknown
}

extension Store {
  /// The open offers of a phone's responder, which count as delivered with this. A contact.
  public func offers(
    of session: PhoneSession, done: @escaping @Sendable (Result<[OfferedIncident], StoreError>) -> Void
  ) {
    write { transaction in
      try transaction.contact(session)
      return try transaction.deliverOffers(to: session)
    } done: {
      done($0)
    }
  }

  /// Takes what a phone says to an offer; the same again is the same. A contact, whatever becomes of it.
  ///
  /// - Parameter phoneAt: when it happened by the phone's clock; for the log.
  public func answer(
    _ id: Offer.ID, _ answer: PhoneAnswer, phoneAt: Timestamp?, from session: PhoneSession,
    done: @escaping @Sendable (Result<PhoneVerdict<OfferedIncident>, StoreError>) -> Void
  ) {
    write(rows: 6) { transaction in
      try transaction.contact(session)
      return try transaction.take(answer, to: id, phoneAt: phoneAt, from: session)
    } done: {
      done($0)
    }
  }
}

extension WriteTransaction {
  /// The open offers of a responder, which are told in the answer that is being made.
  func deliverOffers(to session: PhoneSession) throws -> [OfferedIncident] {
    guard let offer = try openOffer(of: session.responder),
      let incident = try Incidents.find(offer.incident, in: session.workspace, db)
    else { return [] }
    let told = try apply(.delivered, to: offer, by: Actor.rollcall).offer
    return told.state.isOpen ? [OfferedIncident(offer: told, incident: incident)] : []
  }

  fileprivate func take(
    _ answer: PhoneAnswer, to id: Offer.ID, phoneAt: Timestamp?, from session: PhoneSession
  ) throws -> PhoneVerdict<OfferedIncident> {
    guard let offer = try Offers.find(id, in: session.workspace, db), offer.responder == session.responder,
      let incident = try Incidents.find(offer.incident, in: session.workspace, db)
    else { return .unknown }
    let actor = Actor.phone(session.responder)
    let (event, reason): (OfferMachine.Event, String?) =
      switch answer {
      case .seen: (.seen, nil)
      case .accept: (.accepted, nil)
      case .decline(let reason): (.declined, reason)
      }
    let (told, verdict) = try apply(event, to: offer, by: actor, reason: reason, phoneAt: phoneAt)
    guard verdict != .conflict else { return .over }
    if verdict == .taken, event != .seen {
      try audit(
        actor, "offer.\(told.state.rawValue)", subject: Incidents.order(incident.id),
        in: session.workspace)
      if event == .accepted { try assign(told, incident) }
    }
    return .current(OfferedIncident(offer: told, incident: incident))
  }

  /// The accepted offer is in force: the others are taken back, the responder is on mission.
  private func assign(_ offer: Offer, _ incident: Incident) throws {
    // One assignee an incident, one incident an assignee: the table's unique indexes refuse anything else.
    try db.execute(
      sql: """
        INSERT INTO assignment (workspace_id, incident_id, responder_id, offer_id, since) VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        incident.workspace.rawValue, incident.id.rawValue, offer.responder.rawValue, offer.id.rawValue,
        now.milliseconds,
      ])
    try withdrawOffers(of: incident, by: Actor.rollcall, reason: "somebody else has accepted")
    var state = try state(of: offer.responder)
    try apply(duty: .onMission, order: Incidents.order(incident.id), to: &state)
    try save(state)
    try refreshErrand(of: offer.responder)
  }
}
