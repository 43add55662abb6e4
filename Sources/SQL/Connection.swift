package import Foundation
import GRDB
import GRDBSQLite

extension Database {
  /// Runs statements without values, one after the other.
  ///
  /// - Throws: `DatabaseError`; those before the one that failed were carried out.
  package func execute(sql script: Query) throws {
    guard script.values.isEmpty else {
      throw DatabaseError(misuse: "a script has no values", of: script.text)
    }
    try ours { try base.execute(sql: script.text) }
  }

  /// Whether a transaction has been begun and not ended.
  package var isInsideTransaction: Bool { base.isInsideTransaction }

  /// Begins a transaction that may write at once.
  package func beginTransaction() throws { try ours { try base.beginTransaction(.immediate) } }

  /// Ends a transaction: what it wrote is there.
  package func commit() throws { try ours { try base.commit() } }

  /// Takes a transaction back.
  package func rollback() throws { try ours { try base.rollback() } }
}

extension Database {
  /// SQLite's version.
  package static var libraryVersion: String { String(cString: sqlite3_libversion()) }

  /// Whether nothing can be written.
  package var isReadOnly: Bool { base.configuration.readonly }

  /// What SQLite limits. See <https://www.sqlite.org/c3ref/c_limit_attached.html>.
  package enum Limit {
    /// Bytes of a value and of a row.
    case length
    /// Bytes of a statement.
    case statement
    /// Other files at once.
    case attached
    /// Values of a statement.
    case values
  }

  /// Sets a limit.
  package func set(_ limit: Limit, to value: Int32) {
    let id =
      switch limit {
      case .length: SQLITE_LIMIT_LENGTH
      case .statement: SQLITE_LIMIT_SQL_LENGTH
      case .attached: SQLITE_LIMIT_ATTACHED
      case .values: SQLITE_LIMIT_VARIABLE_NUMBER
      }
    sqlite3_limit(base.sqliteConnection, id, value)
  }

  /// Lets statements use a pure function that makes bytes of a text, and NULL of NULL.
  package func add(function name: String, _ body: @escaping @Sendable (String) -> Data) {
    base.add(
      function: DatabaseFunction(name, argumentCount: 1, pure: true) { values in
        values.first.flatMap { String.fromDatabaseValue($0) }.map(body)
      })
  }
}

extension Database {
  /// How much of the write-ahead log is moved into the file.
  package enum Checkpoint {
    /// What no reader is in the way of.
    case passive
    /// All of it; the log is empty then.
    case truncate
  }

  /// Moves the write-ahead log into the file.
  ///
  /// - Throws: `DatabaseError`: `busy` while somebody is in the way.
  package func checkpoint(_ kind: Checkpoint) throws {
    let mode =
      switch kind {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    let code = sqlite3_wal_checkpoint_v2(base.sqliteConnection, nil, mode, nil, nil)
    guard code != SQLITE_OK else { return }
    throw DatabaseError(resultCode: ResultCode(rawValue: sqlite3_extended_errcode(base.sqliteConnection)))
  }

  /// Notes there after each commit how many pages the write-ahead log has; `nil` = no more. See
  /// <https://www.sqlite.org/c3ref/wal_hook.html>.
  package func noteLogSize(in pages: UnsafeMutablePointer<Int32>?) {
    let note:
      (@convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32) = {
        context, _, _, count in
        context?.assumingMemoryBound(to: Int32.self).pointee = count
        return SQLITE_OK
      }
    _ = sqlite3_wal_hook(base.sqliteConnection, pages == nil ? nil : note, pages)
  }

  /// Runs something that is interrupted as soon as it may not go on; that is asked again and again meanwhile, after so many
  /// steps of SQLite's machine.
  ///
  /// - Throws: `DatabaseError` with `interrupt`, and what `body` throws.
  package func whileAllowed(
    every steps: Int32, by goesOn: () -> Bool, _ body: () throws -> Void
  ) throws {
    try withoutActuallyEscaping(goesOn) { goesOn in
      let watch = Watch(goesOn)
      sqlite3_progress_handler(
        base.sqliteConnection, steps,
        { context in
          guard let context else { return 0 }
          return Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().goesOn() ? 0 : 1
        }, Unmanaged.passUnretained(watch).toOpaque())
      defer { sqlite3_progress_handler(base.sqliteConnection, 0, nil, nil) }
      try withExtendedLifetime(watch) { try body() }
    }
  }

  /// What SQLite can carry as an address.
  private final class Watch {
    let goesOn: () -> Bool

    init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }
  }
}
