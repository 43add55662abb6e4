import Columns
import SQL

/// The statements that write packed pings and uploads. Each value has the name of its column.
final class TrackStatements {
  let fresh: PreparedStatement
  let chunk: PreparedStatement
  let uploadChunk: PreparedStatement

  init(_ db: Database) throws {
    fresh = try PreparedStatement(
      Self.replace(in: "fresh", key: ["responder_id", "number"], ["workspace_id"] + Self.packed), on: db)
    chunk = try PreparedStatement(
      Self.replace(
        in: "chunk", key: ["workspace_id", "day", "responder_id", "part"],
        ["first_id", "last_id"] + Self.packed), on: db)
    uploadChunk = try PreparedStatement(
      Self.replace(
        in: "upload_chunk", key: ["responder_id", "first_at", "first_number"],
        ["workspace_id", "last_at", "last_number", "sent_first", "sent_last", "uploads", "data"]), on: db)
  }

  /// Writes a row with what is kept beside its pings.
  func write(
    _ bytes: [UInt8], _ rows: Rows<PingColumn>, to key: StoredPings.Key, of person: ResponderKey
  ) throws {
    guard let summary = ChunkSummary(rows) else { return }
    let found = PingSummary(rows)
    let row: PreparedStatement
    switch key {
    case .fresh(let number):
      row = fresh
      row.bind("workspace_id", person.workspace)
      row.bind("responder_id", person.id)
      row.bind("number", number)
    case .chunk(let day, let part):
      row = chunk
      row.bind("workspace_id", person.workspace)
      row.bind("day", day)
      row.bind("responder_id", person.id)
      row.bind("part", part)
      row.bind("first_id", summary.first.number)
      row.bind("last_id", summary.last.number)
    }
    row.bind("first_at", summary.first.time)
    row.bind("last_at", summary.last.time)
    row.bind("raw_first", found.recorded?.lowerBound)
    row.bind("raw_last", found.recorded?.upperBound)
    row.bind("undated_first", found.undated?.lowerBound)
    row.bind("undated_last", found.undated?.upperBound)
    row.bind("pings", summary.count)
    row.bind("flags", found.flags)
    row.bind("data", bytes)
    try row.run()
  }

  /// Writes packed uploads with what is kept beside them.
  func write(_ part: ChunkMerge.Part<UploadColumn>, of person: ResponderKey) throws {
    guard let summary = ChunkSummary(part.rows) else { return }
    let sent = UploadSummary(part.rows).sent
    uploadChunk.bind("responder_id", person.id)
    uploadChunk.bind("first_at", summary.first.time)
    uploadChunk.bind("first_number", summary.first.number)
    uploadChunk.bind("workspace_id", person.workspace)
    uploadChunk.bind("last_at", summary.last.time)
    uploadChunk.bind("last_number", summary.last.number)
    uploadChunk.bind("sent_first", sent?.lowerBound)
    uploadChunk.bind("sent_last", sent?.upperBound)
    uploadChunk.bind("uploads", summary.count)
    uploadChunk.bind("data", part.bytes)
    try uploadChunk.run()
  }

  /// What both tables of positions have.
  private static let packed = [
    "first_at", "last_at", "raw_first", "raw_last", "undated_first", "undated_last", "pings", "flags", "data",
  ]

  /// Inserts a row, or overwrites the one that is there.
  private static func replace(in table: String, key: [String], _ columns: [String]) -> Query {
    let set = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let keys = key.joined(separator: ", ")
    return UploadStatements.insert(into: table, key + columns)
      + Query(trusted: " ON CONFLICT (\(keys)) DO UPDATE SET \(set)")
  }
}

extension TrackWrites {
  /// The statements that write packed pings and uploads, prepared on first use.
  func statements() throws -> TrackStatements {
    if let ready = memory.trackStatements { return ready }
    let statements = try TrackStatements(db)
    memory.trackStatements = statements
    return statements
  }
}
