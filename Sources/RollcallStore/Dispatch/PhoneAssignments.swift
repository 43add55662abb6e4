public import Rollcall
import SQL

/// A phone's report about an assignment.
public enum AssignmentReport: String, CaseIterable, Sendable {
  /// At the place.
  case arrived
  /// Their part is done: the incident is resolved when it was the last one and no place is open.
  case complete
}

extension DispatchStore {
  /// The assignment of a phone's responder; `nil` = none. A contact.
  public func assignment(
    of session: PhoneSession, done: @escaping @Sendable (Result<AssignedIncident?, StoreError>) -> Void
  ) {
    write(tellsChanges: true) { transaction in
      try transaction.liveness.contact(session)
      try transaction.carryOutEffects()
      return try Assignments.find(of: session.responder, in: session.workspace, transaction.db)
    } done: {
      done($0)
    }
  }

  /// Applies a phone's report about an assignment; repeating it changes nothing. It counts as a contact,
  /// whatever its result.
  ///
  /// - Parameter phoneAt: when it happened by the phone's clock; for the log.
  public func report(
    _ report: AssignmentReport, of id: AssignedIncident.ID, phoneAt: Timestamp?, from session: PhoneSession,
    done: @escaping @Sendable (Result<PhoneVerdict<AssignedIncident>, StoreError>) -> Void
  ) {
    write(rows: 6) { transaction in
      try transaction.liveness.contact(session)
      try transaction.carryOutEffects()
      return try transaction.dispatch.take(
        report, of: id, phoneAt: phoneAt, from: session.responder, in: session.workspace)
    } done: {
      done($0)
    }
  }
}

extension DispatchWrites {
  /// Applies a responder's report about their assignment, from any source.
  func take(
    _ report: AssignmentReport, of id: AssignedIncident.ID, phoneAt: Timestamp?,
    from responder: Responder.ID, in workspace: Workspace.ID
  ) throws -> PhoneVerdict<AssignedIncident> {
    let found = try db.first(
      "SELECT * FROM assignment WHERE workspace_id = \(workspace) AND responder_id = \(responder) AND id = \(id)"
    ) { row in
      (
        assignment: try Assignments.assignment(row, db), endedAt: try row["ended_at"] as Timestamp?,
        reason: try row["reason"] as String?
      )
    }
    guard let (assignment, endedAt, reason) = found else { return .unknown }
    if endedAt != nil {
      let isDone = reason == Assignment.End.completed.rawValue && report == .complete
      return isDone ? .current(assignment) : .over
    }
    switch report {
    case .arrived: return .current(try arrived(assignment, phoneAt, responder, workspace))
    case .complete: return .current(try complete(assignment, phoneAt, responder, workspace))
    }
  }

  private func arrived(
    _ assignment: AssignedIncident, _ phoneAt: Timestamp?, _ responder: Responder.ID,
    _ workspace: Workspace.ID
  ) throws -> AssignedIncident {
    guard assignment.arrivedAt == nil else { return assignment }
    try db.run(
      "UPDATE assignment SET arrived_at = \(now) WHERE workspace_id = \(workspace) AND id = \(assignment.id)")
    try log(
      .arrived, of: assignment.incident.id, in: workspace, by: Actor.phone(responder),
      responder: responder, phoneAt: phoneAt)
    try refreshErrand(of: responder, in: workspace)
    var told = assignment
    told.arrivedAt = now
    return told
  }

  /// Ends an assignment that is done.
  func complete(
    _ assignment: AssignedIncident, _ phoneAt: Timestamp?, _ responder: Responder.ID,
    _ workspace: Workspace.ID, by actor: Actor? = nil, detail: String = ""
  ) throws -> AssignedIncident {
    let actor = actor ?? Actor.phone(responder)
    let incident = assignment.incident
    try log(
      .completed, of: incident.id, in: workspace, by: actor, responder: responder, detail: detail,
      phoneAt: phoneAt)
    try advance(incident.id, in: workspace, by: actor) { _ = $0.complete(responder, at: now) }
    let isOver = try Incidents.require(incident.id, in: workspace, db).state == .resolved
    try transaction.audit(
      actor, isOver ? "incident.resolve" : "incident.done", subject: Incidents.order(incident.id),
      detail: isOver ? "" : "responder \(responder.rawValue)", in: workspace)
    var told = assignment
    told.incident = try Incidents.require(incident.id, in: workspace, db)
    return told
  }
}
