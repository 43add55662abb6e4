import GRDB
public import Rollcall

extension Store {
  /// Takes back an offer that is not answered.
  ///
  /// - Throws: `notFound` when the incident has no such offer; `conflict` with what became of it, in words, when it
  ///   has ended otherwise.
  public func withdraw(
    _ offer: Offer.ID, of incident: Incident.ID, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) {
    try write { transaction in
      guard let found = try Offers.find(offer, in: workspace, transaction.db), found.incident == incident
      else { throw StoreError.notFound("offer \(offer.rawValue)") }
      try transaction.withdraw(found, by: actor, in: workspace)
    }
  }

  /// Ends an incident: open offers are taken back, whoever has it is free again. A second time changes nothing.
  ///
  /// - Parameter state: `resolved` or `cancelled`.
  /// - Throws: `notFound`; `invalid` for a state that is no end; `conflict` when it has ended otherwise.
  public func close(
    _ incident: Incident.ID, as state: Incident.State, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) {
    guard state.isClosed else { throw .invalid("An incident ends resolved or cancelled") }
    try write { transaction in
      let found = try Incidents.require(incident, in: workspace, transaction.db)
      guard found.state != state else { return }
      guard !found.state.isClosed else {
        throw StoreError.conflict("The incident is \(found.state.rawValue) already")
      }
      try transaction.close(found, as: state, by: actor, reason: "the incident was \(state.rawValue)")
      try transaction.audit(
        actor, "incident.\(state == .resolved ? "resolve" : "cancel")", subject: Incidents.order(incident),
        in: workspace)
    }
  }

  /// Adds a note to the log of an incident, also of one that is over.
  ///
  /// - Parameter text: 1 to 2,000 bytes.
  /// - Throws: `notFound`, `invalid`.
  public func note(
    _ text: String, on incident: Incident.ID, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) {
    guard (1...2_000).contains(text.utf8.count) else { throw .invalid("A note is 1 to 2,000 bytes") }
    try write { transaction in
      _ = try Incidents.require(incident, in: workspace, transaction.db)
      try transaction.log(.note, of: incident, in: workspace, by: actor, detail: text)
      try transaction.audit(actor, "incident.note", subject: Incidents.order(incident), in: workspace)
    }
  }
}

extension WriteTransaction {
  fileprivate func withdraw(_ offer: Offer, by actor: String, in workspace: Workspace.ID) throws {
    try settleOffer(of: offer.responder)
    guard let present = try Offers.find(offer.id, in: workspace, db) else { return }
    let (told, verdict) = try apply(.withdrawn, to: present, by: actor, reason: "by the dispatcher")
    switch verdict {
    case .again: return
    case .conflict: throw StoreError.conflict("The offer has ended already: \(told.state.rawValue)")
    case .taken:
      try audit(
        actor, "incident.withdraw", subject: Incidents.order(offer.incident),
        detail: "responder \(offer.responder.rawValue)", in: workspace)
    }
  }

  /// Takes back whatever is still open of an incident.
  func withdrawOffers(of incident: Incident, by actor: String, reason: String) throws {
    for offer in try Offers.all(of: incident.id, db) where offer.state.isOpen {
      try settleOffer(of: offer.responder)
      guard let present = try Offers.find(offer.id, in: incident.workspace, db) else { continue }
      try apply(.withdrawn, to: present, by: actor, reason: reason)
    }
  }

  /// Ends an incident and everything that hangs on it.
  func close(_ incident: Incident, as state: Incident.State, by actor: String, reason: String) throws {
    try withdrawOffers(of: incident, by: actor, reason: reason)
    try release(incident, by: actor, reason: reason)
    try db.execute(
      sql: "UPDATE incident SET state = ?, closed_at = ? WHERE id = ?",
      arguments: [state.rawValue, now.milliseconds, incident.id.rawValue])
    let kind: IncidentStep.Kind = state == .resolved ? .resolved : .cancelled
    try log(kind, of: incident.id, in: incident.workspace, by: actor)
  }

  /// Frees whoever has an incident: back on duty, if they are still on this mission.
  private func release(_ incident: Incident, by actor: String, reason: String) throws {
    guard let assignment = try Assignments.find(of: incident.id, in: incident.workspace, db) else { return }
    try db.execute(
      sql: "UPDATE assignment SET ended_at = ?, reason = ? WHERE id = ?",
      arguments: [now.milliseconds, reason, assignment.id.rawValue])
    try log(
      .released, of: incident.id, in: incident.workspace, by: actor, responder: assignment.responder,
      detail: reason)
    var state = try state(of: assignment.responder)
    state.settle(until: now)
    if state.live.duty == .onMission, state.dutyOrder == Incidents.order(incident.id) {
      try apply(duty: .onDuty, to: &state)
    }
    try save(state)
    try refreshErrand(of: assignment.responder)
  }
}
