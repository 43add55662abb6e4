import CSQLite
import Columns

/// Ends the program unless a call of SQLite went well.
func check(_ code: Int32, _ db: OpaquePointer?) {
  guard code == SQLITE_OK || code == SQLITE_DONE else {
    fatalError("SQLite: \(db.map { String(cString: sqlite3_errmsg($0)) } ?? "\(code)")")
  }
}

func open(_ path: String) -> OpaquePointer? {
  var db: OpaquePointer?
  check(sqlite3_open(path, &db), db)
  return db
}

func prepare(_ sql: String, _ db: OpaquePointer?) -> OpaquePointer? {
  var statement: OpaquePointer?
  check(sqlite3_prepare_v2(db, sql, -1, &statement, nil), db)
  return statement
}

/// Writes the positions of one person and day.
struct ChunkWriter {
  private static let limit = 1_900
  private let db: OpaquePointer?
  private let insert: OpaquePointer?

  init(_ db: OpaquePointer?) {
    self.db = db
    insert = prepare(
      """
      INSERT INTO chunk (workspace_id, day, responder_id, part, first_id, last_id, first_at, last_at, raw_first,
        raw_last, undated_first, undated_last, pings, flags, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, db)
  }

  func write(_ pings: [PingRow], of person: Int64, in workspace: Int64) throws {
    guard !pings.isEmpty else { return }
    let parts = try ChunkMerge.join([], Rows(pings), limit: Self.limit)
    for (number, part) in parts.enumerated() {
      guard let ends = ChunkSummary(part.rows) else { continue }
      let inside = PingSummary(part.rows)
      let values: [Int64?] = [
        workspace, ends.first.day, person, Int64(number + 1), ends.first.number, ends.last.number, ends.first.time,
        ends.last.time, inside.recorded?.lowerBound, inside.recorded?.upperBound, inside.undated?.lowerBound,
        inside.undated?.upperBound, Int64(ends.count), inside.flags,
      ]
      for (index, value) in values.enumerated() {
        let place = Int32(index + 1)
        check(value.map { sqlite3_bind_int64(insert, place, $0) } ?? sqlite3_bind_null(insert, place), db)
      }
      _ = part.bytes.withUnsafeBytes { bytes in
        sqlite3_bind_blob(insert, 15, bytes.baseAddress, Int32(bytes.count), nil)
        return sqlite3_step(insert)
      }
      check(sqlite3_reset(insert), db)
    }
  }
}

let path = CommandLine.arguments
guard path.count == 3 else { fatalError("pack ROWS DATABASE") }
let (source, target) = (open(path[1]), open(path[2]))
check(sqlite3_exec(target, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN", nil, nil, nil), target)
let writer = ChunkWriter(target)
let rows = prepare(
  """
  SELECT workspace_id, responder_id, id, queue_id, sequence, recorded_at_raw, effective_at, received_at, flags, on_duty,
    lat, lng, accuracy_m, speed_mps, heading_deg, battery_level FROM ping ORDER BY rowid
  """, source)
func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(rows, column) }
func number(_ column: Int32) -> Double { sqlite3_column_double(rows, column) }

var (pings, count): ([PingRow], Int) = ([], 0)
var (workspace, person, day): (Int64, Int64, Int64) = (0, 0, 0)
while sqlite3_step(rows) == SQLITE_ROW {
  var ping = PingRow()
  (ping.id, ping.queue, ping.sequence) = (integer(2), integer(3), integer(4))
  (ping.recordedAt, ping.effectiveAt, ping.receivedAt) = (integer(5), integer(6), integer(7))
  (ping.flags, ping.onDuty, ping.source) = (integer(8), integer(9) != 0, 0)
  (ping.latitude, ping.longitude, ping.accuracy) = (number(10), number(11), number(12))
  (ping.speed, ping.heading, ping.battery) = (number(13), number(14), number(15))
  let place = RowPlace(time: ping.effectiveAt, number: ping.id)
  if integer(1) != person || place.day != day {
    try writer.write(pings, of: person, in: workspace)
    pings.removeAll(keepingCapacity: true)
    (workspace, person, day) = (integer(0), integer(1), place.day)
  }
  pings.append(ping)
  count += 1
}
try writer.write(pings, of: person, in: workspace)
check(sqlite3_exec(target, "COMMIT", nil, nil, nil), target)
print(count)
