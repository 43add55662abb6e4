import Testing

@testable import SQL

/// Queries on a database in memory.
@Suite("SQL")
struct SQLTests {
  private enum Word: String, DatabaseValueConvertible { case open, closed }

  private struct Entry: FetchableRecord, Equatable {
    var id: Int64
    var name: String
    var word: Word?

    init(id: Int64, name: String, word: Word?) { (self.id, self.name, self.word) = (id, name, word) }

    init(row: Row) throws { self.init(id: try row["id"], name: try row["name"], word: try row["word"]) }
  }

  private func database(_ body: (Database) throws -> Void) throws {
    try DatabaseQueue().inDatabase { db in
      try db.run(
        "CREATE TABLE entry (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, word TEXT, number REAL) STRICT"
      )
      try body(db)
    }
  }

  @Test("What is interpolated is bound, never text of the statement")
  func bindsInterpolations() throws {
    let hostile = "'; DROP TABLE entry; --"
    let query: Query = "INSERT INTO entry (name) VALUES (\(hostile))"
    #expect(query.text == "INSERT INTO entry (name) VALUES (?)")
    try database { db throws in
      try db.run(query)
      #expect(try db.all("SELECT name FROM entry") == [hostile])
    }
  }

  @Test(
    "Texts keep what they are",
    arguments: ["", "a", "\u{0}", "ab\u{0}cd", "Žiga", "👩🏽‍🚒", String(repeating: "x", count: 70_000)])
  func keepsTexts(_ text: String) throws {
    try database { db throws in
      try db.run("INSERT INTO entry (name) VALUES (\(text))")
      #expect(try db.first("SELECT name FROM entry") == text)
      #expect(try db.first("SELECT length(CAST(name AS BLOB)) FROM entry") == text.utf8.count)
      #expect(try db.exists("SELECT 1 FROM entry WHERE name = \(text)"))
    }
  }

  @Test("Bytes keep what they are", arguments: [[], [0], [0, 255, 0], [UInt8](repeating: 7, count: 5_000)])
  func keepsBytes(_ bytes: [UInt8]) throws {
    try database { db throws in
      #expect(try db.first("SELECT \(bytes)") == bytes)
      #expect(try db.first("SELECT typeof(\(bytes))") == "blob")
    }
  }

  @Test(
    "Numbers keep what they are", arguments: [0, -0.0, 1.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude])
  func keepsNumbers(_ number: Double) throws {
    try database { db throws in
      let read = try #require(try db.first("SELECT \(number)", as: Double.self))
      #expect(read.bitPattern == number.bitPattern)
    }
  }

  @Test("A record is made of a row, and nil is NULL")
  func readsRecords() throws {
    try database { db throws in
      try db.run(
        "INSERT INTO entry (id, name, word) VALUES (1, 'a', \(Word.closed)), (2, 'b', \(nil as Word?))")
      let expected = [Entry(id: 1, name: "a", word: .closed), Entry(id: 2, name: "b", word: nil)]
      #expect(try db.all("SELECT * FROM entry ORDER BY id") == expected)
      #expect(try db.first("SELECT word, name, id FROM entry WHERE id = 2") == expected[1])
      #expect(try db.first("SELECT * FROM entry WHERE id = 3", as: Entry.self) == nil)
    }
  }

  @Test(
    "A column that does not hold what it must is an error that names it",
    arguments: [
      ("SELECT 1 AS id, 'a' AS name, 'ajar' AS word", "column word is not Word"),
      ("SELECT 1 AS id, NULL AS name, NULL AS word", "column name is NULL, not String"),
      ("SELECT 'x' AS id, 'a' AS name, NULL AS word", "column id is not Int64"),
      ("SELECT 1 AS id, 'a' AS name", "column word is not in the result"),
    ])
  func refusesOthers(_ text: String, _ problem: String) throws {
    try database { db throws in
      let error = #expect(throws: ColumnError.self) { try db.first(Query(trusted: text), as: Entry.self) }
      #expect(error?.description == problem)
    }
  }

  @Test("A number that has no room is an error", arguments: [Int64.max, -1, 256])
  func refusesOverflow(_ number: Int64) throws {
    try database { db throws in
      #expect(throws: ColumnError.self) { try db.first("SELECT \(number)", as: UInt8.self) }
    }
  }

  @Test("NULL in the first column is no value")
  func readsNoMaximum() throws {
    try database { db throws in #expect(try db.first("SELECT max(id) FROM entry", as: Int64.self) == nil) }
  }

  @Test("Parts are joined with their values in order")
  func joinsParts() throws {
    let conditions: [Query] = ["id > \(1)", "name <> \("c")"]
    let all = Query(conditions, separator: " AND ")
    let query: Query = "SELECT id FROM entry WHERE \(all) AND id IN \(list: [1, 2, 3]) ORDER BY id"
    #expect(query.text == "SELECT id FROM entry WHERE id > ? AND name <> ? AND id IN (?, ?, ?) ORDER BY id")
    #expect(!query.isKept)
    try database { db throws in
      for (id, name) in [(1, "a"), (2, "b"), (3, "c"), (4, "d")] {
        try db.run("INSERT INTO entry (id, name) VALUES (\(id), \(name))")
      }
      #expect(try db.all(query) == [2])
      #expect(try db.all("SELECT id FROM entry WHERE id IN \(list: [Int]())", as: Int.self) == [])
    }
  }

  @Test("A statement that is read may be used again further down")
  func nests() throws {
    try database { db throws in
      try db.run("INSERT INTO entry (name) VALUES ('a'), ('b')")
      func names() throws -> [String] {
        try db.all("SELECT name FROM entry ORDER BY name") { try $0["name"] }
      }
      var found: [String] = []
      try db.each("SELECT name FROM entry ORDER BY name") { row in
        let inner = try names()
        found.append(try row["name"] + inner.joined())
      }
      #expect(found == ["aab", "bab"])
    }
  }

  @Test("Of two columns with the same name the first is read, in whatever order")
  func readsTheFirstOfTwo() throws {
    try database { db throws in
      let read = try db.first("SELECT 1 AS id, 2 AS other, 3 AS id") { row in
        [try row["other"], try row["id"], try row["id"]] as [Int]
      }
      #expect(read == [2, 1, 1])
    }
  }

  @Test("A row that was left cannot be read")
  func refusesLeftRows() throws {
    try database { db throws in
      var kept: [Row] = []
      try db.each("SELECT 1 AS id UNION ALL SELECT 2") { kept.append($0) }
      for row in kept { #expect(throws: ColumnError.self) { try row["id"] as Int64 } }
    }
  }

  @Test("A statement says how many rows it changed, and a constraint is an error")
  func counts() throws {
    try database { db throws in
      #expect(try db.run("INSERT INTO entry (name) VALUES ('a'), ('b')") == 2)
      #expect(try db.run("UPDATE entry SET word = \(Word.open) WHERE name = 'a'") == 1)
      #expect(try db.first("INSERT INTO entry (name) VALUES ('c') RETURNING id") == 3)
      let error = #expect(throws: DatabaseError.self) { try db.run("INSERT INTO entry (name) VALUES ('a')") }
      #expect(error?.extendedResultCode == .constraintUnique)
      #expect(try db.run("DELETE FROM entry") == 3)
    }
  }
}
