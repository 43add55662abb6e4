import GRDB
import GRDBSQLite

/// An error of SQLite.
package struct DatabaseError: Error, Equatable, CustomStringConvertible {
  /// The exact kind of error.
  package let extendedResultCode: ResultCode
  /// The same in SQLite's words.
  package let message: String

  /// The kind of error.
  package var resultCode: ResultCode { ResultCode(rawValue: extendedResultCode.rawValue & 0xFF) }

  /// For a reader of the log.
  package var description: String { "SQLite error \(resultCode.rawValue): \(message)" }

  /// Creates an error of a kind, with SQLite's message for the kind by default.
  package init(resultCode: ResultCode, message: String? = nil) {
    extendedResultCode = resultCode
    self.message = message ?? resultCode.words
  }

  /// The latest error of a connection.
  init(of connection: OpaquePointer?) {
    self.init(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: sqlite3_errmsg(connection).map { String(cString: $0) })
  }

  /// An error for a statement that the program uses wrongly.
  init(misuse words: String, of sql: String) {
    self.init(resultCode: .misuse, message: "\(words): \(sql)")
  }

  init(_ error: GRDB.DatabaseError) {
    self.init(
      resultCode: ResultCode(rawValue: error.extendedResultCode.rawValue), message: error.message)
  }
}

/// A kind of error. See <https://www.sqlite.org/rescode.html>.
package struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let busy = ResultCode(rawValue: GRDBSQLite.SQLITE_BUSY)
  package static let noMemory = ResultCode(rawValue: GRDBSQLite.SQLITE_NOMEM)
  package static let readOnly = ResultCode(rawValue: GRDBSQLite.SQLITE_READONLY)
  package static let readOnlyRollback = ResultCode(rawValue: GRDBSQLite.SQLITE_READONLY | 3 << 8)
  package static let interrupt = ResultCode(rawValue: GRDBSQLite.SQLITE_INTERRUPT)
  package static let ioError = ResultCode(rawValue: GRDBSQLite.SQLITE_IOERR)
  package static let ioErrorSync = ResultCode(rawValue: GRDBSQLite.SQLITE_IOERR | 4 << 8)
  package static let ioErrorFolderSync = ResultCode(rawValue: GRDBSQLite.SQLITE_IOERR | 5 << 8)
  package static let corrupt = ResultCode(rawValue: GRDBSQLite.SQLITE_CORRUPT)
  package static let full = ResultCode(rawValue: GRDBSQLite.SQLITE_FULL)
  package static let cannotOpen = ResultCode(rawValue: GRDBSQLite.SQLITE_CANTOPEN)
  package static let constraint = ResultCode(rawValue: GRDBSQLite.SQLITE_CONSTRAINT)
  package static let constraintUnique = ResultCode(rawValue: GRDBSQLite.SQLITE_CONSTRAINT | 8 << 8)
  package static let misuse = ResultCode(rawValue: GRDBSQLite.SQLITE_MISUSE)
  package static let notADatabase = ResultCode(rawValue: GRDBSQLite.SQLITE_NOTADB)

  /// For an operator: the number and SQLite's message.
  package var description: String { "\(rawValue) (\(words))" }

  fileprivate var words: String { sqlite3_errstr(rawValue).map { String(cString: $0) } ?? "unknown" }
}

/// Translates GRDB's errors into ours.
func ours<Value>(_ body: () throws -> Value) throws -> Value {
  do { return try body() } catch let error as GRDB.DatabaseError { throw DatabaseError(error) }
}
