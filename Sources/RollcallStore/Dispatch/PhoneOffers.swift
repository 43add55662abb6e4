public import Rollcall
import SQL

/// A phone's report about an offer.
public enum PhoneAnswer: Equatable, Sendable {
  case seen, accept
  /// With the responder's own words, when there are any.
  case decline(reason: String?)
}

/// The answer to a phone that reported about an offer or an assignment.
public enum PhoneVerdict<Value: Equatable & Sendable>: Equatable, Sendable {
  /// So it is now.
  case current(Value)
  /// It is no longer theirs to answer.
  case over
  /// It never was theirs.
  case unknown
}

extension DispatchStore {
  /// The open offers of a phone's responder, which count as delivered with this. A contact.
  public func offers(
    of session: PhoneSession, done: @escaping @Sendable (Result<[OfferedIncident], StoreError>) -> Void
  ) {
    write(tellsChanges: true) { transaction in
      try transaction.liveness.contact(session)
      try transaction.push.noteRequest(from: session)
      return try transaction.dispatch.deliverOffers(to: session, byUpload: false)
    } done: {
      done($0)
    }
  }

  /// Applies a phone's report about an offer; repeating it changes nothing. It counts as a contact, whatever
  /// its result.
  ///
  /// - Parameter phoneAt: when it happened by the phone's clock; for the log.
  public func answer(
    _ id: Offer.ID, _ answer: PhoneAnswer, phoneAt: Timestamp?, from session: PhoneSession,
    done: @escaping @Sendable (Result<PhoneVerdict<OfferedIncident>, StoreError>) -> Void
  ) {
    write(rows: 6) { transaction in
      try transaction.liveness.contact(session)
      return try transaction.dispatch.take(answer, to: id, phoneAt: phoneAt, from: session)
    } done: {
      done($0)
    }
  }
}

extension DispatchWrites {
  /// The offers to put into the answer to this phone: the open one, and withdrawn ones that the phone may not
  /// know of.
  ///
  /// - Parameter byUpload: whether an upload tells of them, rather than a request for them.
  func deliverOffers(to session: PhoneSession, byUpload: Bool = true) throws -> [OfferedIncident] {
    try transaction.carryOutEffects()
    try beginMissionByVoice(of: session.responder, in: session.workspace)
    try offerMissed(to: session.responder, in: session.workspace)
    var told = try tellRecalled(to: session)
    guard let errand = try transaction.liveness.state(of: session.responder, in: session.workspace).errand,
      errand.state.isOpen, let id = errand.offer
    else { return told }
    if errand.endsAt < now || errand.state == .queued || errand.state == .sent {
      try advance(errand.incident, in: session.workspace, by: Actor.rollcall, touching: id) {
        _ = $0.apply(.delivered, to: id, at: now)
      }
    }
    if let offer = try Offers.find(id, in: session.workspace, db), offer.state.isOpen,
      let incident = try Incidents.find(offer.incident, in: session.workspace, db)
    {
      told.insert(OfferedIncident(offer: offer, incident: incident), at: 0)
      if offer.state == .delivered {
        try TextReceiptWrites(transaction: transaction).noteReached(offer.id, in: session.workspace)
      }
      if byUpload { try transaction.push.noteTold(offer.id, of: session.responder, in: session.workspace) }
    }
    return told
  }

  fileprivate func take(
    _ answer: PhoneAnswer, to id: Offer.ID, phoneAt: Timestamp?, from session: PhoneSession
  ) throws -> PhoneVerdict<OfferedIncident> {
    guard let offer = try Offers.find(id, in: session.workspace, db), offer.responder == session.responder
    else { return .unknown }
    let (event, reason): (OfferMachine.Event, String?) =
      switch answer {
      case .seen: (.seen, nil)
      case .accept: (.accepted, nil)
      case .decline(let reason): (.declined, reason)
      }
    try transaction.push.noteAnswer(to: id, of: session.responder, in: session.workspace)
    return try self.answer(offer, event, reason: reason, phoneAt: phoneAt, in: session.workspace)
  }

  /// Applies a responder's answer to their offer, from any source.
  func answer(
    _ offer: Offer, _ event: OfferMachine.Event, reason: String? = nil, phoneAt: Timestamp? = nil,
    in workspace: Workspace.ID
  ) throws -> PhoneVerdict<OfferedIncident> {
    let actor = Actor.phone(offer.responder)
    let verdict = try advance(offer.incident, in: workspace, by: actor, touching: offer.id) { machine in
      machine.apply(event, to: offer.id, at: now, reason: reason, phoneAt: phoneAt)
    }
    guard let verdict, verdict != .conflict else { return .over }
    let answered = try caseInHand(offer.incident, in: workspace, touching: offer.id)
    guard let told = answered.file.offers.first(where: { $0.id == offer.id }) else { return .unknown }
    if verdict == .taken, event == .accepted || event == .declined {
      try transaction.audit(
        actor, "offer.\(told.state.rawValue)", subject: Incidents.order(told.incident), in: workspace)
    }
    return .current(OfferedIncident(offer: told, incident: answered.incident))
  }

  /// Withdrawn offers are repeated in every answer for a minute, because an answer may be lost.
  private func tellRecalled(to session: PhoneSession) throws -> [OfferedIncident] {
    guard memory.recalled.contains(session.responder) else { return [] }
    let offers = try db.all(
      """
      SELECT * FROM offer WHERE workspace_id = \(session.workspace) AND responder_id = \(session.responder)
        AND \(Offers.recalled(at: now))
      ORDER BY id DESC LIMIT 10
      """, as: Offer.self)
    if offers.isEmpty { memory.recalled.remove(session.responder) }
    return try offers.compactMap { offer in
      try db.run(
        """
        UPDATE offer SET told_at = coalesce(told_at, \(now))
        WHERE workspace_id = \(session.workspace) AND id = \(offer.id)
        """)
      return try Incidents.find(offer.incident, in: session.workspace, db).map {
        OfferedIncident(offer: offer, incident: $0)
      }
    }
  }
}

extension Offers {
  /// The withdrawn offers that a phone must still be told of: for a day until it is heard, then for a minute.
  /// A phone does not know of an offer that was never sent and that it never reported on.
  fileprivate static func recalled(at now: Timestamp) -> Query {
    """
    state = 'withdrawn' AND coalesce(sent_at, seen_at, answered_at) IS NOT NULL AND ended_at > \(now) - 86400000
    AND (told_at IS NULL OR told_at > \(now) - 60000)
    """
  }

  /// The people whose phones must be told of a withdrawn offer.
  static func recalledPeople(at now: Timestamp, _ db: Database) throws -> Set<Responder.ID> {
    Set(try db.all("SELECT DISTINCT responder_id FROM offer WHERE \(recalled(at: now))"))
  }
}
