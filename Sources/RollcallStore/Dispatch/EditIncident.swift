public import Rollcall
import SQL

extension DispatchStore {
  /// Changes what is known of an open incident. Those who have an offer of it, or the incident itself, are told.
  ///
  /// - Parameter edition: how often it was changed before, as its editor saw it: ``IncidentFile/edition``;
  ///   `nil` = it does not matter.
  /// - Throws: `notFound`; `invalid` for an unknown region; `conflict` when it is over, or another member has
  ///   changed it meanwhile.
  public func edit(
    _ incident: Incident.ID, _ edit: IncidentEdit, edition: Int? = nil, in scope: Scope
  ) throws(StoreError) {
    try write(scope) {
      try IncidentEditing(transaction: $0).edit(
        incident, edit, edition, by: scope.actor, in: scope.workspace)
    }
  }
}

extension IncidentFile {
  /// How often it was changed since it was opened.
  public var edition: Int { log.count { $0.kind == .edited } }
}

/// Changes of an open incident, as they are written.
struct IncidentEditing: TransactionPart {
  let transaction: WriteTransaction

  private var dispatch: DispatchWrites { transaction.dispatch }

  fileprivate func edit(
    _ id: Incident.ID, _ edit: IncidentEdit, _ edition: Int?, by actor: Actor, in workspace: Workspace.ID
  ) throws {
    try dispatch.advance(id, in: workspace, by: actor) { _ in }
    let before = try Incidents.require(id, in: workspace, db)
    guard !before.isDrill else { throw StoreError.notFound("incident \(id.rawValue)") }
    guard !before.state.isClosed else { throw StoreError.conflict("The incident is over") }
    if let edition, try edition != self.edition(of: id, in: workspace) {
      throw StoreError.conflict("Somebody else has changed the incident meanwhile")
    }
    let after = edit.applied(to: before.details)
    try dispatch.check(after.region, in: workspace)
    let renamed = try formerName(edit.place, of: id, in: workspace)
    guard after != before.details || renamed != nil else { return }
    try save(after, edit.place?.name, of: id, in: workspace)
    try dispatch.log(
      .edited, of: id, in: workspace, by: actor,
      detail: after.changesInWords(since: before.details, placeBefore: renamed))
    // Without what was written: an entry is never erased.
    try transaction.audit(
      actor, "incident.edit", subject: Incidents.order(id),
      detail: after.changedFields(since: before.details, isRenamed: renamed != nil).joined(separator: ", "),
      in: workspace)
    transaction.noteCommonChange()
    if after.severity != before.details.severity { try weigh(id, by: actor, in: workspace) }
    try tellHolders(of: id, at: after.position == before.details.position ? nil : after.position, workspace)
  }

  /// The place in words as it was, when the edit gives it another name; empty = it had none. Coordinates without a name take
  /// none away.
  private func formerName(
    _ place: IncidentEdit.NewPlace?, of id: Incident.ID, in workspace: Workspace.ID
  ) throws -> String? {
    guard let place, !place.name.utf8.isEmpty else { return nil }
    let name = try db.first(
      "SELECT coalesce(place, '') FROM incident WHERE workspace_id = \(workspace) AND id = \(id)",
      as: String.self)
    return name == place.name ? nil : name
  }

  private func edition(of id: Incident.ID, in workspace: Workspace.ID) throws -> Int {
    try db.first(
      """
      SELECT count(*) FROM incident_step WHERE workspace_id = \(workspace) AND incident_id = \(id)
        AND step = \(IncidentStep.Kind.edited)
      """, as: Int.self) ?? 0
  }

  private func save(
    _ details: NewIncident, _ place: String?, of id: Incident.ID, in workspace: Workspace.ID
  ) throws {
    try db.run(
      """
      UPDATE incident SET title = \(details.title), severity = \(details.severity),
        lat = \(details.position.latitude), lng = \(details.position.longitude),
        notes = \(details.notes ?? ""), region = \(details.region)
      WHERE workspace_id = \(workspace) AND id = \(id)
      """)
    if let place {
      try db.run(
        """
        UPDATE incident SET place = \(place.utf8.isEmpty ? nil : place)
        WHERE workspace_id = \(workspace) AND id = \(id)
        """)
    }
    // The job reads the incident again.
    memory.cases[id] = nil
  }

  /// Asks more people at once, or fewer, as the severity wants.
  private func weigh(_ id: Incident.ID, by actor: Actor, in workspace: Workspace.ID) throws {
    try dispatch.advance(id, in: workspace, by: actor) { $0.weigh(at: now) }
    let file = try dispatch.caseInHand(id, in: workspace).file
    try dispatch.update(file, from: file, in: workspace)
  }

  /// Tells those who are asked, and the assignees.
  ///
  /// - Parameter place: the new place; `nil` = it has not changed.
  func tellHolders(of id: Incident.ID, at place: Position? = nil, _ workspace: Workspace.ID) throws {
    let file = try dispatch.caseInHand(id, in: workspace).file
    // Who is asked by this very change knows nothing else.
    for offer in file.offers where offer.state.isOpen && offer.queuedAt < now {
      if let place { try measure(offer, to: place, in: workspace) }
      try transaction.push.announceChange(of: id, to: offer.responder, offer: offer.id, in: workspace)
    }
    for held in file.assignees {
      try transaction.push.announceChange(of: id, to: held.responder, offer: held.offer, in: workspace)
    }
    memory.cases[id] = nil
    for person in file.people { try dispatch.refreshErrand(of: person, in: workspace) }
  }

  /// From where the person is now to the new place.
  private func measure(_ offer: Offer, to place: Position, in workspace: Workspace.ID) throws {
    let state = try transaction.liveness.state(of: offer.responder, in: workspace)
    guard let distance = state.latest?.position.distance(to: place) else { return }
    try db.run(
      "UPDATE offer SET distance_m = \(distance) WHERE workspace_id = \(workspace) AND id = \(offer.id)")
  }
}
