import GRDB
public import Rollcall

/// What a database file that nobody has open says of itself, once it was found to be whole.
struct BackupCheck {
  /// The last sign of life in it; `nil` in one that no server has served.
  let asOf: Timestamp?
  /// Who was erased in it.
  let erased: [ErasedPerson]
  /// Where the audit of each workspace ends in it.
  let heads: [Workspace.ID: AuditHead]

  /// Reads the whole file. Blocks.
  ///
  /// - Throws: `StoreError.invalid` when it is damaged, another program's, or of a newer version.
  static func of(_ path: String) throws(StoreError) -> BackupCheck {
    do { return try read(path) } catch {
      let database = error as? DatabaseError
      guard let database, [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(database.resultCode) else {
        throw StoreError(error)
      }
      throw .invalid("it is damaged: \(database.message ?? "\(database.resultCode)")")
    }
  }

  private static func read(_ path: String) throws -> BackupCheck {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let found = try queue.inDatabase { try BackupCheck($0) }
    try queue.close()
    return found
  }

  private init(_ db: Database) throws {
    let mark = try Int32.fetchOne(db, sql: "PRAGMA application_id")
    guard mark == ConnectionSettings.applicationID else {
      throw StoreError.invalid("this is not a Rollcall database")
    }
    if try Migrations.all.hasBeenSuperseded(db) {
      throw StoreError.invalid("the database was written by a newer version of Rollcall")
    }
    let problems = try Store.problems(db)
    if let first = problems.first {
      throw StoreError.invalid(
        "it is damaged: \(first)" + (problems.count > 1 ? ", and \(problems.count - 1) more" : ""))
    }
    // One file alone, whoever looks at it: not one with a log beside it.
    try db.execute(sql: "PRAGMA journal_mode = DELETE")
    asOf = try AliveMark.read(db)
    erased = try ErasedPerson.all(db)
    heads = try Dictionary(
      Int64.fetchAll(db, sql: "SELECT id FROM workspace").map {
        (Workspace.ID($0), try AuditHead.of($0, db))
      },
      uniquingKeysWith: { one, _ in one })
  }

  /// For a file of which this process is the only user.
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      try db.execute(
        sql: "PRAGMA trusted_schema = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON")
      db.add(function: OTPNumberKey.function)
    }
    return configuration
  }

  /// For looking at a file that others may write.
  static var lookingOn: Configuration {
    var configuration = ConnectionSettings.configuration(readers: 1)
    configuration.readonly = true
    return configuration
  }
}

/// Somebody who was erased.
public struct ErasedPerson: Hashable, Sendable {
  /// The workspace.
  public let workspace: Workspace.ID
  /// Its slug.
  public let slug: String
  /// Their number.
  public let responder: Responder.ID

  static func all(_ db: Database) throws -> [ErasedPerson] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT workspace.id, slug, responder.id FROM responder
        JOIN workspace ON workspace.id = workspace_id WHERE erased_at IS NOT NULL ORDER BY responder.id
        """
    ).map { row in
      ErasedPerson(workspace: Workspace.ID(row[0]), slug: row[1], responder: Responder.ID(row[2]))
    }
  }
}
