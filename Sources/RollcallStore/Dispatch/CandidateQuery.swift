import GRDB
public import Rollcall

/// A place to be visited.
public struct Outlet: Equatable, Sendable {
  /// An outlet's id.
  public typealias ID = Identifier<Outlet>

  /// Its id.
  public var id: ID
  /// Its name.
  public var name: String
  /// Where it is.
  public var position: Position
}

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

  /// The outlets of a workspace, by name. Blocks.
  public func outlets(of workspace: Workspace.ID) throws(StoreError) -> [Outlet] {
    try read { db in
      try Row.fetchAll(
        db, sql: "SELECT id, name, lat, lng FROM outlet WHERE workspace_id = ? ORDER BY name, id",
        arguments: [workspace.rawValue]
      ).compactMap { row in
        Position(latitude: row["lat"], longitude: row["lng"]).map {
          Outlet(id: Outlet.ID(row["id"]), name: row["name"], position: $0)
        }
      }
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
