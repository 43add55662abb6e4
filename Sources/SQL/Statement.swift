import GRDB
import GRDBSQLite
import Glibc

extension Database {
  /// Prepares a text, or takes its statement from the connection's cache.
  func prepare(_ text: String, kept: Bool = false) throws -> GRDB.Statement {
    try ours { try kept ? base.cachedStatement(sql: text) : base.makeStatement(sql: text) }
  }
}

/// A prepared statement with its bound values, and the present row of its result.
final class Statement {
  private let prepared: GRDB.Statement
  let handle: OpaquePointer
  let columnCount: Int
  /// Counts the rows, so that a row which is no longer present is recognised.
  private(set) var rowNumber = 0

  /// Prepares a query, or takes its statement from the connection's cache, and binds its values.
  convenience init(_ query: Query, on db: Database) throws {
    var prepared = try db.prepare(query.text, kept: query.isKept)
    // A caller is still reading its rows.
    if sqlite3_stmt_busy(prepared.sqliteStatement) != 0 { prepared = try db.prepare(query.text) }
    self.init(prepared: prepared)
    sqlite3_reset(handle)
    guard sqlite3_bind_parameter_count(handle) == query.values.count else {
      throw DatabaseError(misuse: "a statement has other values than places for them", of: query.text)
    }
    for (index, value) in query.values.enumerated() where bind(value, at: Int32(index + 1)) != SQLITE_OK {
      throw failure
    }
  }

  /// A statement whose values are bound later.
  init(prepared: GRDB.Statement) {
    self.prepared = prepared
    handle = prepared.sqliteStatement
    columnCount = Int(sqlite3_column_count(handle))
  }

  /// Its text.
  var sql: String { prepared.sql }

  /// Drops the remaining rows and the values.
  func end() {
    rowNumber += 1
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  /// The next row; `nil` = no more.
  ///
  /// - Throws: `DatabaseError` with the extended code.
  func next() throws -> Row? {
    rowNumber += 1
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return Row(statement: self, number: rowNumber)
    case SQLITE_DONE: return nil
    default: throw failure
    }
  }

  /// The index of a column, from 0; of several with the same name the first.
  func index(of name: String) -> Int32? { places[name] }

  private lazy var places = Dictionary(
    (0..<Int32(columnCount)).map { (name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })

  /// The name of a column.
  func name(of index: Int32) -> String {
    sqlite3_column_name(handle, index).map { String(cString: $0) } ?? "\(index)"
  }

  /// Binds a value; SQLite's code.
  func bind(_ value: SQLValue, at position: Int32) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(handle, position)
    case .integer(let value): sqlite3_bind_int64(handle, position, value)
    case .real(let value): sqlite3_bind_double(handle, position, value)
    case .text(let value): bind(value, at: position)
    case .blob(let value): bind(value, at: position)
    }
  }

  /// By its length: as a C string it would end at its first U+0000.
  private func bind(_ text: String, at position: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        // An empty text may have no address, and a text without one is NULL.
        $0.isEmpty
          ? sqlite3_bind_text(handle, position, "", 0, Self.copied)
          : sqlite3_bind_text64(
            handle, position, $0.baseAddress, UInt64($0.count), Self.copied, UInt8(SQLITE_UTF8))
      }
    }
  }

  private func bind(_ bytes: [UInt8], at position: Int32) -> Int32 {
    // An empty array has no address, and a blob without one is NULL.
    bytes.isEmpty
      ? sqlite3_bind_zeroblob(handle, position, 0)
      : bytes.withUnsafeBytes {
        sqlite3_bind_blob64(handle, position, $0.baseAddress, UInt64($0.count), Self.copied)
      }
  }

  var failure: DatabaseError { DatabaseError(of: sqlite3_db_handle(handle)) }

  /// `SQLITE_TRANSIENT`, which C spells as a cast that Swift cannot import.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
