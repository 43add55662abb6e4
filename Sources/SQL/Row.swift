import GRDBSQLite

/// A row of a result, valid only while it is read.
package struct Row {
  let statement: Statement
  let number: Int

  /// The value of a column.
  ///
  /// - Throws: ``ColumnError`` when there is no such column, it holds another type, or the row is no longer
  ///   being read.
  @inlinable package subscript<Value: DatabaseValueConvertible>(_ column: String) -> Value {
    get throws { try Value(cell(column)) }
  }

  /// The value of a column by index, from 0: for results of a million rows, and for pragmas.
  @inlinable package subscript<Value: DatabaseValueConvertible>(_ index: Int) -> Value {
    get throws { try Value(cell(index)) }
  }

  /// An integer by the column's index; `nil` = NULL. Not generic, which counts in results of a million rows.
  package func integer(_ index: Int) throws -> Int64? {
    let cell = try cell(index)
    switch cell.type {
    case SQLITE_INTEGER: return sqlite3_column_int64(statement.handle, cell.index)
    case SQLITE_NULL: return nil
    default: throw ColumnError(cell, Int64.self)
    }
  }

  /// The same of a column that is never NULL.
  package func whole(_ index: Int) throws -> Int64 {
    guard let number = try integer(index) else { throw ColumnError(try cell(index), Int64.self) }
    return number
  }

  /// A number by the column's index; `nil` = NULL. Not generic, which counts in results of a million rows.
  package func number(_ index: Int) throws -> Double? {
    let cell = try cell(index)
    switch cell.type {
    case SQLITE_FLOAT, SQLITE_INTEGER: return sqlite3_column_double(statement.handle, cell.index)
    case SQLITE_NULL: return nil
    default: throw ColumnError(cell, Double.self)
    }
  }

  package func cell(_ column: String) throws -> Cell {
    guard statement.rowNumber == number else { throw ColumnError(column, Self.isLeft) }
    guard let index = statement.index(of: column) else { throw ColumnError(column, "is not in the result") }
    return Cell(statement: statement, index: index)
  }

  package func cell(_ index: Int) throws -> Cell {
    guard statement.rowNumber == number else { throw ColumnError("\(index)", Self.isLeft) }
    guard index >= 0, index < statement.columnCount else {
      throw ColumnError("\(index)", "is not in the result")
    }
    return Cell(statement: statement, index: Int32(index))
  }

  /// How many columns it has.
  package var count: Int { statement.columnCount }

  /// The columns' names, in their order.
  package var columns: [String] { (0..<Int32(statement.columnCount)).map(statement.name(of:)) }

  private static let isLeft = "was read after its row"
}

/// A type that can be read from a row.
package protocol FetchableRecord {
  /// Reads it from a row.
  ///
  /// - Throws: ``ColumnError`` when the row does not have its form.
  init(row: Row) throws
}

/// A column of the present row.
package struct Cell {
  let statement: Statement
  let index: Int32

  /// Whether it is NULL.
  package var isNull: Bool { type == SQLITE_NULL }

  /// The integer; `nil` = it holds another type.
  package var integer: Int64? {
    type == SQLITE_INTEGER ? sqlite3_column_int64(statement.handle, index) : nil
  }

  /// The number, whole or not; `nil` = it holds another type.
  package var number: Double? {
    let type = type
    return type == SQLITE_FLOAT || type == SQLITE_INTEGER
      ? sqlite3_column_double(statement.handle, index) : nil
  }

  /// The text, even with U+0000 inside; `nil` = it holds another type.
  package var text: String? {
    guard type == SQLITE_TEXT, let start = sqlite3_column_text(statement.handle, index) else { return nil }
    let length = Int(sqlite3_column_bytes(statement.handle, index))
    return String(decoding: UnsafeBufferPointer(start: start, count: length), as: UTF8.self)
  }

  /// The bytes; `nil` = it holds another type.
  package var bytes: [UInt8]? {
    guard type == SQLITE_BLOB else { return nil }
    // An empty blob has no address.
    guard let start = sqlite3_column_blob(statement.handle, index) else { return [] }
    let length = Int(sqlite3_column_bytes(statement.handle, index))
    return [UInt8](UnsafeRawBufferPointer(start: start, count: length))
  }

  fileprivate var type: Int32 { sqlite3_column_type(statement.handle, index) }
}

/// A column with an unexpected value: the file and the program do not match.
package struct ColumnError: Error, Equatable, CustomStringConvertible {
  /// Its name.
  package let column: String
  /// What is wrong, without the value, which may be personal data.
  package let problem: String

  /// The sentence for an operator.
  package var description: String { "column \(column) \(problem)" }

  init(_ column: String, _ problem: String) { (self.column, self.problem) = (column, problem) }

  /// The error for a column of the wrong type.
  package init(_ cell: Cell, _ type: Any.Type) {
    self.init(cell.statement.name(of: cell.index), cell.isNull ? "is NULL, not \(type)" : "is not \(type)")
  }
}
