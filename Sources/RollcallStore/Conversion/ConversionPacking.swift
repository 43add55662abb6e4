import Columns
import Rollcall
import SQL

/// Packs the old positions, a workspace and a day (UTC) after the other.
struct ConversionPacking {
  let target: ConversionTarget
  let meter: ConversionMeter
  private let statements: TrackStatements
  /// About how many positions there are in one transaction: whole days.
  private let slice: Int64

  private var db: Database { target.db }

  init(target: ConversionTarget, meter: ConversionMeter, slice: Int64) throws {
    (self.target, self.meter, self.slice) = (target, meter, slice)
    statements = try TrackStatements(target.db)
  }

  /// Packs what is missing.
  func run() throws {
    try meter.begin(.packing, after: try db.first("SELECT coalesce(sum(pings), 0) FROM chunk") ?? 0)
    for workspace in try db.all("SELECT id FROM workspace ORDER BY id", as: Workspace.ID.self) {
      let name = "ping-\(workspace.rawValue)"
      let people = try db.all(
        "SELECT id FROM responder WHERE workspace_id = \(workspace) ORDER BY id", as: Responder.ID.self
      ).map { ResponderKey($0, in: workspace) }
      var step = try target.step(name) ?? ConversionTarget.Step(place: .min)
      while !step.isDone {
        let packed = try target.write {
          let packed = try packSlice(of: workspace, people, &step)
          try target.save(step, of: name)
          return packed
        }
        try meter.add(packed)
      }
    }
  }

  private func packSlice(
    of workspace: Workspace.ID, _ people: [ResponderKey], _ step: inout ConversionTarget.Step
  ) throws -> Int64 {
    var packed: Int64 = 0
    while packed < slice {
      let next = try db.first(
        """
        SELECT min(effective_at) FROM source.ping
        WHERE workspace_id = \(workspace) AND effective_at > \(step.place)
        """, as: Int64.self)
      guard let next else {
        step.isDone = true
        break
      }
      let day = RowPlace.day(of: next)
      let end = Self.end(of: day)
      for person in people { packed += try pack(day, from: next, until: end, of: person) }
      step.place = end
    }
    return packed
  }

  /// The last millisecond of a day.
  private static func end(of day: Int64) -> Int64 {
    let (start, isFar) = (day + 1).multipliedReportingOverflow(by: 86_400_000)
    return isFar ? .max : start - 1
  }

  /// Packs a person's positions of a day; how many there were.
  private func pack(
    _ day: Int64, from first: Int64, until end: Int64, of person: ResponderKey
  ) throws -> Int64 {
    var chunks = DayChunks(day: day, person: person, statements: statements)
    try db.each(
      """
      SELECT \(OldLayout.columns) FROM source.ping INDEXED BY ping_responder
      WHERE responder_id = \(person.id) AND effective_at BETWEEN \(first) AND \(end)
      ORDER BY effective_at, id
      """
    ) { row in try chunks.add(OldLayout.ping(row, of: person.id)) }
    if chunks.count > 0 { try chunks.write(all: true) }
    return chunks.count
  }
}

/// The chunks of one person and day while they are filled.
private struct DayChunks {
  let day: Int64
  let person: ResponderKey
  let statements: TrackStatements
  /// How many positions came.
  private(set) var count: Int64 = 0
  private var waiting: [PingRow] = []
  /// The latest chunk, which may have room.
  private var last: Rows<PingColumn>?
  private var part: Int64 = 0

  init(day: Int64, person: ResponderKey, statements: TrackStatements) {
    (self.day, self.person, self.statements) = (day, person, statements)
  }

  /// Adds the next position.
  mutating func add(_ ping: PingRow) throws {
    waiting.append(ping)
    count += 1
    if waiting.count == Chunk.maximumRows { try write(all: false) }
  }

  /// Writes the chunks that are full, or all.
  mutating func write(all: Bool) throws {
    let parts: [ChunkMerge.Part<PingColumn>]
    do {
      parts = try ChunkMerge.join(last.map { [$0] } ?? [], Rows(waiting), limit: TrackWrites.chunkSize)
    } catch { throw Track.damage("positions", error, of: person.id.rawValue) }
    waiting.removeAll(keepingCapacity: true)
    last = all ? nil : parts.last?.rows
    for full in all ? parts[...] : parts.dropLast() {
      part += 1
      try statements.write(full.bytes, full.rows, to: .chunk(day: day, part: part), of: person)
    }
  }
}
