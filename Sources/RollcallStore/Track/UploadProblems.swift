import Columns
import Rollcall
import SQL

/// Checks a person's stored uploads: what no constraint of the tables can promise of what is packed.
struct UploadProblems {
  private let person: ResponderKey
  /// The number of their last upload.
  private let newest: Int64
  /// The ids of their logins.
  private let sessions: Set<Int64>
  private var numbers: Set<Int64> = []
  private var found: [String] = []

  /// The problems of a person's uploads, in words.
  static func find(of person: ResponderKey, newest: Int64, _ db: Database) throws -> [String] {
    let sessions = try db.all("SELECT id FROM phone_session WHERE \(person.rows)", as: Int64.self)
    var problems = UploadProblems(person: person, newest: newest, sessions: Set(sessions))
    var last: RowPlace?
    try db.each(
      "SELECT * FROM upload_chunk WHERE responder_id = \(person.id) ORDER BY first_at, first_number"
    ) { row in
      guard let rows = try problems.unpack(row) else { return }
      if let ends = rows.ends {
        if let last, ends.lowerBound <= last { problems.tell("a chunk overlaps the one before it") }
        last = ends.upperBound
      }
      problems.check(rows)
    }
    problems.check(Rows(try db.track.latestUploads(of: person.id, from: .min, to: .max)))
    return problems.found
  }

  private init(person: ResponderKey, newest: Int64, sessions: Set<Int64>) {
    (self.person, self.newest, self.sessions) = (person, newest, sessions)
  }

  /// Unpacks a chunk, and compares it with what stands beside it; `nil` = it is damaged.
  private mutating func unpack(_ row: Row) throws -> Rows<UploadColumn>? {
    guard let rows = try? Chunk(try row["data"]).uploads(), let summary = ChunkSummary(rows) else {
      tell("the chunk of \(try row["first_at"] as Int64) is damaged")
      return nil
    }
    if !(1..<max(1, rows.count)).allSatisfy({ rows.place($0 - 1) < rows.place($0) }) {
      tell("a chunk is not in order")
    }
    let sent = UploadSummary(rows).sent
    let told: [Int64?] = try [
      row["first_at"], row["first_number"], row["last_at"], row["last_number"], row["sent_first"],
      row["sent_last"], row["uploads"], row["workspace_id"],
    ]
    let real: [Int64?] = [
      summary.first.time, summary.first.number, summary.last.time, summary.last.number, sent?.lowerBound,
      sent?.upperBound, Int64(summary.count), person.workspace.rawValue,
    ]
    if told != real { tell("a chunk holds something else than it says") }
    return rows
  }

  private mutating func check(_ rows: Rows<UploadColumn>) {
    for row in 0..<rows.count {
      let number = rows.integer(.number, row) ?? 0
      if !numbers.insert(number).inserted { tell("two have the number \(number)") }
      if !(1...max(1, newest)).contains(number) { tell("the number \(number) would be given again") }
      let (session, device) = (rows.integer(.session, row), rows.integer(.adapterDevice, row))
      if (session == nil) == (device == nil) {
        tell("one came neither from a login nor from another app, or from both")
      }
      if let session, !sessions.contains(session) { tell("one came from a login that is not theirs") }
      let (latest, effective) = (rows.integer(.latestPing, row), rows.integer(.latestEffectiveAt, row))
      if (latest == nil) != (effective == nil) { tell("one knows a latest position without its time") }
    }
  }

  private mutating func tell(_ problem: String) {
    found.append("uploads of responder \(person.id.rawValue): \(problem)")
  }
}
