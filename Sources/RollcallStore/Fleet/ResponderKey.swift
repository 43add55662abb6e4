import Rollcall
import SQL

/// A responder and their workspace: the key of every row about them.
struct ResponderKey: Hashable, FetchableRecord {
  let workspace: Workspace.ID
  let id: Responder.ID

  init(_ id: Responder.ID, in workspace: Workspace.ID) { (self.workspace, self.id) = (workspace, id) }

  /// From `workspace_id` and `responder_id`.
  init(row: Row) throws { (workspace, id) = (try row["workspace_id"], try row["responder_id"]) }

  /// The condition of rows about them.
  var rows: Query { "workspace_id = \(workspace) AND responder_id = \(id)" }
}
