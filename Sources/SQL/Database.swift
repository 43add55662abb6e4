import GRDB
import GRDBSQLite

/// A connection, used by one thread.
package struct Database {
  let base: GRDB.Database

  init(_ base: GRDB.Database) { self.base = base }
}

extension Database {
  /// How many rows were inserted, changed or deleted since the connection was opened.
  package var changes: Int { Int(sqlite3_total_changes64(base.sqliteConnection)) }

  /// Runs a statement. Returns how many rows it inserted, changed or deleted.
  ///
  /// - Throws: `DatabaseError`, e.g. for a violated constraint.
  @discardableResult
  package func run(_ query: Query) throws -> Int {
    try each(query) { _ in }
    return Int(sqlite3_changes64(base.sqliteConnection))
  }

  /// Reads the rows of a result in turn.
  ///
  /// - Throws: `DatabaseError`, ``ColumnError``, and what `body` throws.
  package func each(_ query: Query, _ body: (Row) throws -> Void) throws {
    let statement = try Statement(query, on: self)
    defer { statement.end() }
    while let row = try statement.next() { try body(row) }
  }

  /// The first row, mapped by `make`; `nil` = there is none.
  package func first<Result>(_ query: Query, _ make: (Row) throws -> Result) throws -> Result? {
    let statement = try Statement(query, on: self)
    defer { statement.end() }
    return try statement.next().map(make)
  }

  /// All rows, mapped by `make`.
  package func all<Result>(_ query: Query, _ make: (Row) throws -> Result) throws -> [Result] {
    var found: [Result] = []
    try each(query) { found.append(try make($0)) }
    return found
  }

  /// The first row; `nil` = there is none.
  package func first<Record: FetchableRecord>(_ query: Query, as type: Record.Type = Record.self) throws
    -> Record?
  {
    try first(query) { try Record(row: $0) }
  }

  /// All rows.
  package func all<Record: FetchableRecord>(_ query: Query, as type: Record.Type = Record.self) throws
    -> [Record]
  {
    try all(query) { try Record(row: $0) }
  }

  /// The first column of the first row; `nil` = there is none, or it is NULL.
  package func first<Value: DatabaseValueConvertible>(
    _ query: Query, as type: Value.Type = Value.self
  ) throws -> Value? {
    try first(query) { try $0[0] as Value? } ?? nil
  }

  /// The first column of each row.
  package func all<Value: DatabaseValueConvertible>(
    _ query: Query, as type: Value.Type = Value.self
  ) throws -> [Value] {
    try all(query) { try $0[0] }
  }

  /// Whether there is a table of this name.
  package func hasTable(_ name: String) throws -> Bool {
    try exists("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = \(name)")
  }

  /// Whether the result has a row.
  package func exists(_ query: Query) throws -> Bool { try first(query) { _ in true } ?? false }
}

extension Database {
  /// The id returned by an `INSERT … RETURNING id`.
  ///
  /// - Throws: ``ColumnError`` when it returned nothing, e.g. for `ON CONFLICT DO NOTHING`.
  package func inserted<ID: DatabaseValueConvertible>(_ query: Query, as type: ID.Type = ID.self) throws -> ID
  {
    guard let id = try first(query, as: ID.self) else { throw ColumnError("id", "was not returned") }
    return id
  }
}
