import Columns
import Rollcall
import SQL

/// Writes uploads: a row each, and every so many of a person packed with those before them.
extension TrackWrites {
  /// How many of a person are packed at once.
  static let packedUploads: Int64 = 32

  /// Stores an upload, and packs the person's latest when enough have come.
  func store(_ upload: UploadRow, of person: ResponderKey) throws {
    try transaction.tracking.uploadStatements().insert(upload, of: person)
    if upload.number % Self.packedUploads == 0 { try packUploads(of: person) }
  }

  /// Joins a person's latest uploads with their chunks.
  private func packUploads(of person: ResponderKey) throws {
    let new = Rows(try db.track.latestUploads(of: person.id, from: .min, to: .max))
    guard let ends = new.ends else { return }
    let chunks = try db.track.uploadLeaves(of: person.id, from: ends.lowerBound)
    let touched = ChunkMerge.touched(chunks, by: ends, limit: Self.chunkSize)
    var (stored, freed): ([Rows<UploadColumn>], [RowPlace]) = ([], [])
    for chunk in chunks[touched] {
      do {
        stored.append(try db.track.uploads(at: chunk.ends.lowerBound, of: person.id))
        freed.append(chunk.ends.lowerBound)
      } catch is StoreError {
        // As with positions, a damaged chunk stays as it is, and what is new is stored beside it.
      }
    }
    try write(stored, new, inPlaceOf: freed, of: person)
    try db.run("DELETE FROM upload WHERE responder_id = \(person.id)")
  }

  /// Writes what is left of a chunk of uploads.
  func replaceUploads(at place: RowPlace, by rows: Rows<UploadColumn>, of person: ResponderKey) throws {
    try write([], rows, inPlaceOf: [place], of: person)
  }

  private func write(
    _ stored: [Rows<UploadColumn>], _ new: Rows<UploadColumn>, inPlaceOf freed: [RowPlace],
    of person: ResponderKey
  ) throws {
    let parts: [ChunkMerge.Part<UploadColumn>]
    do { parts = try ChunkMerge.join(stored, new, limit: Self.chunkSize) } catch {
      throw Track.damage("uploads", error, of: person.id.rawValue)
    }
    let kept = parts.compactMap { $0.rows.ends?.lowerBound }
    for place in freed where !kept.contains(place) {
      try db.run("DELETE FROM upload_chunk WHERE \(Track.uploadChunk(at: place, of: person.id))")
    }
    for part in parts { try statements().write(part, of: person) }
  }

  /// Deletes uploads of a person's span that are not packed, at most `limit`, the first ones first.
  func deleteLatestUploads(of person: ResponderKey, in span: TimeSpan, upTo limit: Int) throws -> TakenTimes {
    var taken = TakenTimes()
    try db.each(
      """
      DELETE FROM upload WHERE responder_id = \(person.id) AND (received_at, number) IN (
        SELECT received_at, number FROM upload WHERE responder_id = \(person.id)
          AND received_at >= \(span.from) AND received_at < \(span.to)
        ORDER BY received_at, number LIMIT \(limit))
      RETURNING received_at AS gone
      """
    ) { row in
      let instant: Timestamp = try row["gone"]
      taken.add(1, instant, instant)
    }
    return taken
  }
}

extension UploadStatements {
  fileprivate func insert(_ row: UploadRow, of person: ResponderKey) throws {
    upload.bind("responder_id", person.id)
    upload.bind("received_at", row.receivedAt)
    upload.bind("number", row.number)
    upload.bind("workspace_id", person.workspace)
    upload.bind("session_id", row.session)
    upload.bind("sent_at", row.sentAt)
    upload.bind("stored", row.stored)
    upload.bind("duplicates", row.duplicates)
    upload.bind("expired", row.expired)
    upload.bind("rejected", row.rejected)
    upload.bind("permission", row.permission)
    upload.bind("location_services", row.locationServices)
    upload.bind("power_mode", row.powerMode)
    upload.bind("app_state", row.appState)
    upload.bind("queue_depth", row.queueDepth)
    upload.bind("oldest_entry_age_s", row.oldestEntryAge)
    upload.bind("network", row.network)
    upload.bind("interval_s", row.interval)
    upload.bind("adapter_device_id", row.adapterDevice)
    upload.bind("latest_ping_id", row.latestPing)
    upload.bind("latest_effective_at", row.latestEffectiveAt)
    upload.bind("known_battery", row.knownBattery)
    upload.bind("low_power", row.lowPower ? 1 : 0)
    upload.bind("backlog", row.backlog ? 1 : 0)
    upload.bind("confirmed_at", row.confirmedAt)
    try upload.run()
  }
}
