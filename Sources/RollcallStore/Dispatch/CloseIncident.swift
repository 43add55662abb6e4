public import Rollcall
import SQL

extension DispatchStore {
  /// Withdraws an offer without an answer.
  ///
  /// - Throws: `notFound` when the incident has no such offer; `conflict` with its result, in words, when it
  ///   has ended otherwise.
  public func withdraw(
    _ offer: Offer.ID, of incident: Incident.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      guard let found = try Offers.find(offer, in: workspace, transaction.db), found.incident == incident
      else { throw StoreError.notFound("offer \(offer.rawValue)") }
      let verdict = try transaction.dispatch.advance(incident, in: workspace, by: actor) { machine in
        machine.apply(
          .withdrawn, to: offer, at: transaction.now, reason: Offer.Withdrawal.byDispatcher.rawValue)
      }
      switch verdict {
      case .again: return
      case .conflict, nil:
        let state = try Offers.find(offer, in: workspace, transaction.db)?.state ?? found.state
        throw StoreError.conflict("The offer has ended already: \(state.rawValue)")
      case .taken:
        try transaction.audit(
          actor, "incident.withdraw", subject: Incidents.order(incident),
          detail: "responder \(found.responder.rawValue)", in: workspace)
      }
    }
  }

  /// Closes an incident: open offers are withdrawn, and the assignee is free again. Closing it again changes
  /// nothing.
  ///
  /// - Parameter state: `resolved` or `cancelled`.
  /// - Throws: `notFound`; `invalid` for a state that does not close; `conflict` when it was closed with the
  ///   other state.
  public func close(
    _ incident: Incident.ID, as state: Incident.State, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    guard state.isClosed else { throw .invalid("An incident ends resolved or cancelled") }
    let end: Assignment.End = state == .resolved ? .resolved : .cancelled
    try write(scope) { try $0.dispatch.close(incident, as: state, end, by: actor, in: workspace) }
  }

  /// Reopens a closed incident. No one is asked until the dispatcher chooses.
  ///
  /// - Throws: `notFound`; `conflict` when it is open, or was an exercise.
  public func reopen(
    _ incident: Incident.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      let isReopened = try transaction.dispatch.advance(incident, in: workspace, by: actor) {
        $0.reopen(at: transaction.now)
      }
      guard isReopened else { throw StoreError.conflict("The incident is not closed") }
      try transaction.audit(actor, "incident.reopen", subject: Incidents.order(incident), in: workspace)
    }
  }

  /// Changes which people an incident needs: more are asked at once, or offers are withdrawn. Nobody loses their place.
  ///
  /// - Throws: `notFound`; `conflict` when it is over.
  public func change(
    _ needs: Needs, of incident: Incident.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      let isChanged = try transaction.dispatch.advance(incident, in: workspace, by: actor) {
        $0.change(needs, at: transaction.now)
      }
      guard let isChanged else { throw StoreError.conflict("The incident is over") }
      guard isChanged else { return }
      try transaction.audit(
        actor, "incident.needs", subject: Incidents.order(incident), detail: needs.words, in: workspace)
      try IncidentEditing(transaction: transaction).tellHolders(of: incident, workspace)
    }
  }

  /// Adds a note to the log of an incident, even a closed one.
  ///
  /// - Parameter text: 1 to 2,000 bytes.
  /// - Throws: `notFound`, `invalid`.
  public func note(
    _ text: String, on incident: Incident.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    guard (1...2_000).contains(text.utf8.count) else {
      throw .invalid("A note is \(NameLimits.words(1...2_000))")
    }
    try write(scope) { transaction in
      _ = try Incidents.require(incident, in: workspace, transaction.db)
      try transaction.dispatch.log(.note, of: incident, in: workspace, by: actor, detail: text)
      try transaction.audit(actor, "incident.note", subject: Incidents.order(incident), in: workspace)
    }
  }
}

extension DispatchWrites {
  /// Ends an incident, its offers and its assignment.
  func close(
    _ id: Incident.ID, as state: Incident.State, _ end: Assignment.End, by actor: Actor,
    in workspace: Workspace.ID
  ) throws {
    let before = try Incidents.require(id, in: workspace, db).state
    let isClosed = try advance(id, in: workspace, by: actor) { $0.close(as: state, end, at: now) }
    guard isClosed else { throw StoreError.conflict("The incident is \(before.rawValue) already") }
    guard before != state else { return }
    try transaction.audit(
      actor, "incident.\(state == .resolved ? "resolve" : "cancel")", subject: Incidents.order(id),
      in: workspace)
  }
}
