import GRDB
public import Rollcall

extension Store {
  /// Notes that a file is about to be handed out; returns what that note is known by until it is told what became of it.
  /// Blocks until it is on disk.
  ///
  /// - Parameters:
  ///   - kind: what it tells: `history`, `gaps` …
  ///   - filter: of whom and when, as the audit shows it.
  /// - Throws: `unavailable`; then nothing may be handed out.
  public func beginExport(
    _ kind: String, filter: String, by actor: String, in workspace: Workspace.ID
  ) throws(StoreError) -> Int64 {
    try write { transaction in
      try transaction.db.cachedStatement(
        sql:
          "INSERT INTO export_begun (workspace_id, at, actor, origin, kind, filter) VALUES (?, ?, ?, ?, ?, ?)"
      ).execute(arguments: [
        workspace.rawValue, transaction.now.milliseconds, try transaction.pseudonym(of: actor, in: workspace),
        transaction.origin, kind, filter,
      ])
      return transaction.db.lastInsertedRowID
    }
  }

  /// Nothing of it was handed out. Does not wait.
  public func forgetExport(_ begun: Int64) {
    write {
      try $0.forgetExport(begun)
    } done: { _ in
    }
  }
}

extension WriteTransaction {
  /// It is known what became of a file.
  func forgetExport(_ begun: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM export_begun WHERE id = ?").execute(arguments: [begun])
  }

  /// Writes into the audit which files were being handed out when the server before this one ended: how much of them
  /// was taken nobody knows.
  func noteExportsCutOff() throws {
    for row in try Row.fetchAll(db, sql: "SELECT * FROM export_begun ORDER BY id") {
      var transaction = self
      transaction.origin = row["origin"]
      let begun = Timestamp(milliseconds: row["at"])
      try transaction.audit(
        row["actor"], "export.\(row["kind"] as String)", subject: row["filter"],
        detail: "begun \(begun.rfc3339), ended with the server: how much of it was taken is not known",
        in: Workspace.ID(row["workspace_id"]))
      try forgetExport(row["id"])
    }
  }
}
