import Columns
import Foundation
import Rollcall

@testable import RollcallStore
@testable import SQL

/// A person of whom every table has a row, and every column something unmistakable: made beside the rules of the tables,
/// so that a table or column that is new takes part without a word here.
final class MarkedPerson {
  /// What stands in a column, as it was written.
  struct Mark: CustomStringConvertible {
    let table: String
    let column: String
    let value: SQLValue
    var description: String { "\(table).\(column)" }

    /// The bytes by which it would be found in a file; a number as SQLite writes it.
    var bytes: [UInt8] {
      switch value {
      case .null: []
      case .integer(let number): withUnsafeBytes(of: number.bigEndian) { Array($0.drop { $0 == 0 }) }
      case .real(let number): withUnsafeBytes(of: number.bitPattern.bigEndian) { Array($0) }
      case .text(let text): Array(text.utf8)
      case .blob(let bytes): bytes
      }
    }

    /// Whether it is a text.
    var isText: Bool { if case .text = value { true } else { false } }
  }

  private struct Column {
    let name: String
    let type: String
  }

  let fixture: TestStore
  let id: Responder.ID
  private(set) var marks: [Mark] = []
  private var counter: Int64 = 0

  /// Somebody with a name, a number and an external id.
  init() throws {
    fixture = try TestStore()
    id = try fixture.store.fleet.addResponders(
      [NewResponder(name: "Marker Person", phone: "+38640999888", externalID: "MARKER-EXT")], slug: "north")[
        0]
    _ = try fixture.phone(name: "Somebody Else")
    try fixture.store.pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      // What refers to a row comes after it.
      for table in PersonalData.tables.reversed() { try mark(table, db) }
      try db.execute(sql: "PRAGMA ignore_check_constraints = OFF; PRAGMA foreign_keys = ON")
    }
  }

  /// The mark of a column.
  func mark(_ table: String, _ column: String) -> Mark? {
    marks.last { $0.table == table && $0.column == column }
  }

  private func mark(_ table: PersonalTable, _ db: Database) throws {
    let columns = try db.all("SELECT name, type FROM pragma_table_info(\(table.name))") { row in
      Column(name: try row["name"], type: try row["type"])
    }
    let values = columns.map { column in fixed(table.name, column.name) ?? fresh(column, table.name) }
    marks += zip(columns, values).map { Mark(table: table.name, column: $0.name, value: $1) }
    if ["responder", "liveness"].contains(table.name) { return try overwrite(table, columns, values, db) }
    let names = columns.map(\.name).joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    var insert = Query(trusted: "INSERT INTO \(table.name) (\(names)) VALUES (\(places))")
    insert.values = values
    try db.run(insert)
  }

  /// Rows that are there already.
  private func overwrite(
    _ table: PersonalTable, _ columns: [Column], _ values: [SQLValue], _ db: Database
  ) throws {
    let set = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
    var update = Query(trusted: "UPDATE \(table.name) SET \(set) WHERE \(table.key) = \(id.rawValue)")
    update.values = values
    try db.run(update)
  }

  /// What must be right for the row to be theirs, or to be read at all.
  private func fixed(_ table: String, _ column: String) -> SQLValue? {
    switch (table, column) {
    case ("responder", "id"), (_, "responder_id"): id.rawValue.databaseValue
    case (_, "workspace_id"): 1.databaseValue
    case ("responder", "name"): "Marker Person".databaseValue
    case ("responder", "phone"): "+38640999888".databaseValue
    case ("responder", "external_id"): "MARKER-EXT".databaseValue
    case ("responder", "profile"): "responder".databaseValue
    case ("responder", "erased_at"), ("responder", "erased_by"), ("responder", "scrubbed_at"): .null
    case ("responder", "active"): 1.databaseValue
    // Only of somebody inactive.
    case ("responder", "merged_into"): .null
    case ("responder", "duty_rule"): #"{"rule":"reporting"}"#.databaseValue
    // Either an offer or a reason.
    case ("drill_person", "offer_id"): .null
    case ("otp_number", "number_hash"): OTPNumberKey.of("+38640999888").databaseValue
    case ("phone_refresh", "session_id"): mark("phone_session", "id")?.value
    case ("sequence_range", "queue_id"): mark("queue", "id")?.value
    case ("adapter_drop", "device_id"): mark("adapter_device", "id")?.value
    case ("alert_act", "alert_id"), ("alert_person", "alert_id"): mark("alert", "id")?.value
    case ("alert", "kind"): AlertKind.responderOffline.rawValue.databaseValue
    case ("alert", "scope"): "\(id.rawValue)".databaseValue
    case ("audit", "subject"): "responder \(id.rawValue)".databaseValue
    case ("privacy_request", "kind"): "export".databaseValue
    case ("chunk", "data"), ("fresh", "data"): Self.pings(table).databaseValue
    case ("upload_chunk", "data"): ((try? UploadColumn.encode(Rows([Self.upload]))) ?? []).databaseValue
    case ("liveness", "pings"): 7.databaseValue
    case ("liveness", "flaps"), ("phone_session", "clock"): "[]".databaseValue
    default: nil
    }
  }

  /// A position with a value in every column.
  static func ping(_ table: String) -> PingRow {
    var ping = PingRow()
    let base: Int64 = table == "chunk" ? 7_654_320_000_000 : 7_654_319_000_000
    (ping.effectiveAt, ping.recordedAt, ping.receivedAt) = (base + 1, base + 2, base + 3)
    (ping.id, ping.flags, ping.onDuty, ping.timeSource) = (base, 1, true, 1)
    (ping.latitude, ping.longitude, ping.queue, ping.sequence) = (46.123456789, 14.123456789, 1, base + 4)
    (ping.isMock, ping.variant, ping.accuracy, ping.speed) = (1, 1, 12.25, 3.5)
    (ping.heading, ping.altitude, ping.source, ping.battery) = (271.5, 612.75, 2, 0.5)
    (ping.signal, ping.visit, ping.fixAge, ping.confirmedAt) = (2, base + 5, 1.5, base + 6)
    return ping
  }

  /// A packed upload with a value in every column.
  static var upload: UploadRow {
    var upload = UploadRow()
    let base: Int64 = 7_654_318_000_000
    (upload.receivedAt, upload.number, upload.sentAt, upload.session) = (
      base + 1, base + 2, base + 3, base + 4
    )
    (upload.stored, upload.duplicates, upload.expired, upload.rejected) = (11, 12, 13, 14)
    (upload.latestPing, upload.latestEffectiveAt, upload.confirmedAt) = (base + 5, base + 6, base + 7)
    (upload.knownBattery, upload.lowPower, upload.backlog) = (0.75, true, true)
    (upload.permission, upload.locationServices, upload.powerMode, upload.appState) = (1, 1, 1, 1)
    (upload.queueDepth, upload.oldestEntryAge, upload.network, upload.interval) = (15, 1.25, 1, 60)
    upload.adapterDevice = base + 8
    return upload
  }

  private static func pings(_ table: String) -> [UInt8] {
    (try? PingColumn.encode(Rows([ping(table)]))) ?? []
  }

  private func fresh(_ column: Column, _ table: String) -> SQLValue {
    counter += 1
    switch column.type {
    // Six bytes in the file, and an instant that can be read.
    case "INTEGER": return (7_654_321_000_000 + counter * 1_001).databaseValue
    case "REAL": return (0.123456789 + Double(counter) / 1_024).databaseValue
    case "BLOB": return Data("marker-\(table)-\(column.name)-\(counter)".utf8).databaseValue
    default: return "marker-\(table)-\(column.name)-\(counter)".databaseValue
    }
  }
}
