public import Rollcall
import SQL

extension ReportStore {
  /// Records that a download is about to begin. Returns the id of the note, which stays until the outcome is
  /// known. Blocks until it is on disk.
  ///
  /// - Parameters:
  ///   - kind: `history`, `gaps` …
  ///   - filter: the filter, as the audit shows it.
  /// - Throws: `unavailable`; then nothing may be sent.
  public func beginExport(
    _ kind: String, filter: String, in scope: Scope
  ) throws(StoreError) -> Int64 {
    let (actor, workspace) = (scope.actor, scope.workspace)
    return try write(scope) { transaction in
      let begun: Int64 = try transaction.next(.exportBegun)
      try transaction.db.run(
        """
        INSERT INTO export_begun (workspace_id, id, at, actor, origin, kind, filter)
        VALUES (\(workspace), \(begun), \(transaction.now), \(actor.pseudonym),
          \(transaction.origin), \(kind), \(filter))
        """)
      return begun
    }
  }

  /// Removes the note because nothing was sent. Does not wait.
  public func forgetExport(_ begun: Int64, in workspace: Workspace.ID) {
    write {
      try $0.reports.forgetExport(begun, in: workspace)
    } done: { _ in
    }
  }
}

extension ReportWrites {
  /// Removes the note because the outcome is recorded.
  func forgetExport(_ begun: Int64, in workspace: Workspace.ID) throws {
    try db.run("DELETE FROM export_begun WHERE workspace_id = \(workspace) AND id = \(begun)")
  }

  /// Writes audit entries for downloads that were under way when the previous server process ended. How much
  /// of them was received is unknown.
  func noteExportsCutOff() throws {
    let all = try db.all("SELECT * FROM export_begun ORDER BY id") { row in
      (
        id: try row["id"] as Int64, workspace: try row["workspace_id"] as Workspace.ID,
        at: try row["at"] as Timestamp, actor: try row["actor"] as String,
        origin: try row["origin"] as String,
        kind: try row["kind"] as String, filter: try row["filter"] as String
      )
    }
    for begun in all {
      try transaction.appendAudit(
        of: begun.actor, from: begun.origin, "export.\(begun.kind)", subject: begun.filter,
        detail: "begun \(begun.at.rfc3339), ended with the server: how much of it was taken is not known",
        in: begun.workspace)
      try forgetExport(begun.id, in: begun.workspace)
    }
  }
}
