public import Rollcall
import SQL

/// Regions by their ids, by which the audit names them: an entry is never erased, and a region may bear a
/// person's name.
enum Regions {
  /// The id of a region; `nil` = the workspace has none of this name.
  static func id(of name: String, in workspace: Workspace.ID, _ db: Database) throws -> Int64? {
    try db.first("SELECT id FROM region WHERE workspace_id = \(workspace) AND name = \(name)", as: Int64.self)
  }

  /// `region 5`
  static func subject(_ name: String, in workspace: Workspace.ID, _ db: Database) throws -> String {
    try id(of: name, in: workspace, db).map { "region \($0)" } ?? "region"
  }
}

extension FleetStore {
  /// The present names of a workspace's regions, by id. Blocks.
  public func regionNames(of workspace: Workspace.ID) throws(StoreError) -> [Int64: String] {
    try read { db in
      let names = try db.all("SELECT id, name FROM region WHERE workspace_id = \(workspace)") {
        (try $0["id"] as Int64, try $0["name"] as String)
      }
      return Dictionary(names, uniquingKeysWith: { first, _ in first })
    }
  }
}
