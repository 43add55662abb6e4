import GRDBSQLite

/// A statement that is prepared once and run many times, with values bound by name. For the measured hot
/// path, where making a ``Query`` costs as much as running it.
///
/// ```swift
/// let grow = try PreparedStatement("UPDATE sequence_range SET last = :last WHERE queue_id = :queue", on: db)
/// grow.bind("last", range.upperBound)
/// grow.bind("queue", queue.id)
/// try grow.run()
/// ```
///
/// Each run needs all values anew. Not thread-safe; it must be released before its connection is closed.
package final class PreparedStatement {
  private let statement: Statement
  private let handle: OpaquePointer
  /// The names of the parameters, in their order.
  private let names: [[UInt8]]
  /// The address of the literal by which a parameter was last bound.
  private var found: [UnsafePointer<UInt8>?]
  /// The parameter to try first: binding in the order of the parameters finds each at once.
  private var next = 0
  /// A bit for each parameter that is bound.
  private var bound: UInt64 = 0
  private var problem: DatabaseError?

  /// Prepares a statement whose parameters are all named, as in `:queue`.
  package init(_ query: Query, on db: Database) throws {
    let statement = Statement(prepared: try db.prepare(query.text))
    names = (0..<sqlite3_bind_parameter_count(statement.handle)).map { place in
      // Without its colon. A parameter without a name could not be bound.
      sqlite3_bind_parameter_name(statement.handle, place + 1).map {
        Array(String(cString: $0).utf8.dropFirst())
      } ?? []
    }
    found = Array(repeating: nil, count: names.count)
    (self.statement, handle) = (statement, statement.handle)
    guard names.count <= UInt64.bitWidth, !names.contains([]) else {
      throw DatabaseError(misuse: "a value has no name, or there are too many", of: query.text)
    }
  }

  /// Binds an integer; `nil` = NULL. An error is thrown by the run.
  package func bind(_ name: StaticString, _ value: Int64?) {
    guard let place = place(of: name) else { return }
    let position = Int32(truncatingIfNeeded: place + 1)
    note(
      value.map { sqlite3_bind_int64(handle, position, $0) } ?? sqlite3_bind_null(handle, position), at: place
    )
  }

  /// Binds a number; `nil` = NULL.
  package func bind(_ name: StaticString, _ value: Double?) {
    guard let place = place(of: name) else { return }
    let position = Int32(truncatingIfNeeded: place + 1)
    note(
      value.map { sqlite3_bind_double(handle, position, $0) } ?? sqlite3_bind_null(handle, position),
      at: place)
  }

  /// Binds a text; `nil` = NULL.
  package func bind(_ name: StaticString, _ value: String?) { bind(name, stored: value.databaseValue) }

  /// Binds bytes; `nil` = NULL.
  package func bind(_ name: StaticString, _ value: [UInt8]?) { bind(name, stored: value.databaseValue) }

  /// Binds a stored value.
  package func bind(_ name: StaticString, stored value: SQLValue) {
    guard let place = place(of: name) else { return }
    note(statement.bind(value, at: Int32(truncatingIfNeeded: place + 1)), at: place)
  }

  private func note(_ code: Int32, at place: Int) {
    next = place + 1
    bound |= 1 << UInt64(truncatingIfNeeded: place)
    if code != SQLITE_OK { problem = problem ?? statement.failure }
  }

  /// Runs it.
  ///
  /// - Throws: `DatabaseError`, also for a value that is missing or unknown.
  package func run() throws { try each { _ in } }

  /// Runs it; returns the id of the inserted row. `RETURNING id` was measured to cost a third of the insert.
  package func insert() throws -> Int64 {
    try run()
    return sqlite3_last_insert_rowid(sqlite3_db_handle(handle))
  }

  /// Reads its rows in turn.
  package func each(_ body: (Row) throws -> Void) throws {
    defer { end() }
    try check()
    while let row = try statement.next() { try body(row) }
  }

  /// The first row, mapped by `make`; `nil` = there is none.
  package func first<Result>(_ make: (Row) throws -> Result) throws -> Result? {
    defer { end() }
    try check()
    return try statement.next().map(make)
  }

  private func place(of name: StaticString) -> Int? {
    // The name is the same literal each time, so its address identifies the parameter found before.
    if next < found.count, name.hasPointerRepresentation, found[next] == name.utf8Start { return next }
    return search(name)
  }

  private func search(_ name: StaticString) -> Int? {
    guard let place = name.withUTF8Buffer({ name in names.firstIndex { $0.elementsEqual(name) } }) else {
      problem = DatabaseError(misuse: "no value is called \(name)", of: statement.sql)
      return nil
    }
    if name.hasPointerRepresentation { found[place] = name.utf8Start }
    return place
  }

  private func check() throws {
    if let problem { throw problem }
    guard bound.nonzeroBitCount == names.count else {
      throw DatabaseError(misuse: "a value is missing", of: statement.sql)
    }
  }

  private func end() {
    statement.end()
    (next, bound, problem) = (0, 0, nil)
  }
}
