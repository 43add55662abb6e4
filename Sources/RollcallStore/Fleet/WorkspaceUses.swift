public import Rollcall
import SQL

/// The parts of the product that a workspace uses besides the board and incidents.
public struct WorkspaceUses: Hashable, Sendable {
  /// Visits were planned.
  public var visits: Bool
  /// Events were made.
  public var events: Bool

  /// Uses; none unless told.
  public init(visits: Bool = false, events: Bool = false) {
    (self.visits, self.events) = (visits, events)
  }
}

extension FleetStore {
  /// Whether visits were planned in a workspace, and events made. Blocks.
  public func uses(of workspace: Workspace.ID) throws(StoreError) -> WorkspaceUses {
    try read { db in
      WorkspaceUses(
        visits: try db.exists("SELECT 1 FROM visit WHERE workspace_id = \(workspace)"),
        events: try db.exists("SELECT 1 FROM event WHERE workspace_id = \(workspace)"))
    }
  }
}
