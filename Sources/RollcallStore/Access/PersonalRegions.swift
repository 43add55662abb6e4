import GRDB
import Rollcall

extension WriteTransaction {
  /// Renames regions that bear the person's name, with everything that refers to them by it.
  func renameRegions(
    naming names: PersonalNames, in workspace: Workspace.ID, to words: String
  ) throws {
    let regions = try Row.fetchAll(
      db, sql: "SELECT id, name FROM region WHERE workspace_id = ?", arguments: [workspace.rawValue])
    let named = regions.filter { names.replaced(in: $0["name"], with: words) != nil }
    guard !named.isEmpty else { return }
    // A row and those that refer to it change one after the other.
    try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
    for region in named {
      try rename(region["name"], to: "\(words), region \(region["id"] as Int64)", in: workspace)
    }
    memory.forgetGround(of: workspace)
    try reloadEverybody(in: workspace)
  }

  private func rename(_ old: String, to new: String, in workspace: Workspace.ID) throws {
    let values: StatementArguments = ["workspace": workspace.rawValue, "old": old, "new": new]
    try db.execute(
      sql: "UPDATE region SET name = :new WHERE workspace_id = :workspace AND name = :old", arguments: values)
    for table in ["responder", "incident", "crossing"] {
      try db.execute(
        sql: "UPDATE \(table) SET region = :new WHERE workspace_id = :workspace AND region = :old",
        arguments: values)
    }
    try renameScope(of: .noOnlineResponders(region: old), to: .noOnlineResponders(region: new), in: workspace)
    try renameScope(of: .massSilence(.region(old)), to: .massSilence(.region(new)), in: workspace)
    try db.execute(
      sql: """
        UPDATE report_schedule SET filter = rtrim(replace(filter || '&', ? || '&', ? || '&'), '&')
        WHERE workspace_id = ?
        """, arguments: [Self.filter(old), Self.filter(new), workspace.rawValue])
  }

  private func renameScope(of old: AlertTopic, to new: AlertTopic, in workspace: Workspace.ID) throws {
    for table in ["alert", "alert_act"] {
      try db.execute(
        sql: "UPDATE \(table) SET scope = ? WHERE workspace_id = ? AND kind = ? AND scope = ?",
        arguments: [new.scope, workspace.rawValue, old.kind.rawValue, old.scope])
    }
  }

  /// How a region stands in the filter of a report.
  private static func filter(_ region: String) -> String { "region=\(PercentEncoding.text(of: region))" }
}
