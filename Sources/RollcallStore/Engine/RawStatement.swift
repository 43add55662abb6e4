import GRDB
import GRDBSQLite

/// A statement prepared once and bound by position, without the argument boxes of GRDB: for the rows of an
/// upload, where binding was measured to cost as much as inserting.
///
/// Not thread-safe; lives and dies with the writer's connection.
final class RawStatement {
  private let statement: Statement
  private let handle: SQLiteStatement

  /// Prepares `sql`. See <https://www.sqlite.org/c3ref/prepare.html>.
  ///
  /// - Parameter kept: whether the connection keeps it for the next who asks for the same text; it must then not be
  ///   asked for again while its rows are read.
  init(_ db: Database, _ sql: String, kept: Bool = false) throws {
    statement = try kept ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
    handle = statement.sqliteStatement
    if kept { sqlite3_reset(handle) }
  }

  /// Binds an integer, or NULL. Positions count from 1.
  func bind(_ position: Int32, _ value: Int64?) {
    if let value { sqlite3_bind_int64(handle, position, value) } else { sqlite3_bind_null(handle, position) }
  }

  /// Binds a number, or NULL.
  func bind(_ position: Int32, _ value: Double?) {
    if let value { sqlite3_bind_double(handle, position, value) } else { sqlite3_bind_null(handle, position) }
  }

  /// Binds text by its length in bytes, or NULL. SQLite copies it.
  func bind(_ position: Int32, _ value: String?) {
    guard var value else {
      sqlite3_bind_null(handle, position)
      return
    }
    _ = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(handle, position, $0.baseAddress, Int32(clamping: $0.count), Self.copied)
      }
    }
  }

  /// Binds bytes. SQLite copies them.
  func bind(_ position: Int32, _ value: [UInt8]) {
    // An empty array has no address, and a blob without one is NULL.
    if value.isEmpty {
      sqlite3_bind_zeroblob(handle, position, 0)
      return
    }
    _ = value.withUnsafeBytes {
      sqlite3_bind_blob(handle, position, $0.baseAddress, Int32(clamping: $0.count), Self.copied)
    }
  }

  /// Runs the statement to its next row; `false` = no more rows, and the statement is ready to be bound again.
  ///
  /// - Throws: `DatabaseError` with the extended code.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE:
      sqlite3_reset(handle)
      return false
    default:
      let connection = sqlite3_db_handle(handle)
      let code = ResultCode(rawValue: sqlite3_extended_errcode(connection))
      let message = sqlite3_errmsg(connection).map { String(cString: $0) }
      sqlite3_reset(handle)
      throw DatabaseError(resultCode: code, message: message)
    }
  }

  /// Runs a statement that returns no rows.
  func run() throws {
    while try step() {}
  }

  /// Leaves the rows that were not read.
  func reset() { sqlite3_reset(handle) }

  /// The integer in a column of the current row, from 0; `nil` = NULL.
  func integer(_ column: Int32) -> Int64? {
    isNull(column) ? nil : sqlite3_column_int64(handle, column)
  }

  /// Whether a column of the current row is NULL.
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// The number in a column of the current row; NULL reads as 0.
  func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// The bytes in a column of the current row.
  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  /// `SQLITE_TRANSIENT`, which C spells as a cast that Swift cannot import.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
