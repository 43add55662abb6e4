public import Rollcall
import SQL

extension EventStore {
  /// Adds people to an event; existing participants stay. Returns how many are new.
  ///
  /// - Throws: `notFound` for the event, a person or a profile.
  @discardableResult
  public func addParticipants(
    _ new: NewParticipants, to slug: String, in scope: Scope
  ) throws(StoreError) -> Int {
    let (actor, workspace) = (scope.actor, scope.workspace)
    return try write(scope) { transaction in
      let event = try Events.require(slug, in: workspace, transaction.db)
      var added = 0
      for id in try transaction.events.people(new, in: workspace) {
        added += try transaction.db.run(
          """
          INSERT INTO event_participant (workspace_id, event_id, responder_id, added_at)
          VALUES (\(workspace), \(event.id), \(id), \(transaction.now)) ON CONFLICT DO NOTHING
          """)
      }
      guard added > 0 else { return 0 }
      try transaction.audit(
        actor, "event.join", subject: "event \(event.id.rawValue)", detail: "\(added) people", in: workspace)
      return added
    }
  }

  /// Removes a participant from an event. Their data stays, and is visible again when they take part again.
  ///
  /// - Throws: `notFound`, also for a person who does not take part.
  public func removeParticipant(
    _ id: Responder.ID, from slug: String, in scope: Scope
  ) throws(StoreError) {
    let (actor, workspace) = (scope.actor, scope.workspace)
    try write(scope) { transaction in
      let event = try Events.require(slug, in: workspace, transaction.db)
      let removed = try transaction.db.run(
        """
        DELETE FROM event_participant
        WHERE workspace_id = \(workspace) AND event_id = \(event.id) AND responder_id = \(id)
        """)
      guard removed > 0 else { throw StoreError.notFound("participant \(id.rawValue)") }
      try transaction.audit(
        actor, "event.leave", subject: "event \(event.id.rawValue)", detail: "responder \(id.rawValue)",
        in: workspace)
    }
  }
}

extension EventWrites {
  fileprivate func people(_ new: NewParticipants, in workspace: Workspace.ID) throws -> [Responder.ID] {
    switch new {
    case .people(let ids):
      for id in ids { _ = try Responders.findUnerased(id, in: workspace, db) }
      return ids
    case .profile(let name):
      _ = try transaction.fleet.profile(named: name, in: workspace)
      return try db.all(
        "SELECT id FROM responder WHERE workspace_id = \(workspace) AND profile = \(name) AND active = 1 ORDER BY id"
      )
    }
  }
}
