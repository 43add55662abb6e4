public import Rollcall
import SQL

extension Responders {
  /// A responder of a workspace who was not erased.
  static func findUnerased(_ id: Responder.ID, in workspace: Workspace.ID, _ db: Database) throws -> Responder
  {
    guard let person = try find(id, in: workspace, db), try !isErased(id, in: workspace, db) else {
      throw StoreError.notFound("responder \(id.rawValue)")
    }
    return person
  }

  static func isErased(_ id: Responder.ID, in workspace: Workspace.ID, _ db: Database) throws -> Bool {
    try db.exists(
      "SELECT 1 FROM responder WHERE id = \(id) AND workspace_id = \(workspace) AND erased_at IS NOT NULL")
  }
}

extension FleetStore {
  /// Whether a person was erased. Blocks.
  public func isErased(_ id: Responder.ID, in workspace: Workspace.ID) throws(StoreError) -> Bool {
    try read { try Responders.isErased(id, in: workspace, $0) }
  }
}
