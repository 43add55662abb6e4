package import Rollcall
package import SQL

extension Timestamp: DatabaseValueConvertible {
  /// Milliseconds since 1970.
  package var databaseValue: SQLValue { .integer(milliseconds) }

  package init(_ cell: Cell) throws { self.init(milliseconds: try Int64(cell)) }
}

extension Identifier: DatabaseValueConvertible {
  /// The row's number.
  package var databaseValue: SQLValue { .integer(rawValue) }

  package init(_ cell: Cell) throws { self.init(try Int64(cell)) }
}

extension Position: FetchableRecord {
  /// From `lat` and `lng`.
  package init(row: Row) throws {
    guard let position = Position(latitude: try row["lat"], longitude: try row["lng"]) else {
      throw StoreError.unavailable("a stored position is not on Earth")
    }
    self = position
  }
}
