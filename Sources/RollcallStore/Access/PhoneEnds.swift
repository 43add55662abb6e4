public import Rollcall
import SQL

extension PhoneStore {
  /// Ends an active session on a member's behalf: the phone must log in again. Does nothing when it has ended
  /// already, so that a page left open does not end a newer login. Blocks.
  ///
  /// - Throws: `notFound` when the workspace has no such responder.
  public func endSession(
    _ session: PhoneSession.ID, of id: Responder.ID, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      _ = try transaction.phones.person(id, in: workspace)
      let isInForce = try transaction.db.exists(
        """
        SELECT 1 FROM phone_session
        WHERE workspace_id = \(workspace) AND id = \(session) AND responder_id = \(id) AND revoked_at IS NULL
        """)
      guard isInForce else { return }
      try transaction.phones.revokeSessions(of: id, in: workspace, sessions: store.sessions)
      try transaction.audit(actor, "token.end", subject: "responder \(id.rawValue)", in: workspace)
    }
  }

  /// Changes a responder; `nil` leaves a value unchanged. Making one inactive ends their sessions. Blocks.
  ///
  /// - Throws: `notFound`, `invalid`, `conflict`.
  public func setResponder(
    _ id: Responder.ID, slug: String, name: String?, phone: String?, profile: String?, region: String?,
    isActive: Bool?, skills: String? = nil
  ) throws(StoreError) -> Responder {
    try write { transaction in
      let workspace = try Workspaces.require(slug: slug, transaction.db)
      _ = try transaction.fleet.change(id, in: workspace, by: .commandLine) { person in
        person.name = name ?? person.name
        person.phone = phone ?? person.phone
        person.profile = profile ?? person.profile
        person.region = region ?? person.region
        person.skills = skills ?? person.skills
      }
      if let isActive {
        try transaction.phones.setActive(
          isActive, id, in: workspace.id, by: .commandLine, sessions: store.sessions, adapters: store.adapters
        )
      }
      return try Responders.findUnerased(id, in: workspace.id, transaction.db)
    }
  }

  /// Activates or deactivates a responder. Deactivating ends their session and keeps their history. Does
  /// nothing without a change. Blocks.
  ///
  /// - Throws: `notFound` when the workspace has no such responder.
  public func setActive(
    _ isActive: Bool, _ id: Responder.ID, in scope: Scope
  ) throws(StoreError) {
    try write(scope) { transaction in
      try transaction.phones.setActive(
        isActive, id, in: scope.workspace, by: scope.actor, sessions: store.sessions, adapters: store.adapters
      )
    }
  }

  /// The same for many people, all or none. Blocks.
  ///
  /// - Throws: `notFound` when the workspace has no such responder.
  public func setActive(
    _ isActive: Bool, _ people: [Responder.ID], in scope: Scope
  ) throws(StoreError) {
    try write(scope) { transaction in
      for id in people {
        try transaction.phones.setActive(
          isActive, id, in: scope.workspace, by: scope.actor, sessions: store.sessions,
          adapters: store.adapters)
      }
    }
  }
}

extension PhoneWrites {
  func setActive(
    _ isActive: Bool, _ id: Responder.ID, in workspace: Workspace.ID, by actor: Actor,
    sessions: SessionDirectory,
    adapters: AdapterDirectory
  ) throws {
    // An erased responder cannot be activated.
    let old = try Responders.findUnerased(id, in: workspace, db)
    guard old.isActive != isActive else { return }
    var new = old
    new.isActive = isActive
    try db.run(
      """
      UPDATE responder SET active = \(isActive), merged_into = NULL
      WHERE workspace_id = \(workspace) AND id = \(id)
      """)
    transaction.fleet.reload(id, in: workspace)
    if !isActive { try endEveryAccess(of: id, in: workspace, sessions: sessions, adapters: adapters) }
    try transaction.audit(
      actor, "responder.set", subject: "responder \(id.rawValue)",
      change: AuditChange(try Responders.values(old, db), try Responders.values(new, db)), in: workspace)
  }

  fileprivate func person(_ id: Responder.ID, in workspace: Workspace.ID) throws -> Responder {
    guard let person = try Responders.find(id, in: workspace, db) else {
      throw StoreError.notFound("responder \(id.rawValue)")
    }
    return person
  }
}
