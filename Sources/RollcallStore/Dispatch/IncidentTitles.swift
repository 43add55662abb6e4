public import Rollcall
import SQL

/// What an incident is found by.
public struct IncidentTitle: Hashable, Sendable {
  /// Its number.
  public let id: Incident.ID
  /// Its title.
  public let title: String
  /// Its state.
  public let state: Incident.State
  /// Its place in words; empty when it has none.
  public let place: String
  /// Its position.
  public let position: Position
}

extension DispatchStore {
  /// The newest incidents of a workspace, without drills. Blocks.
  public func titles(of workspace: Workspace.ID, limit: Int) throws(StoreError) -> [IncidentTitle] {
    try read { db in
      try db.all(
        """
        SELECT id, title, state, place, lat, lng FROM incident INDEXED BY incident_workspace
        WHERE workspace_id = \(workspace) AND is_drill = 0 ORDER BY opened_at DESC, id DESC LIMIT \(limit)
        """
      ) { row in
        IncidentTitle(
          id: try row["id"], title: try row["title"], state: try row["state"],
          place: try row["place"] as String? ?? "", position: try Position(row: row))
      }
    }
  }
}
