import Columns
import Rollcall
import SQL

/// Checks the stored pings and uploads: what no constraint of the tables can promise of what is packed.
struct TrackProblems {
  private let db: Database
  private var found: [String] = []
  /// The most that are told.
  private static let most = 100

  /// The problems, in words, without anything about where people were.
  static func find(_ db: Database) throws -> [String] {
    var problems = TrackProblems(db: db)
    let people = try db.all(
      """
      SELECT responder.id, responder.workspace_id, liveness.pings, liveness.uploads FROM responder JOIN liveness
        ON liveness.workspace_id = responder.workspace_id AND liveness.responder_id = responder.id
      ORDER BY responder.id
      """
    ) { row in
      (
        person: ResponderKey(try row["id"], in: try row["workspace_id"]), pings: try row["pings"] as Int64,
        uploads: try row["uploads"] as Int64
      )
    }
    for (person, pings, uploads) in people where problems.found.count < most {
      try problems.check(person, pings)
      problems.found += try UploadProblems.find(of: person, newest: uploads, db)
    }
    return Array(problems.found.prefix(most))
  }

  private init(db: Database) { self.db = db }

  /// What tells two pings apart.
  private struct Identity: Hashable {
    let raw: Int64?
    let sequence: Int64?
    let queue: Int64
    let variant: Int64
  }

  private mutating func check(_ person: ResponderKey, _ pings: Int64) throws {
    let queues = Set(try db.all("SELECT id FROM queue WHERE responder_id = \(person.id)", as: Int64.self))
    var (ids, identities): (Set<Int64>, Set<Identity>) = ([], [])
    var last: RowPlace?
    try db.each(
      """
      SELECT 'chunk of day ' || day || ', part ' || part AS name, day, first_id, last_id, * FROM chunk
      WHERE responder_id = \(person.id) ORDER BY last_at, last_id
      """
    ) { row in
      guard let rows = try check(row, of: person) else { return }
      let day: Int64 = try row["day"]
      let name: String = try row["name"]
      if let ends = rows.ends {
        if let last, ends.lowerBound <= last { tell("the \(name) overlaps the one before it", person) }
        last = ends.upperBound
        if ends.lowerBound.day != day || ends.upperBound.day != day {
          tell("the \(name) is of another day", person)
        }
        let told = try (row["first_id"] as Int64, row["last_id"] as Int64)
        if told != (ends.lowerBound.number, ends.upperBound.number) {
          tell("the \(name) begins or ends elsewhere than it says", person)
        }
      }
      check(rows, person, pings, queues, &ids, &identities)
    }
    try db.each("SELECT 'upload ' || number AS name, * FROM fresh WHERE responder_id = \(person.id)") { row in
      if let rows = try check(row, of: person) { check(rows, person, pings, queues, &ids, &identities) }
    }
  }

  /// Unpacks a row, and compares it with what stands beside it; `nil` = it is damaged.
  private mutating func check(_ row: Row, of person: ResponderKey) throws -> Rows<PingColumn>? {
    let name: String = try row["name"]
    guard let rows = try? Chunk(try row["data"]).pings(), let summary = ChunkSummary(rows) else {
      tell("the \(name) is damaged", person)
      return nil
    }
    let inside = PingSummary(rows)
    let isInOrder = (1..<max(1, rows.count)).allSatisfy { rows.cursor($0 - 1).row < rows.cursor($0).row }
    if !isInOrder { tell("the \(name) is not in order", person) }
    let told: [Int64?] = try [
      row["first_at"], row["last_at"], row["raw_first"], row["raw_last"], row["undated_first"],
      row["undated_last"], row["pings"], row["flags"], row["workspace_id"],
    ]
    let real: [Int64?] = [
      summary.first.time, summary.last.time, inside.recorded?.lowerBound, inside.recorded?.upperBound,
      inside.undated?.lowerBound, inside.undated?.upperBound, Int64(summary.count), inside.flags,
      person.workspace.rawValue,
    ]
    if told != real { tell("the \(name) holds something else than it says", person) }
    return rows
  }

  private mutating func check(
    _ rows: Rows<PingColumn>, _ person: ResponderKey, _ pings: Int64, _ queues: Set<Int64>,
    _ ids: inout Set<Int64>, _ identities: inout Set<Identity>
  ) {
    for row in 0..<rows.count {
      let id = rows.integer(.id, row) ?? 0
      if !ids.insert(id).inserted { tell("two positions have the id \(id)", person) }
      if id >> 32 != person.id.rawValue || id & 0xFFFF_FFFF > pings {
        tell("the id \(id) of a position is not one of theirs, or would be given again", person)
      }
      let queue = rows.integer(.queue, row) ?? 0
      if !queues.contains(queue) { tell("a position came by a queue that is not theirs", person) }
      let identity = Identity(
        raw: rows.integer(.recordedAt, row), sequence: rows.integer(.sequence, row), queue: queue,
        variant: rows.integer(.variant, row) ?? 0)
      // A position with neither a time nor a number is told apart by nothing.
      let hasIdentity = identity.raw != nil || identity.sequence != nil
      if hasIdentity, !identities.insert(identity).inserted { tell("a position is stored twice", person) }
      if (try? rows.position(row)) == nil || rows.effective(row) > rows.received(row) {
        tell("a position is not on Earth, or of the future", person)
      }
    }
  }

  private mutating func tell(_ problem: String, _ person: ResponderKey) {
    if found.count < Self.most { found.append("positions of responder \(person.id.rawValue): \(problem)") }
  }
}
