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
  SELECT workspace_id, responder_id, queue_id, sequence, recorded_at_raw, effective_at, received_at, flags, on_duty,
    lat, lng, accuracy_m, speed_mps, heading_deg, battery_level FROM ping ORDER BY responder_id, effective_at
  """, source)
/// How many positions of a person were stored before; ids are made of it.
let counted = prepare("SELECT pings FROM liveness WHERE workspace_id = ? AND responder_id = ?", target)
let count = prepare("UPDATE liveness SET pings = ? WHERE workspace_id = ? AND responder_id = ?", target)
func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(rows, column) }
func number(_ column: Int32) -> Double { sqlite3_column_double(rows, column) }

func storedBefore(of person: Int64, in workspace: Int64) -> Int64 {
  sqlite3_bind_int64(counted, 1, workspace)
  sqlite3_bind_int64(counted, 2, person)
  defer { sqlite3_reset(counted) }
  return sqlite3_step(counted) == SQLITE_ROW ? sqlite3_column_int64(counted, 0) : 0
}

func save(_ pings: Int64, of person: Int64, in workspace: Int64) {
  for (index, value) in [pings, workspace, person].enumerated() { sqlite3_bind_int64(count, Int32(index + 1), value) }
  check(sqlite3_step(count), target)
  check(sqlite3_reset(count), target)
}

var (pings, all): ([PingRow], Int) = ([], 0)
var (workspace, person, day, stored): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
while sqlite3_step(rows) == SQLITE_ROW {
  var ping = PingRow()
  (ping.queue, ping.sequence, ping.recordedAt) = (integer(2), integer(3), integer(4))
  (ping.effectiveAt, ping.receivedAt) = (integer(5), integer(6))
  (ping.flags, ping.onDuty, ping.source) = (integer(7), integer(8) != 0, 0)
  (ping.latitude, ping.longitude, ping.accuracy) = (number(9), number(10), number(11))
  (ping.speed, ping.heading, ping.battery) = (number(12), number(13), number(14))
  let today = RowPlace(time: ping.effectiveAt, number: 0).day
  if integer(1) != person || today != day {
    try writer.write(pings, of: person, in: workspace)
    pings.removeAll(keepingCapacity: true)
    day = today
  }
  if integer(1) != person {
    if person > 0 { save(stored, of: person, in: workspace) }
    (workspace, person) = (integer(0), integer(1))
    stored = storedBefore(of: person, in: workspace)
  }
  stored += 1
  ping.id = person << 32 + stored
  pings.append(ping)
  all += 1
}
try writer.write(pings, of: person, in: workspace)
if person > 0 { save(stored, of: person, in: workspace) }
_ = try packUploads(source, target)
check(sqlite3_exec(target, "COMMIT", nil, nil, nil), target)
print(all)
