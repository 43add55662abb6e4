import Foundation
import SQL

/// The old file of a conversion, looked at without changing it.
struct ConversionSource {
  let path: String
  let layout: OldLayout
  let tables: [ConversionTable]
  /// Tells it from other files, and from what it was before a server wrote to it again.
  let origin: String
  /// How many positions it has.
  let positions: Int64
  /// How many rows its other tables have, by table.
  let rows: [String: Int64]

  /// Reads a file that no server has open.
  ///
  /// - Throws: `StoreError.invalid` when it is not of the old layout, or has more than this program knows.
  init(_ path: String) throws {
    self = try BackupCheck.look(at: path) { db in
      try ConnectionSettings.refuseForeign(db)
      try Self.refuseOther(db)
      return try ConversionSource(path, db)
    }
    // A backup tells by its own sum whether it is as it was made.
    if try BackupCheck.look(at: path, BackupSum.isIn) { try BackupSum.check(path, leavingAlone: true) }
  }

  private init(_ path: String, _ db: Database) throws {
    self.path = path
    let layout = try OldLayout(db)
    self.layout = layout
    tables = try ConversionTable.all(in: db, layout)
    // Each commit of a server moves its alive mark.
    let sums = try ["alive", "id_counter", "audit_head"].map { table in
      try RowSum.of("SELECT * FROM \(Query(trusted: table))", in: db).description
    }
    origin = (sums + ["\(layout.highest)"]).joined(separator: ", ")
    positions = try db.first("SELECT count(*) FROM ping") ?? 0
    rows = try Dictionary(
      (tables.map { $0.query } + [OldLayout.uploads]).map {
        ("\($0)", try db.first("SELECT count(*) FROM \($0)") ?? 0)
      },
      uniquingKeysWith: { first, _ in first })
  }

  private static func refuseOther(_ db: Database) throws {
    switch try Schema.found(in: db) {
    case .current: throw StoreError.invalid("its tables are this build's already: it needs no conversion")
    case .other(OldLayout.mark): return
    case .other(let mark):
      throw StoreError.invalid("it was \(Schema.origin(of: mark)), and \(Schema.advice(for: mark))")
    case .none: throw StoreError.invalid("it has no tables")
    }
  }

  /// How much space a new file takes at most, bytes: what is not positions as it is, and positions packed.
  var needed: Int64 {
    let bytes = DatabaseFile.length(of: path) + DatabaseFile.length(of: path + "-wal")
    return max(0, bytes - positions &* 160) &+ positions &* 40 &+ (1 << 20)
  }
}
