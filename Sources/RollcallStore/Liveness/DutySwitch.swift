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

  /// Puts a person on or off duty by hand: see ``switchDuty(_:order:of:in:)``. Blocks.
  ///
  /// - Parameter isOn: on duty, else off.
  public func switchDuty(_ isOn: Bool, of id: Responder.ID, in scope: Scope) throws(StoreError) {
    try switchDuty(isOn ? .onDuty : .offDuty, of: id, in: scope)
  }

  /// Switches a person's duty by hand: the person on their own page, or a member. Not a contact: it says
  /// nothing about their phone. Blocks.
  ///
  /// - Parameter order: the order or mission it belongs to.
  /// - Throws: `notFound`; `conflict` while they have an incident.
  public func switchDuty(
    _ duty: DutyState, order: String? = nil, of id: Responder.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      guard try Responders.findUnerased(id, in: workspace, transaction.db).isActive else {
        throw StoreError.notFound("responder \(id.rawValue)")
      }
      var state = try transaction.liveness.state(of: id, in: workspace)
      state.settle(until: transaction.now)
      let old = state.live.duty
      if old != duty || state.dutyOrder != order {
        guard state.errand?.isAssigned != true else { throw StoreError.conflict("they have an incident") }
        try transaction.liveness.apply(duty: duty, order: order, to: &state)
        try transaction.audit(
          actor, "duty.set", subject: "responder \(id.rawValue)",
          change: AuditChange(["duty": old.rawValue], ["duty": duty.rawValue]), in: workspace)
      }
      // Also where nothing changes: what was said last holds.
      state.switchedByHand(at: transaction.now)
      try transaction.liveness.save(state)
      if duty == .onDuty { transaction.emit(.becameAvailable(in: workspace)) }
    }
  }
}
