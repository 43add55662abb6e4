import Foundation
import GRDB
import GRDBSQLite
public import Rollcall

/// What a database says of itself to somebody who only looks on.
public struct DatabaseFacts: Sendable {
  /// How its tables stand to those of this program.
  public enum Schema: Sendable { case older, current, newer }

  /// How its tables stand to those of this program.
  public let schema: Schema
  /// What is wrong with the file's structure, in words. Not looked for in a newer one.
  public let damage: [String]
  /// What is wrong with the audit, in words. Looked for only where the tables are this program's.
  public let auditProblems: [String]
  /// How many entries all audits have.
  public let auditEntries: Int64
  /// The last sign of life of a server; `nil` = never.
  public let alive: Timestamp?
  private let mark: AliveMark.Row

  /// SQLite's version.
  public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  /// Reads the whole file, whoever has it open. Blocks.
  ///
  /// - Throws: `invalid` for a file of another program, `unavailable` when it cannot be read.
  public static func read(_ path: String) throws(StoreError) -> DatabaseFacts {
    do { return try look(path) } catch {
      guard (error as? DatabaseError)?.resultCode == .SQLITE_NOTADB else { throw StoreError(error) }
      throw .invalid("this is not a Rollcall database")
    }
  }

  /// The doubt that a server would have about the machine's clock now.
  public func clockDoubt(_ machine: MachineClocks) -> ClockDoubt? {
    let clock = JudgedClock(machine) { _ in }
    clock.begin(mark)
    return clock.doubt
  }

  private static func look(_ path: String) throws -> DatabaseFacts {
    let queue = try DatabaseQueue(path: path, configuration: BackupCheck.lookingOn)
    let facts = try queue.read { db in
      try ConnectionSettings.refuseForeign(db)
      return try DatabaseFacts(db)
    }
    try queue.close()
    return facts
  }

  private init(_ db: Database) throws {
    let isNewer = try Migrations.all.hasBeenSuperseded(db)
    schema = isNewer ? .newer : try Migrations.all.hasCompletedMigrations(db) ? .current : .older
    damage = isNewer ? [] : try String.fetchAll(db, sql: "PRAGMA quick_check").filter { $0 != "ok" }
    let isReadable = schema == .current && damage.isEmpty
    auditProblems = isReadable ? try AuditChain.problems(db) : []
    auditEntries =
      isReadable ? try Int64.fetchOne(db, sql: "SELECT coalesce(sum(count), 0) FROM audit_head") ?? 0 : 0
    mark = isReadable ? try AliveMark.row(db) : AliveMark.Row()
    alive = mark.at
  }
}
