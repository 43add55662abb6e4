// For its members; its names would stand beside those of `SQL`.
import struct GRDB.StatementArguments

@testable import SQL

extension Database {
  /// How SQLite would carry a statement out, whatever its values.
  func plan(of sql: String) throws -> [String] {
    let explain = Statement(prepared: try prepare("EXPLAIN QUERY PLAN \(sql)"))
    defer { explain.end() }
    var steps: [String] = []
    while let row = try explain.next() { steps.append(try row["detail"]) }
    return steps
  }

  /// The instructions of SQLite's machine that carry a statement out.
  func instructions(of sql: String) throws -> [String] {
    let explain = Statement(prepared: try prepare("EXPLAIN \(sql)"))
    defer { explain.end() }
    var names: [String] = []
    while let row = try explain.next() { names.append(try row["opcode"]) }
    return names
  }

  /// Tells the text of each statement that reads or writes rows from now on.
  func listen(_ tell: @escaping @Sendable (String) -> Void) {
    base.trace(options: .statement) { event in
      guard case .statement(let statement) = event else { return }
      let sql = statement.sql
      if ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(where: { sql.hasPrefix($0) }) { tell(sql) }
    }
  }
}
