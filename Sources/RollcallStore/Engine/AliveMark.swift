import Rollcall
import SQL

/// The row that proves that this server was alive and able to write.
enum AliveMark {
  /// The longest time between two marks of a server that is awake, milliseconds; longer means that it was
  /// away.
  static let longestGap = Store.Options.longestGapOfServer

  /// Whether a clock that reads `reading` was set back. A small correction does not count: time stands still
  /// until it has caught up with the mark.
  static func isSetBack(_ mark: Timestamp, to reading: Timestamp) -> Bool { mark.since(reading) > longestGap }

  /// The stored mark.
  struct Row: Equatable {
    /// The mark; `nil` in a new database.
    var at: Timestamp?
    /// The same instant as far as it is certain: earlier than the mark if a clock in doubt wrote it.
    var certain: Timestamp?
    /// Milliseconds since the machine was started, then; `nil` = not known.
    var uptime: Milliseconds?
    /// The machine's boot id then; empty = not known.
    var boot = ""
    /// Whether a clock in doubt wrote the mark.
    var isAdopted = false
  }

  /// The mark, or `nil` in a new database.
  static func read(_ db: Database) throws -> Timestamp? {
    try db.first("SELECT at FROM alive WHERE id = 1 AND at > 0")
  }

  /// The mark with the values stored beside it.
  static func row(_ db: Database) throws -> Row {
    guard let at = try read(db) else { return Row() }
    return try db.first("SELECT * FROM alive WHERE id = 1") { row in
      let certain: Timestamp? = try row["certain_at"]
      return Row(
        at: at, certain: certain ?? at, uptime: try row["uptime"], boot: try row["boot"],
        isAdopted: certain != nil)
    } ?? Row()
  }

  /// Writes the mark of a clock that is not judged.
  static func write(_ at: Timestamp, _ db: Database) throws {
    try write(Row(at: at, certain: at), db)
  }

  /// Writes the mark with the values stored beside it.
  static func write(_ row: Row, _ db: Database) throws {
    try db.run(
      """
      UPDATE alive SET at = \(row.at?.milliseconds ?? 0),
        certain_at = \(row.isAdopted ? row.certain?.milliseconds : nil), uptime = \(row.uptime), boot = \(row.boot)
      WHERE id = 1
      """)
  }
}
