import GRDB
public import Rollcall

/// Regions by their ids, by which the audit names them: an entry is never erased, and a region may bear a person's name.
enum Regions {
  /// The id of a region; `nil` = the workspace has none of this name.
  static func id(of name: String, in workspace: Workspace.ID, _ db: Database) throws -> Int64? {
    try Int64.fetchOne(
      db, sql: "SELECT id FROM region WHERE workspace_id = ? AND name = ?",
      arguments: [workspace.rawValue, name])
  }

  /// `region 5`
  static func subject(_ name: String, in workspace: Workspace.ID, _ db: Database) throws -> String {
    try id(of: name, in: workspace, db).map { "region \($0)" } ?? "region"
  }
}

extension Store {
  /// The names of a workspace's regions by their ids, as they are today. Blocks.
  public func regionNames(of workspace: Workspace.ID) throws(StoreError) -> [Int64: String] {
    try read { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT id, name FROM region WHERE workspace_id = ?", arguments: [workspace.rawValue])
      return Dictionary(rows.map { ($0["id"], $0["name"]) }, uniquingKeysWith: { first, _ in first })
    }
  }
}
