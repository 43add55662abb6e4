import Columns
import Rollcall
import SQL

/// Writes packed pings and uploads: as they came, and joined in chunks.
struct TrackWrites: TransactionPart {
  let transaction: WriteTransaction

  /// The most bytes of a chunk, unless it has one ping alone: four rows fit on a page.
  static let chunkSize = 1_900
  /// How many rows a person has beside their chunks before they are joined with them, and their bytes.
  private static let (mostFresh, mostFreshBytes) = (16, 8_192)

  /// Stores pings of one upload, and joins them with the person's chunks when enough have come.
  func store(_ pings: [PingRow], of person: ResponderKey) throws {
    guard !pings.isEmpty else { return }
    for (_, rows) in Rows(pings).days() {
      try statements().write(
        try encode(rows, of: person), rows, to: .fresh(number: Self.lowestID(rows)), of: person)
    }
    let (count, bytes) =
      try db.first("SELECT count(*), total(length(data)) FROM fresh WHERE responder_id = \(person.id)") {
        row in
        (try row.whole(0), try row.number(1) ?? 0)
      } ?? (0, 0)
    if count >= Self.mostFresh || bytes >= Double(Self.mostFreshBytes) { try join(of: person) }
  }

  /// Joins what uploads brought with a person's chunks.
  private func join(of person: ResponderKey) throws {
    let fresh = try db.all("SELECT data FROM fresh WHERE responder_id = \(person.id)") { row in
      try Track.rows(try row[0], of: person.id.rawValue)
    }
    for (day, rows) in Rows.joined(fresh).days() { try join(rows, on: day, of: person) }
    try db.run("DELETE FROM fresh WHERE responder_id = \(person.id)")
  }

  private func join(_ new: Rows<PingColumn>, on day: Int64, of person: ResponderKey) throws {
    guard let ends = new.ends else { return }
    let chunks = try chunks(on: day, of: person)
    let touched = ChunkMerge.touched(chunks.map(\.leaf), by: ends, limit: Self.chunkSize)
    var (stored, freed): ([Rows<PingColumn>], [Int64]) = ([], [])
    for chunk in chunks[touched] {
      do {
        stored.append(try db.track.stored(.chunk(day: day, part: chunk.part), of: person).rows)
        freed.append(chunk.part)
      } catch is StoreError {
        // A damaged chunk stays as it is, and whoever reads its time is told so. What is new is stored beside it: a
        // phone must not fall silent for it.
      }
    }
    try write(try parts(stored, new, of: person), to: freed, after: chunks.map(\.part).max(), day, person)
  }

  /// The chunks of a day by time, without their pings.
  private func chunks(
    on day: Int64, of person: ResponderKey
  ) throws -> [(part: Int64, leaf: ChunkMerge.Leaf)] {
    try db.all(
      """
      SELECT part, first_at, first_id, last_at, last_id, length(data) FROM chunk
      WHERE workspace_id = \(person.workspace) AND day = \(day) AND responder_id = \(person.id)
      ORDER BY last_at, last_id
      """
    ) { row in
      let first = RowPlace(time: try row.whole(1), number: try row.whole(2))
      let last = RowPlace(time: try row.whole(3), number: try row.whole(4))
      return (
        try row.whole(0),
        ChunkMerge.Leaf(ends: first...max(first, last), size: Int(clamping: try row.whole(5)))
      )
    }
  }

  /// Writes chunks of a day in place of others, and deletes those that are left over.
  ///
  /// - Parameter highest: the highest number of a chunk of that day.
  private func write(
    _ parts: [ChunkMerge.Part<PingColumn>], to freed: [Int64], after highest: Int64?, _ day: Int64,
    _ person: ResponderKey
  ) throws {
    var numbers = freed[...]
    var last = highest ?? 0
    for part in parts {
      if numbers.isEmpty { last += 1 }
      let number = numbers.popFirst() ?? last
      try statements().write(part.bytes, part.rows, to: .chunk(day: day, part: number), of: person)
    }
    for number in numbers { try delete(.chunk(day: day, part: number), of: person) }
  }

  /// Writes what is left of a row, or what was changed in it.
  func replace(_ key: StoredPings.Key, by rows: Rows<PingColumn>, of person: ResponderKey) throws {
    guard rows.count > 0 else { return try delete(key, of: person) }
    switch key {
    case .fresh: try statements().write(try encode(rows, of: person), rows, to: key, of: person)
    case .chunk(let day, let part):
      let highest = try db.first(
        """
        SELECT max(part) FROM chunk
        WHERE workspace_id = \(person.workspace) AND day = \(day) AND responder_id = \(person.id)
        """, as: Int64.self)
      try write(try parts([], rows, of: person), to: [part], after: highest, day, person)
    }
  }

  /// Deletes a row.
  func delete(_ key: StoredPings.Key, of person: ResponderKey) throws {
    switch key {
    case .fresh(let number):
      try db.run("DELETE FROM fresh WHERE responder_id = \(person.id) AND number = \(number)")
    case .chunk(let day, let part):
      try db.run(
        """
        DELETE FROM chunk WHERE workspace_id = \(person.workspace) AND day = \(day)
          AND responder_id = \(person.id) AND part = \(part)
        """)
    }
  }

  /// The row of a ping, and its number there; `nil` = it is gone.
  func find(
    _ place: HistoryCursor, of person: ResponderKey
  ) throws -> (stored: StoredPings, row: Int)? {
    for key in try db.track.rows(at: place, of: person.id) {
      let stored = try db.track.stored(key, of: person)
      if let row = (0..<stored.rows.count).first(where: { stored.rows.cursor($0) == place }) {
        return (stored, row)
      }
    }
    return nil
  }

  private func parts(
    _ stored: [Rows<PingColumn>], _ new: Rows<PingColumn>, of person: ResponderKey
  ) throws -> [ChunkMerge.Part<PingColumn>] {
    do { return try ChunkMerge.join(stored, new, limit: Self.chunkSize) } catch {
      throw Track.damage("positions", error, of: person.id.rawValue)
    }
  }

  private func encode(_ rows: Rows<PingColumn>, of person: ResponderKey) throws -> [UInt8] {
    do { return try PingColumn.encode(rows) } catch {
      throw Track.damage("positions", error, of: person.id.rawValue)
    }
  }

  private static func lowestID(_ rows: Rows<PingColumn>) -> Int64 {
    (0..<rows.count).compactMap { rows.integer(.id, $0) }.min() ?? 0
  }
}

extension WriteTransaction {
  /// The stored pings and uploads.
  var track: TrackWrites { TrackWrites(transaction: self) }
}
