import Rollcall
package import SQL

extension Role: DatabaseValueConvertible {}

extension SecretHash: DatabaseValueConvertible {
  /// Its 32 bytes.
  package var databaseValue: SQLValue { .blob(bytes) }

  package init(_ cell: Cell) throws { self.init(stored: try [UInt8](cell)) }
}

extension SQLValue: DatabaseValueConvertible {
  /// Itself.
  package var databaseValue: SQLValue { self }

  /// Accepts any value of the column.
  package init(_ cell: Cell) throws {
    if cell.isNull {
      self = .null
    } else if let integer = cell.integer {
      self = .integer(integer)
    } else if let number = cell.number {
      self = .real(number)
    } else if let text = cell.text {
      self = .text(text)
    } else {
      self = .blob(try [UInt8](cell))
    }
  }
}
