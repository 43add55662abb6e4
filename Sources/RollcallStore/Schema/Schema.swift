import Crypto
import SQL

/// The tables of a file: made in one go, and never changed in a file that has others.
///
/// What a table holds for an operator: `docs/store.md`. The schema keeps the promises: a row belongs to one workspace,
/// references exist, values are in range. Times are milliseconds since 1970 (UTC); coordinates are stored exactly as sent.
/// `json_valid` is no CHECK: with `trusted_schema = OFF` SQLite 3.40 refuses to run it from a schema.
enum Schema {
  /// Which tables a file has.
  enum Found: Equatable {
    /// None: it is new.
    case none
    /// Those of this build.
    case current
    /// Those of another build, with the mark that it left.
    case other(Int32)
  }

  /// The statements that make it.
  static let text = [
    idSchema, fleetSchema, trackingSchema, livenessSchema, auditSchema, dispatchSchema, pushSchema,
    memberSchema, accessSchema, privacySchema, adapterSchema, fieldSchema, mapSchema, reportSchema,
    doubtSchema, noticeSchema, alertSchema, retentionSchema, scheduleSchema,
  ].joined(separator: "\n")

  /// What a file is marked with.
  static let mark = mark(of: text)

  /// Another number for each other text, but for comments and indentation. Never 0: so a file is marked that has no mark.
  static func mark(of text: String) -> Int32 {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.hasPrefix("--") }
    let hash = SHA256.hash(data: Array(lines.joined(separator: "\n").utf8))
    return hash.prefix(4).reduce(0) { $0 << 8 | Int32($1) } | 1
  }

  /// Looks which tables a file has.
  static func found(in db: Database) throws -> Found {
    let mark = try db.first("PRAGMA user_version", as: Int32.self) ?? 0
    if mark == Self.mark { return .current }
    return try mark == 0 && !db.exists("SELECT 1 FROM sqlite_schema") ? .none : .other(mark)
  }

  /// Makes the tables in a new file, whole or not at all.
  ///
  /// - Throws: `StoreError.invalid` for a file of another build.
  static func make(in db: Database) throws {
    guard try found(in: db) == .none else { return try refuseOther(db) }
    try db.execute(sql: Query(trusted: text))
    try db.run("INSERT INTO alive (id, at) VALUES (1, 0)")
    try db.execute(sql: Query(trusted: "PRAGMA user_version = \(mark)"))
  }

  /// Refuses a file of another build, without a change to it.
  ///
  /// - Throws: `StoreError.invalid`.
  static func refuseOther(_ db: Database) throws {
    guard case .other(let mark) = try found(in: db) else { return }
    throw StoreError.invalid(
      "the database was \(origin(of: mark)), and there is no upgrade until 1.0.0: \(advice)")
  }

  /// Where a file of another build comes from.
  static func origin(of mark: Int32) -> String {
    "made by another build of Rollcall (schema \(hexadecimal(mark)), this build has \(hexadecimal(Self.mark)))"
  }

  /// What to do with a file of another build.
  static let advice = "export what you need with the build that made it, or start with a new file"

  private static func hexadecimal(_ mark: Int32) -> String { String(UInt32(bitPattern: mark), radix: 16) }
}
