import Columns
import Rollcall
import SQL

/// Packs the old uploads, one person after the other, in the order in which they were received.
struct ConversionUploads {
  let target: ConversionTarget
  let meter: ConversionMeter
  private let statements: TrackStatements
  /// About how many uploads there are in one transaction: those of whole people.
  private let slice: Int64
  /// How many are packed at once.
  private static let most = 2 * Chunk.maximumRows
  private static let name = "upload"

  private var db: Database { target.db }

  init(target: ConversionTarget, meter: ConversionMeter, slice: Int64) throws {
    (self.target, self.meter, self.slice) = (target, meter, slice)
    statements = try TrackStatements(target.db)
  }

  /// How many are packed already.
  static func done(_ db: Database) throws -> Int64 {
    try db.first("SELECT coalesce(sum(uploads), 0) FROM upload_chunk") ?? 0
  }

  /// Packs what is missing. The people are there already.
  func run() throws {
    var step = try target.step(Self.name) ?? ConversionTarget.Step(place: .min)
    while !step.isDone {
      let packed = try target.write {
        let packed = try packSlice(&step)
        try target.save(step, of: Self.name)
        return packed
      }
      try meter.add(packed)
    }
  }

  private func packSlice(_ step: inout ConversionTarget.Step) throws -> Int64 {
    var packed: Int64 = 0
    while packed < slice {
      let next = try db.first(
        "SELECT id, workspace_id FROM main.responder WHERE id > \(step.place) ORDER BY id LIMIT 1"
      ) { row in ResponderKey(try row["id"], in: try row["workspace_id"]) }
      guard let next else {
        step.isDone = true
        break
      }
      packed += try pack(next)
      step.place = next.id.rawValue
    }
    return packed
  }

  /// Packs a person's uploads; how many there were.
  private func pack(_ person: ResponderKey) throws -> Int64 {
    var (waiting, number): ([UploadRow], Int64) = ([], 0)
    // The latest chunk, which may have room.
    var last: Rows<UploadColumn>?
    try db.each(
      """
      SELECT \(OldLayout.uploadColumns) FROM source.upload INDEXED BY upload_responder
      WHERE responder_id = \(person.id) ORDER BY received_at, id
      """
    ) { row in
      number += 1
      waiting.append(try OldLayout.upload(row, number: number))
      if waiting.count == Self.most {
        last = try write(waiting, after: last, isEnd: false, of: person)
        waiting.removeAll(keepingCapacity: true)
      }
    }
    _ = try write(waiting, after: last, isEnd: true, of: person)
    return number
  }

  /// Writes the chunks that are full, or all; returns the rows of the one that is not written.
  private func write(
    _ rows: [UploadRow], after last: Rows<UploadColumn>?, isEnd: Bool, of person: ResponderKey
  ) throws -> Rows<UploadColumn>? {
    let parts: [ChunkMerge.Part<UploadColumn>]
    do {
      parts = try ChunkMerge.join(last.map { [$0] } ?? [], Rows(rows), limit: TrackWrites.chunkSize)
    } catch { throw Track.damage("uploads", error, of: person.id.rawValue) }
    for part in isEnd ? parts[...] : parts.dropLast() { try statements.write(part, of: person) }
    return isEnd ? nil : parts.last?.rows
  }
}
