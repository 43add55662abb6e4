package import Foundation

/// A value as the database stores it.
package enum SQLValue: Equatable, Sendable {
  /// No value.
  case null
  /// A whole number.
  case integer(Int64)
  /// A number.
  case real(Double)
  /// Text, whatever characters it has.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}

/// A type whose values can be stored in a column and read from it.
///
/// For an enum with stored raw values `extension Severity: DatabaseValueConvertible {}` is enough; reading an
/// unknown value is an error.
package protocol DatabaseValueConvertible {
  /// The stored value.
  var databaseValue: SQLValue { get }

  /// Reads it from a column.
  ///
  /// - Throws: ``ColumnError`` when the column holds something else.
  init(_ cell: Cell) throws
}

extension DatabaseValueConvertible where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
  /// Its raw value.
  package var databaseValue: SQLValue { rawValue.databaseValue }

  /// From its raw value.
  @inlinable package init(_ cell: Cell) throws {
    guard let known = Self(rawValue: try RawValue(cell)) else { throw ColumnError(cell, Self.self) }
    self = known
  }
}

extension Optional: DatabaseValueConvertible where Wrapped: DatabaseValueConvertible {
  /// NULL for `nil`.
  package var databaseValue: SQLValue { self?.databaseValue ?? .null }

  /// `nil` of NULL.
  package init(_ cell: Cell) throws { self = cell.isNull ? nil : try Wrapped(cell) }
}

extension Int64: DatabaseValueConvertible {
  /// Itself.
  package var databaseValue: SQLValue { .integer(self) }

  /// From an integer.
  package init(_ cell: Cell) throws {
    guard let value = cell.integer else { throw ColumnError(cell, Self.self) }
    self = value
  }
}

extension DatabaseValueConvertible where Self: FixedWidthInteger {
  /// As a 64-bit integer, clamped to its range.
  package var databaseValue: SQLValue { .integer(Int64(clamping: self)) }

  /// Reads an integer within its range.
  package init(_ cell: Cell) throws {
    guard let stored = cell.integer, let value = Self(exactly: stored) else {
      throw ColumnError(cell, Self.self)
    }
    self = value
  }
}

extension Int: DatabaseValueConvertible {}
extension Int32: DatabaseValueConvertible {}
extension UInt8: DatabaseValueConvertible {}

extension Bool: DatabaseValueConvertible {
  /// 1 or 0.
  package var databaseValue: SQLValue { .integer(self ? 1 : 0) }

  /// From 1 or 0.
  package init(_ cell: Cell) throws {
    switch cell.integer {
    case 0: self = false
    case 1: self = true
    default: throw ColumnError(cell, Self.self)
    }
  }
}

extension Double: DatabaseValueConvertible {
  /// Unchanged. The database has no NaN: it stores NULL.
  package var databaseValue: SQLValue { .real(self) }

  /// Reads a number, whole or not.
  package init(_ cell: Cell) throws {
    guard let value = cell.number else { throw ColumnError(cell, Self.self) }
    self = value
  }
}

extension String: DatabaseValueConvertible {
  /// Unchanged, even with U+0000 in it.
  package var databaseValue: SQLValue { .text(self) }

  /// From text.
  package init(_ cell: Cell) throws {
    guard let value = cell.text else { throw ColumnError(cell, Self.self) }
    self = value
  }
}

extension Array: DatabaseValueConvertible where Element == UInt8 {
  /// Its bytes.
  package var databaseValue: SQLValue { .blob(self) }

  /// From bytes.
  package init(_ cell: Cell) throws {
    guard let value = cell.bytes else { throw ColumnError(cell, Self.self) }
    self = value
  }
}

extension Data: DatabaseValueConvertible {
  /// Its bytes.
  package var databaseValue: SQLValue { .blob([UInt8](self)) }

  /// From bytes.
  package init(_ cell: Cell) throws { self.init(try [UInt8](cell)) }
}
