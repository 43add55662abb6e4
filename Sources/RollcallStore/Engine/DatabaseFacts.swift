import Foundation
public import Rollcall
import SQL

/// The facts of a database for an observer who only reads.
public struct DatabaseFacts: Sendable {
  /// The program that made the tables.
  public enum Tables: Sendable {
    /// There are none yet.
    case none
    /// This build's.
    case current
    /// Another build: its origin, and advice in words.
    case other(origin: String, advice: String)
  }

  /// The program that made the tables.
  public let tables: Tables
  /// Damage to the file's structure, in words. Not checked when another build made the tables.
  public let damage: [String]
  /// Problems of the audit, in words. Checked only when this program made the tables.
  public let auditProblems: [String]
  /// How many entries all audits have.
  public let auditEntries: Int64
  /// The last alive mark of a server; `nil` = never.
  public let alive: Timestamp?
  private let mark: AliveMark.Row

  /// SQLite's version.
  public static var libraryVersion: String { Database.libraryVersion }

  /// Reads the whole file, even while it is open elsewhere. Blocks.
  ///
  /// - Throws: `invalid` for a file of another program, `unavailable` when it cannot be read.
  public static func read(_ path: String) throws(StoreError) -> DatabaseFacts {
    do { return try look(path) } catch {
      guard (error as? DatabaseError)?.resultCode == .notADatabase else { throw StoreError(error) }
      throw .invalid("this is not a Rollcall database")
    }
  }

  /// The doubt about the machine's clock that a server would have now.
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
    let found = try Schema.found(in: db)
    switch found {
    case .none: tables = .none
    case .current: tables = .current
    case .other(let mark): tables = .other(origin: Schema.origin(of: mark), advice: Schema.advice(for: mark))
    }
    damage = found == .current ? try db.all("PRAGMA quick_check", as: String.self).filter { $0 != "ok" } : []
    let isReadable = found == .current && damage.isEmpty
    auditProblems = isReadable ? try AuditChain.problems(db) : []
    auditEntries =
      isReadable ? try db.first("SELECT coalesce(sum(count), 0) FROM audit_head") ?? 0 : 0
    mark = isReadable ? try AliveMark.row(db) : AliveMark.Row()
    alive = mark.at
  }
}
