public import Rollcall
import SQL

extension VisitStore {
  /// Removes a planned visit.
  ///
  /// - Throws: `notFound`; `conflict` when there is a check-in or check-out, when its time has begun, or when
  ///   that time of the person is on hold.
  public func removeVisit(_ id: Visit.ID, in scope: Scope) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { try $0.visits.remove(id, by: actor, in: workspace) }
  }
}

extension VisitWrites {
  fileprivate func remove(_ id: Visit.ID, by actor: Actor, in workspace: Workspace.ID) throws {
    guard let visit = try Visits.find(id, in: workspace, db) else {
      throw StoreError.notFound("visit \(id.rawValue)")
    }
    if let obstacle = try obstacle(to: visit, in: workspace) { throw StoreError.conflict(obstacle) }
    try db.run("DELETE FROM visit WHERE workspace_id = \(workspace) AND id = \(id)")
    // The row is gone, so the entry holds its content, without a name.
    let (person, outlet, span) = (visit.responder.rawValue, visit.outlet.id.rawValue, visit.planned)
    try transaction.audit(
      actor, "visit.remove", subject: "visit \(id.rawValue)",
      detail: "responder \(person), outlet \(outlet), from \(span.from.rfc3339) to \(span.to.rfc3339)",
      in: workspace)
  }

  /// Why a visit must stay, as a message; `nil` = it can be removed.
  private func obstacle(to visit: Visit, in workspace: Workspace.ID) throws -> String? {
    if visit.checkIn != nil || visit.checkOut != nil { return "Somebody has checked in: the visit stays." }
    if !visit.isRemovable(at: now) { return "Its time has begun: the visit stays, also when nobody comes." }
    let held = try HeldRows(of: workspace, responder: visit.responder, at: now, db)
    guard held.time(of: visit.responder.rawValue).held(in: visit.planned).isEmpty else {
      return "That time of theirs is on hold: the visit stays."
    }
    return nil
  }
}
