import Crypto
import Foundation
import GRDB
public import Rollcall

extension WriteTransaction {
  /// Appends to the workspace's chain: each entry holds the hash of the one before it.
  func audit(
    _ actor: String, _ action: String, subject: String, detail: String = "", in workspace: Workspace.ID
  ) throws {
    let previous =
      try Data.fetchOne(
        db, sql: "SELECT hash FROM audit WHERE workspace_id = ? ORDER BY id DESC LIMIT 1",
        arguments: [workspace.rawValue]) ?? Data(repeating: 0, count: 32)
    let hash = AuditChain.hash(
      previous: previous, workspace: workspace.rawValue, at: now.milliseconds, actor: actor, action: action,
      subject: subject, detail: detail
    )
    try db.execute(
      sql: """
        INSERT INTO audit (workspace_id, at, actor, action, subject, detail, previous, hash)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [workspace.rawValue, now.milliseconds, actor, action, subject, detail, previous, hash])
  }
}

extension Store {
  /// Notes that somebody looked at people's positions: one entry per member, page and 15 minutes.
  public func noteLook(actor: String, page: String, subject: String, in workspace: Workspace.ID) {
    write { transaction in
      let isNoted = try Bool.fetchOne(
        transaction.db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM audit
            WHERE workspace_id = ? AND actor = ? AND action = ? AND subject = ? AND at > ?)
          """,
        arguments: [
          workspace.rawValue, actor, "look.\(page)", subject, transaction.now.milliseconds - 900_000,
        ])
      guard isNoted != true else { return }
      try transaction.audit(actor, "look.\(page)", subject: subject, in: workspace)
    } done: { _ in
    }
  }

  /// Notes an export with its filter, number of rows and the SHA-256 of what was sent.
  public func noteExport(
    actor: String, kind: String, filter: String, rows: Int, sha256: String, in workspace: Workspace.ID
  ) {
    write { transaction in
      try transaction.audit(
        actor, "export.\(kind)", subject: filter, detail: "\(rows) rows, sha256 \(sha256)", in: workspace)
    } done: { _ in
    }
  }
}

/// The rule by which audit entries are chained.
enum AuditChain {
  /// SHA-256 over the previous hash and the entry's fields, each with its length, so that no two entries run together.
  static func hash(
    previous: Data, workspace: Int64, at: Int64, actor: String, action: String, subject: String,
    detail: String
  ) -> Data {
    var hasher = SHA256()
    hasher.update(data: previous)
    for field in ["\(workspace)", "\(at)", actor, action, subject, detail] {
      hasher.update(data: Data("\(field.utf8.count):".utf8))
      hasher.update(data: Data(field.utf8))
    }
    return Data(hasher.finalize())
  }

  /// What is wrong with the chains of a database, in words.
  static func problems(_ db: Database) throws -> [String] {
    var last: [Int64: Data] = [:]
    var found: [String] = []
    let rows = try Row.fetchCursor(db, sql: "SELECT * FROM audit ORDER BY id")
    while let row = try rows.next() {
      let workspace: Int64 = row["workspace_id"]
      let previous = last[workspace] ?? Data(repeating: 0, count: 32)
      let hash = hash(
        previous: previous, workspace: workspace, at: row["at"], actor: row["actor"], action: row["action"],
        subject: row["subject"],
        detail: row["detail"])
      if row["previous"] as Data != previous || row["hash"] as Data != hash {
        found.append("audit entry \(row["id"] as Int64) does not continue its chain")
      }
      last[workspace] = row["hash"]
    }
    return found
  }
}
