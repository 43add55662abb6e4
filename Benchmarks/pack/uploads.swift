import CSQLite
import Columns

/// Packs the rows of the table `upload` of one file as chunks of another, numbers them, and returns how many they were.
func packUploads(_ source: OpaquePointer?, _ target: OpaquePointer?) throws -> Int {
  let exists = prepare("SELECT 1 FROM sqlite_schema WHERE name = 'upload'", source)
  guard sqlite3_step(exists) == SQLITE_ROW else { return 0 }
  let rows = prepare(
    """
    SELECT workspace_id, responder_id, session_id, received_at, sent_at, stored, latest_ping_id, latest_effective_at,
      known_battery FROM upload ORDER BY responder_id, received_at
    """, source)
  let writer = UploadWriter(target)
  var (uploads, all): ([UploadRow], Int) = ([], 0)
  var (workspace, person, number): (Int64, Int64, Int64) = (0, 0, 0)
  func integer(_ column: Int32) -> Int64? {
    sqlite3_column_type(rows, column) == SQLITE_NULL ? nil : sqlite3_column_int64(rows, column)
  }
  while sqlite3_step(rows) == SQLITE_ROW {
    if integer(1) != person {
      try writer.write(uploads, of: person, in: workspace)
      uploads.removeAll(keepingCapacity: true)
      (workspace, person) = (integer(0) ?? 0, integer(1) ?? 0)
      number = writer.storedBefore(of: person)
    }
    number += 1
    var upload = UploadRow()
    (upload.receivedAt, upload.number, upload.stored) = (integer(3) ?? 0, number, integer(5) ?? 0)
    (upload.session, upload.sentAt) = (integer(2), integer(4))
    (upload.latestPing, upload.latestEffectiveAt) = (integer(6), integer(7))
    upload.knownBattery = integer(8) == nil ? nil : sqlite3_column_double(rows, 8)
    (upload.permission, upload.locationServices, upload.powerMode) = (0, 1, 0)
    (upload.appState, upload.queueDepth, upload.network) = (1, 0, 1)
    uploads.append(upload)
    all += 1
  }
  try writer.write(uploads, of: person, in: workspace)
  return all
}

/// Writes the uploads of one person.
private struct UploadWriter {
  private static let limit = 1_900
  private let db: OpaquePointer?
  private let insert: OpaquePointer?
  private let counted: OpaquePointer?
  private let count: OpaquePointer?

  init(_ db: OpaquePointer?) {
    self.db = db
    insert = prepare(
      """
      INSERT INTO upload_chunk (responder_id, first_at, first_number, workspace_id, last_at, last_number, sent_first,
        sent_last, uploads, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, db)
    counted = prepare("SELECT uploads FROM liveness WHERE responder_id = ?", db)
    count = prepare("UPDATE liveness SET uploads = ? WHERE responder_id = ?", db)
  }

  /// How many uploads of a person there were before; their numbers go on.
  func storedBefore(of person: Int64) -> Int64 {
    sqlite3_bind_int64(counted, 1, person)
    defer { sqlite3_reset(counted) }
    return sqlite3_step(counted) == SQLITE_ROW ? sqlite3_column_int64(counted, 0) : 0
  }

  func write(_ uploads: [UploadRow], of person: Int64, in workspace: Int64) throws {
    guard let newest = uploads.last?.number else { return }
    for part in try ChunkMerge.join([], Rows(uploads), limit: Self.limit) {
      guard let ends = ChunkSummary(part.rows) else { continue }
      let sent = UploadSummary(part.rows).sent
      let values: [Int64?] = [
        person, ends.first.time, ends.first.number, workspace, ends.last.time, ends.last.number, sent?.lowerBound,
        sent?.upperBound, Int64(ends.count),
      ]
      for (index, value) in values.enumerated() {
        let place = Int32(index + 1)
        check(value.map { sqlite3_bind_int64(insert, place, $0) } ?? sqlite3_bind_null(insert, place), db)
      }
      _ = part.bytes.withUnsafeBytes { bytes in
        sqlite3_bind_blob(insert, 10, bytes.baseAddress, Int32(bytes.count), nil)
        return sqlite3_step(insert)
      }
      check(sqlite3_reset(insert), db)
    }
    sqlite3_bind_int64(count, 1, newest)
    sqlite3_bind_int64(count, 2, person)
    check(sqlite3_step(count), db)
    check(sqlite3_reset(count), db)
  }
}
