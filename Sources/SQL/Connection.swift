package import Foundation
import GRDB
import GRDBSQLite

extension Database {
  /// Runs statements without values in turn.
  ///
  /// - Throws: `DatabaseError`; those before the failed one took effect.
  package func execute(sql script: Query) throws {
    guard script.values.isEmpty else {
      throw DatabaseError(misuse: "a script has no values", of: script.text)
    }
    try ours { try base.execute(sql: script.text) }
  }

  /// Whether a transaction has been begun and not ended.
  package var isInsideTransaction: Bool { base.isInsideTransaction }

  /// Begins a transaction that takes the write lock at once.
  package func beginTransaction() throws { try ours { try base.beginTransaction(.immediate) } }

  /// Commits the transaction.
  package func commit() throws { try ours { try base.commit() } }

  /// Rolls the transaction back.
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

  /// Registers a pure function that maps a text to bytes, and NULL to NULL.
  package func add(function name: String, _ body: @escaping @Sendable (String) -> Data) {
    base.add(
      function: DatabaseFunction(name, argumentCount: 1, pure: true) { values in
        values.first.flatMap { String.fromDatabaseValue($0) }.map(body)
      })
  }
}

extension Database {
  /// How much of the write-ahead log to move into the file.
  package enum Checkpoint {
    /// What no reader still needs.
    case passive
    /// All of it, leaving the log empty.
    case truncate
  }

  /// Moves the write-ahead log into the file.
  ///
  /// - Throws: `DatabaseError`: `busy` while a reader or writer is in the way.
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

  /// Stores the number of pages of the write-ahead log there after each commit; `nil` = stop. See
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

  /// Runs `body`, interrupted as soon as it is no longer allowed. That is asked repeatedly, every so many
  /// steps of SQLite's virtual machine.
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

  /// An object whose address SQLite can carry.
  private final class Watch {
    let goesOn: () -> Bool

    init(_ goesOn: @escaping () -> Bool) { self.goesOn = goesOn }
  }
}

extension Database {
  /// Opens another file beside this one, for reading alone. Its tables are called `NAME.TABLE`.
  ///
  /// - Parameter name: a word of the program.
  /// - Throws: `DatabaseError`, also when SQLite would open it for writing.
  package func attach(readingOnly path: String, as name: String) throws {
    // Only as an address can a file be opened with less rights than the one that is open.
    let address = "file:" + path.utf8.map(Self.escaped).joined() + "?mode=ro"
    try run("ATTACH DATABASE \(address) AS \(Query(trusted: name))")
    guard sqlite3_db_readonly(base.sqliteConnection, name) == 1 else {
      throw DatabaseError(resultCode: .cannotOpen, message: "SQLite does not open files for reading alone")
    }
  }

  /// A byte of a path as it is written in an address.
  private static func escaped(_ byte: UInt8) -> String {
    let isPlain =
      byte == UInt8(ascii: "/") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    guard !isPlain else { return String(UnicodeScalar(byte)) }
    return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
