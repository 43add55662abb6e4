public import Rollcall
import SQL

extension LivenessStore {
  /// Whether a person's phone has a session of our own app, or of one made for Rollcall: then the app says
  /// when they come on duty. Blocks.
  public func hasPhoneSession(_ id: Responder.ID, in workspace: Workspace.ID) throws(StoreError) -> Bool {
    let now = clock()
    return try read { db in
      try db.exists(
        """
        SELECT 1 FROM phone_session
        WHERE workspace_id = \(workspace) AND responder_id = \(id) AND revoked_at IS NULL AND expires_at > \(now)
        """)
    }
  }

  /// Switches a person's duty by hand: the person on their own page, or a member. Not a contact: it says
  /// nothing about their phone. Blocks.
  ///
  /// - Parameter order: the order or mission it belongs to.
  /// - Throws: `notFound`; `conflict` while they have an incident.
  public func switchDuty(
    _ duty: DutyState, order: String? = nil, of id: Responder.ID, in scope: Scope
  ) throws(StoreError) {
    try write(scope) { transaction in
      guard try Responders.findUnerased(id, in: scope.workspace, transaction.db).isActive else {
        throw StoreError.notFound("responder \(id.rawValue)")
      }
      guard try transaction.liveness.switchDuty(duty, order: order, of: id, in: scope) else {
        throw StoreError.conflict("they have an incident")
      }
    }
  }

  /// The same for several people in one transaction, each once: after an error all stay as they were. Blocks.
  ///
  /// - Throws: `notFound` when the workspace does not have all of them.
  public func switchDuty(
    _ duty: DutyState, of people: [Responder.ID], in scope: Scope
  ) throws(StoreError) -> DutySwitched {
    try write(scope) { transaction in
      var done = DutySwitched()
      for id in people {
        guard let person = try Responders.find(id, in: scope.workspace, transaction.db) else {
          throw StoreError.notFound("responder \(id.rawValue)")
        }
        if try !person.isActive || Responders.isErased(id, in: scope.workspace, transaction.db) {
          done.inactive.append(id)
        } else if try transaction.liveness.switchDuty(duty, of: id, in: scope) {
          done.switched.append(id)
        } else {
          done.busy.append(id)
        }
      }
      return done
    }
  }
}

/// Who was put on or off duty, and who stays as they are.
public struct DutySwitched: Equatable, Sendable {
  /// Those of whom the new state holds.
  public fileprivate(set) var switched: [Responder.ID] = []
  /// Those who have an incident.
  public fileprivate(set) var busy: [Responder.ID] = []
  /// Those who may not report.
  public fileprivate(set) var inactive: [Responder.ID] = []
}

extension LivenessWrites {
  /// Switches the duty of an active person; `false` = they have an incident, and stay as they are.
  fileprivate func switchDuty(
    _ duty: DutyState, order: String? = nil, of id: Responder.ID, in scope: Scope
  ) throws -> Bool {
    let workspace = scope.workspace
    var state = try state(of: id, in: workspace)
    state.settle(until: now)
    let old = state.live.duty
    if old != duty || state.dutyOrder != order {
      guard state.errand?.isAssigned != true else { return false }
      try apply(duty: duty, order: order, to: &state)
      try transaction.audit(
        scope.actor, "duty.set", subject: "responder \(id.rawValue)",
        change: AuditChange(["duty": old.rawValue], ["duty": duty.rawValue]), in: workspace)
    }
    // Also where nothing changes: what was said last holds.
    state.switchedByHand(at: now)
    try save(state)
    if duty == .onDuty { transaction.emit(.becameAvailable(in: workspace)) }
    return true
  }
}
