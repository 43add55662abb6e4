import Columns
import SQL

/// The statements that write packed pings. Each value has the name of its column.
final class TrackStatements {
  let fresh: PreparedStatement
  let chunk: PreparedStatement

  init(_ db: Database) throws {
    fresh = try PreparedStatement(
      Self.replace(in: "fresh", key: ["responder_id", "number"], ["workspace_id"]), on: db)
    chunk = try PreparedStatement(
      Self.replace(
        in: "chunk", key: ["workspace_id", "day", "responder_id", "part"], ["first_id", "last_id"]), on: db)
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

  /// What both have.
  private static let packed = [
    "first_at", "last_at", "raw_first", "raw_last", "undated_first", "undated_last", "pings", "flags", "data",
  ]

  /// Inserts a row, or overwrites the one that is there.
  private static func replace(in table: String, key: [String], _ own: [String]) -> Query {
    let columns = own + packed
    let set = columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    let keys = key.joined(separator: ", ")
    return UploadStatements.insert(into: table, key + columns)
      + Query(trusted: " ON CONFLICT (\(keys)) DO UPDATE SET \(set)")
  }
}

extension TrackWrites {
  /// The statements that write packed pings, prepared on first use.
  func statements() throws -> TrackStatements {
    if let ready = memory.trackStatements { return ready }
    let statements = try TrackStatements(db)
    memory.trackStatements = statements
    return statements
  }
}
