import Crypto
import SQL

/// The tables of a file: created in one go, and never changed in an existing file.
///
/// `docs/store.md` explains the tables to operators. The schema enforces that a row belongs to one workspace,
/// references exist, and values are in range. Times are milliseconds since 1970 (UTC); coordinates are stored
/// exactly as sent. `json_valid` is not used in a CHECK: with `trusted_schema = OFF` SQLite 3.40 refuses to
/// run it from a schema.
enum Schema {
  /// Which tables a file has.
  enum Found: Equatable {
    /// None: it is new.
    case none
    /// Those of this build.
    case current
    /// Tables of another build, with its mark.
    case other(Int32)
  }

  /// The statements that make it.
  static let text = [
    idSchema, fleetSchema, trackingSchema, livenessSchema, auditSchema, dispatchSchema, pushSchema,
    memberSchema, accessSchema, privacySchema, adapterSchema, fieldSchema, mapSchema, reportSchema,
    doubtSchema, noticeSchema, alertSchema, retentionSchema, scheduleSchema, statementMailSchema,
  ].joined(separator: "\n")

  /// The mark of a file with these tables.
  static let mark = mark(of: text)

  /// A number that differs for each schema text, ignoring comments and indentation. Never 0, the value of a
  /// file without a mark.
  static func mark(of text: String) -> Int32 {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("--") }
    let hash = SHA256.hash(data: Array(lines.joined(separator: "\n").utf8))
    return hash.prefix(4).reduce(0) { $0 << 8 | Int32($1) } | 1
  }

  /// Finds out which tables a file has.
  static func found(in db: Database) throws -> Found {
    let mark = try db.first("PRAGMA user_version", as: Int32.self) ?? 0
    if mark == Self.mark { return .current }
    return try mark == 0 && !db.exists("SELECT 1 FROM sqlite_schema") ? .none : .other(mark)
  }

  /// Creates the tables in a new file, all or none.
  ///
  /// - Throws: `StoreError.invalid` for a file of another build.
  static func make(in db: Database) throws {
    guard try found(in: db) == .none else { return try refuseOther(db) }
    try db.execute(sql: Query(trusted: text))
    try db.run("INSERT INTO alive (id, at) VALUES (1, 0)")
    try db.execute(sql: Query(trusted: "PRAGMA user_version = \(mark)"))
  }

  /// Refuses a file of another build without changing it.
  ///
  /// - Throws: `StoreError.invalid`.
  static func refuseOther(_ db: Database) throws {
    guard case .other(let mark) = try found(in: db) else { return }
    throw StoreError.invalid("the database was \(origin(of: mark)), and \(advice(for: mark))")
  }

  /// Which build a file comes from.
  static func origin(of mark: Int32) -> String {
    if mark == ConversionTarget.mark { return "begun by a conversion" }
    return
      "made by another build of Rollcall (schema \(hexadecimal(mark)), this build has \(hexadecimal(Self.mark)))"
  }

  /// The advice for a file of another build.
  static func advice(for mark: Int32) -> String {
    switch mark {
    case OldLayout.mark: "`rollcall convert` moves it into a new file, with the server stopped"
    case ConversionTarget.mark: "it is not complete: the same `rollcall convert` goes on with it"
    default:
      "there is no upgrade until 1.0.0: export what you need with the build that made it, or start with a new file"
    }
  }

  private static func hexadecimal(_ mark: Int32) -> String { String(UInt32(bitPattern: mark), radix: 16) }
}

/// The counters of ids.
let idSchema = """
  -- The last id of each table whose rows have one. A table's name is missing until its first row.
  CREATE TABLE id_counter (
    name TEXT PRIMARY KEY,
    last INTEGER NOT NULL CHECK (last > 0)
  ) STRICT, WITHOUT ROWID;
  """
