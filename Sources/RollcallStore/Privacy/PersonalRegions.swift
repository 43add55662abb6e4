import Rollcall
import SQL

extension PrivacyWrites {
  /// Renames regions that bear the person's name, and all references to them.
  func renameRegions(
    naming names: PersonalNames, in workspace: Workspace.ID, to words: String
  ) throws {
    let regions = try db.all("SELECT id, name FROM region WHERE workspace_id = \(workspace)") { row in
      (id: try row["id"] as Int64, name: try row["name"] as String)
    }
    let named = regions.filter { names.replaced(in: $0.name, with: words) != nil }
    guard !named.isEmpty else { return }
    // A row and the references to it change one after the other.
    try db.run("PRAGMA defer_foreign_keys = ON")
    for region in named { try rename(region.name, to: "\(words), region \(region.id)", in: workspace) }
    memory.forgetGround(of: workspace)
    try transaction.fleet.reloadEverybody(in: workspace)
  }

  private func rename(_ old: String, to new: String, in workspace: Workspace.ID) throws {
    try db.run("UPDATE region SET name = \(new) WHERE workspace_id = \(workspace) AND name = \(old)")
    for table in ["responder", "incident", "crossing"] as [Query] {
      try db.run("UPDATE \(table) SET region = \(new) WHERE workspace_id = \(workspace) AND region = \(old)")
    }
    try renameScope(of: .noOnlineResponders(region: old), to: .noOnlineResponders(region: new), in: workspace)
    try renameScope(of: .massSilence(.region(old)), to: .massSilence(.region(new)), in: workspace)
    try db.run(
      """
      UPDATE report_schedule
      SET filter = rtrim(replace(filter || '&', \(Self.filter(old)) || '&', \(Self.filter(new)) || '&'), '&')
      WHERE workspace_id = \(workspace)
      """)
  }

  private func renameScope(of old: AlertTopic, to new: AlertTopic, in workspace: Workspace.ID) throws {
    for table in ["alert", "alert_act"] as [Query] {
      try db.run(
        """
        UPDATE \(table) SET scope = \(new.scope)
        WHERE workspace_id = \(workspace) AND kind = \(old.kind) AND scope = \(old.scope)
        """)
    }
  }

  /// A region's form in the filter of a report.
  private static func filter(_ region: String) -> String { "region=\(PercentEncoding.text(of: region))" }
}
