import Columns
import Rollcall
import SQL

/// The pings of everybody in a workspace.
extension Track {
  /// Stored pings of one person that may be on the page.
  private struct Candidate {
    let person: Responder.ID
    let ends: ClosedRange<RowPlace>
    /// Finds them; `nil` = they are here.
    let key: (day: Int64, part: Int64)?
    var data: [UInt8] = []
  }

  /// The first `limit` pings of a range, in this direction.
  func everybody(
    of workspace: Workspace.ID, in range: ClosedRange<RowPlace>, going direction: RowMerge.Direction,
    limit: Int
  ) throws -> [HistoryPing] {
    var candidates = try fresh(of: workspace, in: range)
    switch direction {
    case .forwards:
      candidates +=
        try open(of: workspace, at: range.lowerBound)
        + begun(of: workspace, after: range.lowerBound, to: range.upperBound.time, limit: limit)
      candidates.sort { $0.ends.lowerBound < $1.ends.lowerBound }
    case .backwards:
      let latest = try latest(of: workspace, in: range, limit: limit)
      // A full page begins with the earliest of these or later: those before it that reach so far belong to it.
      let start = latest.count < limit ? range.lowerBound : latest.last?.ends.lowerBound ?? range.lowerBound
      candidates += try latest + open(before: start, of: workspace)
      candidates.sort { $0.ends.upperBound > $1.ends.upperBound }
    }
    let found = try RowMerge.first(limit, in: range, direction, of: candidates.map(\.ends)) { index in
      let candidate = candidates[index]
      if let key = candidate.key {
        candidates[index].data = try data(of: candidate.person, in: workspace, key.day, key.part)
      }
      let columns: ColumnSet<PingColumn> = [.effectiveAt, .id]
      return try Self.rows(candidates[index].data, of: candidate.person.rawValue, columns)
    }
    return try pings(found, candidates)
  }

  /// Chunk by chunk, so that each is unpacked once, and few are in memory.
  private func pings(_ found: [RowMerge.Found], _ candidates: [Candidate]) throws -> [HistoryPing] {
    var (pings, names): ([HistoryPing?], QueueNames) = (
      Array(repeating: nil, count: found.count), QueueNames()
    )
    for (chunk, places) in Dictionary(grouping: found.indices, by: { found[$0].chunk }) {
      let (person, data) = (candidates[chunk].person, candidates[chunk].data)
      let rows = try Self.rows(data, of: person.rawValue)
      for place in places {
        pings[place] = try HistoryPing(rows, found[place].row, of: person, &names, db)
      }
    }
    return pings.compactMap(\.self)
  }

  private func data(
    of person: Responder.ID, in workspace: Workspace.ID, _ day: Int64, _ part: Int64
  ) throws -> [UInt8] {
    try db.first(
      """
      SELECT data FROM chunk
      WHERE workspace_id = \(workspace) AND day = \(day) AND responder_id = \(person) AND part = \(part)
      """) ?? []
  }

  /// What is not in a chunk yet.
  private func fresh(of workspace: Workspace.ID, in range: ClosedRange<RowPlace>) throws -> [Candidate] {
    try db.all(
      """
      SELECT fresh.responder_id, first_at, last_at, data FROM responder
        CROSS JOIN fresh ON fresh.responder_id = responder.id
      WHERE responder.workspace_id = \(workspace) AND last_at >= \(range.lowerBound.time)
        AND first_at <= \(range.upperBound.time)
      """
    ) { row in
      let first = RowPlace(time: try row["first_at"], number: .min)
      let last = RowPlace(time: try row["last_at"], number: .max)
      return Candidate(
        person: try row["responder_id"], ends: first...max(first, last), key: nil, data: try row["data"])
    }
  }

  private static let candidates: Query = """
    SELECT responder_id, day, part, first_at, first_id, last_at FROM chunk INDEXED BY chunk_workspace
    """

  /// The chunks that began at a place or before it and reach its time. None is longer than its day.
  private func open(of workspace: Workspace.ID, at place: RowPlace) throws -> [Candidate] {
    let (day, overflow) = place.day.multipliedReportingOverflow(by: 86_400_000)
    return try db.all(
      """
      \(Self.candidates) WHERE workspace_id = \(workspace) AND first_at >= \(overflow ? .min : day)
        AND (first_at, first_id) <= (\(place.time), \(place.number)) AND last_at >= \(place.time)
      """, Self.candidate)
  }

  /// The chunks that began before a place, on its day, and reach its time.
  private func open(before place: RowPlace, of workspace: Workspace.ID) throws -> [Candidate] {
    try open(of: workspace, at: place).filter { $0.ends.lowerBound < place }
  }

  /// The last chunks that begin in a range. Each has a ping, so no more are needed than pings are wanted.
  private func latest(
    of workspace: Workspace.ID, in range: ClosedRange<RowPlace>, limit: Int
  ) throws -> [Candidate] {
    let (first, last) = (range.lowerBound, range.upperBound)
    return try db.all(
      """
      \(Self.candidates) WHERE workspace_id = \(workspace) AND first_at >= \(first.time) AND first_at <= \(last.time)
        AND (first_at, first_id) >= (\(first.time), \(first.number))
        AND (first_at, first_id) <= (\(last.time), \(last.number))
      ORDER BY first_at DESC, first_id DESC LIMIT \(limit)
      """, Self.candidate)
  }

  /// The first chunks that begin after a place. Each has a ping, so no more are needed than pings are wanted.
  private func begun(of workspace: Workspace.ID, after place: RowPlace, to: Int64, limit: Int) throws
    -> [Candidate]
  {
    try db.all(
      """
      \(Self.candidates) WHERE workspace_id = \(workspace) AND first_at <= \(to)
        AND (first_at, first_id) > (\(place.time), \(place.number))
      ORDER BY first_at, first_id LIMIT \(limit)
      """, Self.candidate)
  }

  private static func candidate(_ row: Row) throws -> Candidate {
    let first = RowPlace(time: try row["first_at"], number: try row["first_id"])
    let last = RowPlace(time: try row["last_at"], number: .max)
    return Candidate(
      person: try row["responder_id"], ends: first...max(first, last),
      key: (try row["day"], try row["part"]))
  }
}
