import SQL

/// A table that a conversion carries over row by row.
struct ConversionTable: Sendable {
  let name: String
  /// The columns that are written, each with what it gets.
  let columns: [(name: String, content: Query)]
  /// Whether its rows have a number by which they are copied in slices; else it is copied as a whole.
  let isSliced: Bool

  var query: Query { Query(trusted: name) }
  var names: Query { Query(columns.map { Query(trusted: $0.name) }, separator: ", ") }
  var contents: Query { Query(columns.map { $0.content }, separator: ", ") }

  /// The tables of an old file, in today's order.
  ///
  /// - Throws: `StoreError.invalid` for a table or a column that today's schema does not have.
  static func all(in old: Database, _ layout: OldLayout) throws -> [ConversionTable] {
    let today = try DatabaseQueue()
    defer { try? today.close() }
    return try today.inDatabase { new in
      try Schema.make(in: new)
      let (before, now) = try (names(in: old), names(in: new))
      for table in before where !now.contains(table) && !OldLayout.left.contains(table) {
        throw StoreError.invalid("it has a table that this program does not know: \(table)")
      }
      return try now.filter { before.contains($0) && !OldLayout.left.contains($0) }.map { table in
        try ConversionTable(table, before: columns(of: table, in: old), now: new, layout)
      }
    }
  }

  private init(_ name: String, before: [String], now: Database, _ layout: OldLayout) throws {
    let today = try Self.columns(of: name, in: now)
    for column in before where !today.contains(column) {
      throw StoreError.invalid("its table \(name) has a column that this program does not know: \(column)")
    }
    self.name = name
    columns = today.compactMap { column in
      let same = before.contains(column) ? Query(trusted: column) : nil
      return (layout.content(of: column, in: name) ?? same).map { (column, $0) }
    }
    isSliced = try now.exists("SELECT 1 FROM pragma_table_list WHERE name = \(name) AND wr = 0")
  }

  private static func names(in db: Database) throws -> [String] {
    try db.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY rowid"
    )
  }

  private static func columns(of table: String, in db: Database) throws -> [String] {
    try db.all("SELECT name FROM pragma_table_info(\(table)) ORDER BY cid")
  }
}
