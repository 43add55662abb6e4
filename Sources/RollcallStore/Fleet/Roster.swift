public import Rollcall
import SQL

/// One person in the list of a workspace's people, reporting or not.
public struct RosterEntry: Sendable {
  /// The person.
  public var responder: Responder
  /// The device that is logged in, if any.
  public var deviceID: String?
  /// When the phone was last heard.
  public var lastContact: Timestamp?
}

extension FleetStore {
  /// The names of a workspace's people, by id. Blocks.
  public func names(of workspace: Workspace.ID) throws(StoreError) -> [Responder.ID: String] {
    try read { db in
      let names = try db.all("SELECT id, name FROM responder WHERE workspace_id = \(workspace)") { row in
        (try row["id"] as Responder.ID, try row["name"] as String)
      }
      return Dictionary(names, uniquingKeysWith: { first, _ in first })
    }
  }

  /// The active people of a workspace, by id. Blocks.
  public func activePeople(of workspace: Workspace.ID) throws(StoreError) -> [Responder] {
    try read {
      try $0.all("SELECT * FROM responder WHERE workspace_id = \(workspace) AND active = 1 ORDER BY id")
    }
  }

  /// The people of a workspace, by name. Blocks.
  public func roster(of workspace: Workspace.ID) throws(StoreError) -> [RosterEntry] {
    try read { db in
      try db.all(
        """
        SELECT responder.*, phone_session.device_id, liveness.last_contact_at FROM responder
        JOIN liveness ON liveness.workspace_id = responder.workspace_id AND liveness.responder_id = responder.id
        LEFT JOIN phone_session ON phone_session.workspace_id = responder.workspace_id
          AND phone_session.responder_id = responder.id AND phone_session.revoked_at IS NULL
        WHERE responder.workspace_id = \(workspace) ORDER BY responder.name, responder.id
        """
      ) { row in
        RosterEntry(
          responder: try Responder(row: row), deviceID: try row["device_id"],
          lastContact: try row["last_contact_at"])
      }
    }
  }
}
