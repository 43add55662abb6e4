import GRDB

extension Store {
  /// What is wrong with the database, in words; empty when all is well. Reads the whole file. Blocks.
  public func verify() throws(StoreError) -> [String] { try read { try Self.problems($0) } }

  /// The same for any connection.
  static func problems(_ db: Database) throws -> [String] {
    var found = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
    found += try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map { row in
      "\(row[0] as String? ?? "?") row \(row[1] as Int64? ?? 0) refers to a row of \(row[2] as String? ?? "?") that is not there"
    }
    let orphans = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM responder
        LEFT JOIN liveness ON liveness.responder_id = responder.id WHERE liveness.responder_id IS NULL
        """)
    if let orphans, orphans > 0 { found.append("\(orphans) responders have no liveness row") }
    return found + (try AuditChain.problems(db))
  }
}
