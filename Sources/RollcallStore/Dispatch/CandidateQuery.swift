import GRDB
public import Rollcall

extension Store {
  /// Who can be asked to go to a place, and who not, by the board of `now`, of which the server must be able to vouch.
  /// Blocks.
  public func candidates(
    for place: Position, in workspace: Workspace.ID, at now: Timestamp
  ) throws(StoreError) -> Candidates {
    let answers = try lastAnswers(in: workspace, since: now.advanced(by: -86_400_000))
    return Candidates.rank(
      board(of: workspace).map { Availability($0, at: now, lastAnswers: answers[$0.id] ?? []) }, for: place)
  }

  /// How the offers made since an instant ended, by responder, the newest first.
  private func lastAnswers(
    in workspace: Workspace.ID, since instant: Timestamp
  ) throws(StoreError) -> [Responder.ID: [Offer.State]] {
    try read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT responder_id, state FROM offer
            WHERE workspace_id = ? AND queued_at > ? AND ended_at IS NOT NULL ORDER BY queued_at DESC, id DESC
            """), arguments: [workspace.rawValue, instant.milliseconds])
      var found: [Responder.ID: [Offer.State]] = [:]
      for row in rows {
        guard let state = Offer.State(rawValue: row["state"]) else { continue }
        found[Responder.ID(row["responder_id"]), default: []].append(state)
      }
      return found
    }
  }

  /// The names of a workspace's regions, sorted. Blocks.
  public func regions(of workspace: Workspace.ID) throws(StoreError) -> [String] {
    try read { db in
      try String.fetchAll(
        db, sql: "SELECT name FROM region WHERE workspace_id = ? ORDER BY name",
        arguments: [workspace.rawValue])
    }
  }
}
