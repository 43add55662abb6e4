import SQL

extension Store {
  /// The problems of the database, in words; empty when all is well. Reads the whole file. Blocks.
  public func verify() throws(StoreError) -> [String] { try read { try Self.problems($0) } }

  /// The same for any connection.
  static func problems(_ db: Database) throws -> [String] {
    var found = try db.all("PRAGMA integrity_check", as: String.self).filter { $0 != "ok" }
    found += try db.all("PRAGMA foreign_key_check") { row in
      let (table, rowID, parent) = (
        try row["table"] as String, try row["rowid"] as Int64?, try row["parent"] as String
      )
      return "\(table) row \(rowID ?? 0) refers to a row of \(parent) that is not there"
    }
    let orphans =
      try db.first(
        """
        SELECT count(*) FROM responder
        LEFT JOIN liveness ON liveness.workspace_id = responder.workspace_id AND liveness.responder_id = responder.id
        WHERE liveness.responder_id IS NULL
        """) ?? 0
    if orphans > 0 { found.append("\(orphans) responders have no liveness row") }
    found += try NumberedTable.problems(db)
    found += try TrackProblems.find(db)
    return found + (try AuditChain.problems(db))
  }
}
