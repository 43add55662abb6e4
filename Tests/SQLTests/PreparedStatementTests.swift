import Testing

@testable import SQL

/// A statement that is run again and again.
@Suite("Prepared statement")
struct PreparedStatementTests {
  private func database(_ body: (Database) throws -> Void) throws {
    try DatabaseQueue().inDatabase { db in
      try db.run(
        "CREATE TABLE entry (id INTEGER PRIMARY KEY, name TEXT NOT NULL, size REAL, bytes BLOB) STRICT")
      try body(db)
    }
  }

  @Test("A value goes where its name is, in whatever order it is bound")
  func bindsByName() throws {
    try database { db throws in
      let insert = try PreparedStatement(
        "INSERT INTO entry (name, size, bytes) VALUES (:name, :size, :bytes)", on: db)
      insert.bind("bytes", [1, 2])
      insert.bind("size", 0.5)
      insert.bind("name", "a\u{0}b")
      #expect(try insert.insert() == 1)
      for name in ["b", ""] {
        insert.bind("name", name)
        insert.bind("size", nil as Double?)
        insert.bind("bytes", [])
        try insert.run()
      }
      let rows = try db.all("SELECT * FROM entry ORDER BY id") { row in
        "\(try row["name"] as String) \((try row["size"] as Double?) ?? -1) \(try row["bytes"] as [UInt8])"
      }
      #expect(rows == ["a\u{0}b 0.5 [1, 2]", "b -1.0 []", " -1.0 []"])
    }
  }

  @Test("A value that is used twice is bound once")
  func bindsOnce() throws {
    try database { db throws in
      let select = try PreparedStatement("SELECT :a + :b + :a AS sum", on: db)
      select.bind("a", Int64(10))
      select.bind("b", Int64(1))
      #expect(try select.first { try $0["sum"] } == 21)
    }
  }

  @Test("A value that is missing, also after a run that had it, is an error, and so is one without a place")
  func refusesOthers() throws {
    try database { db throws in
      let select = try PreparedStatement("SELECT :a AS a, :b AS b", on: db)
      func read() throws -> [Int64]? { try select.first { [try $0["a"], try $0["b"]] } }
      for _ in 1...2 {
        select.bind("a", Int64(1))
        #expect(throws: DatabaseError.self) { try read() }
        select.bind("a", Int64(1))
        select.bind("b", Int64(2))
        #expect(try read() == [1, 2])
        select.bind("a", Int64(1))
        select.bind("b", Int64(2))
        select.bind("c", Int64(3))
        #expect(throws: DatabaseError.self) { try read() }
      }
    }
  }

  @Test("After an error, and after rows that were not read, it can be run again")
  func goesOn() throws {
    try database { db throws in
      let insert = try PreparedStatement("INSERT INTO entry (id, name) VALUES (:id, :name)", on: db)
      for (name, isRefused) in [(nil, true), ("a", false), ("a", true)] as [(String?, Bool)] {
        insert.bind("id", Int64(7))
        insert.bind("name", name)
        #expect((try? insert.run()) == nil ? isRefused : !isRefused)
      }
      let walk = try PreparedStatement("SELECT 1 AS n UNION ALL SELECT 2", on: db)
      for _ in 1...2 { #expect(try walk.first { try $0["n"] } == 1) }
      var all: [Int] = []
      try walk.each { all.append(try $0["n"]) }
      #expect(all == [1, 2])
    }
  }

  @Test(
    "A value without a name is refused when the statement is prepared",
    arguments: ["SELECT \(1)", "SELECT ?2"])
  func refusesPlaces(_ query: Query) throws {
    try database { db throws in
      #expect(throws: DatabaseError.self) { try PreparedStatement(query, on: db) }
    }
  }
}
