import Foundation
import Rollcall
import SQL

/// The facts of a database file that no process has open, once it was found to be whole.
struct BackupCheck {
  /// The last alive mark in it; `nil` in one that no server has served.
  let asOf: Timestamp?
  /// The people erased in it.
  let erased: [ErasedPerson]
  /// The holds in it, also ended ones.
  let held: [HeldBefore]
  /// The audit of each workspace in it.
  let chains: [AuditEnds]

  /// Reads the whole file. Blocks.
  ///
  /// - Throws: `StoreError.invalid` when it is damaged, or made by another program or another build.
  static func of(_ path: String) throws(StoreError) -> BackupCheck {
    do { return try read(path) } catch {
      let database = error as? DatabaseError
      guard let database, [.notADatabase, .corrupt].contains(database.resultCode) else {
        throw StoreError(error)
      }
      throw .invalid("it is damaged: \(database.message)")
    }
  }

  private static func read(_ path: String) throws -> BackupCheck {
    try BackupSum.check(path)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let found = try queue.inDatabase { try BackupCheck($0) }
    try queue.close()
    return found
  }

  private init(_ db: Database) throws {
    guard try db.first("PRAGMA application_id") == ConnectionSettings.applicationID else {
      throw ConnectionSettings.notOurs
    }
    try Schema.refuseOther(db)
    let problems = try Store.problems(db)
    if let first = problems.first {
      throw StoreError.invalid(
        "it is damaged: \(first)" + (problems.count > 1 ? ", and \(problems.count - 1) more" : ""))
    }
    // One file alone, without a log beside it.
    try db.execute(sql: "PRAGMA journal_mode = DELETE")
    asOf = try AliveMark.read(db)
    erased = try ErasedPerson.all(db)
    held = try HeldBefore.all(db)
    chains = try AuditEnds.all(db)
  }

  /// For a file of which this process is the only user.
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      try db.execute(
        sql: "PRAGMA trusted_schema = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON")
      OTPNumberKey.addFunction(to: db)
    }
    return configuration
  }

  /// Reads a file that others may write.
  static func look<Value>(at path: String, _ query: (Database) throws -> Value) throws -> Value {
    let queue = try DatabaseQueue(path: path, configuration: lookingOn)
    let found = try queue.read(query)
    try queue.close()
    return found
  }

  /// The configuration for reading a file that others may write.
  static var lookingOn: Configuration {
    var configuration = ConnectionSettings.configuration(readers: 1)
    configuration.readonly = true
    return configuration
  }
}

/// A workspace's audit, by its first and last entry: enough to tell whether another file has the same one.
struct AuditEnds {
  let workspace: Workspace.ID
  /// Its first entry; `AuditHead.none` for an empty audit.
  let origin: AuditHead
  /// Its last entry.
  let head: AuditHead

  /// The audits of all workspaces of a file.
  static func all(_ db: Database) throws -> [AuditEnds] {
    try db.all("SELECT id FROM workspace ORDER BY id", as: Workspace.ID.self).map { id in
      let first = try db.first(
        "SELECT hash FROM audit WHERE workspace_id = \(id) AND number = 1", as: Data.self)
      return AuditEnds(
        workspace: id, origin: first.map { AuditHead(count: 1, hash: $0) } ?? .none,
        head: try AuditHead.of(id.rawValue, db))
    }
  }

  /// Whether the workspace's chain in another file contains this entry.
  func isIn(_ db: Database, at entry: AuditHead) throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM audit
      WHERE workspace_id = \(workspace) AND number = \(entry.count) AND hash = \(entry.hash)
      """)
  }
}
