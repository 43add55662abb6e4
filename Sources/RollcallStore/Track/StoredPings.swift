import Columns
import Rollcall
import SQL

/// Pings of one person as they lie in one row of the database.
struct StoredPings {
  /// The row.
  enum Key: Hashable {
    /// What an upload brought on a day, by the lowest id in it.
    case fresh(number: Int64)
    /// A chunk.
    case chunk(day: Int64, part: Int64)
  }

  let key: Key
  let rows: Rows<PingColumn>
}

extension Track {
  /// The rows that may hold pings of a person with this time by the phone's clock.
  func recorded(at time: Timestamp, _ responder: Responder.ID) throws -> [StoredPings.Key] {
    try keys(
      of: responder, index: "chunk_recorded", "raw_last >= \(time) AND raw_first <= \(time)")
  }

  /// The rows that may hold pings of a person with this number that no phone has timed.
  func undated(_ sequence: Int64, _ responder: Responder.ID) throws -> [StoredPings.Key] {
    try keys(
      of: responder, index: "chunk_undated", "undated_last >= \(sequence) AND undated_first <= \(sequence)")
  }

  /// The rows that may hold a ping at a place.
  func rows(at place: HistoryCursor, of responder: Responder.ID) throws -> [StoredPings.Key] {
    try keys(
      of: responder, index: "chunk_responder",
      "last_at >= \(place.effective) AND last_at < \(place.effective.advanced(by: 86_400_000)) AND first_at <= \(place.effective)"
    )
  }

  private func keys(
    of responder: Responder.ID, index: Query, _ condition: Query
  ) throws -> [StoredPings.Key] {
    let fresh = try db.all("SELECT number FROM fresh WHERE responder_id = \(responder) AND \(condition)") {
      StoredPings.Key.fresh(number: try $0.whole(0))
    }
    return try fresh
      + db.all(
        "SELECT day, part FROM chunk INDEXED BY \(index) WHERE responder_id = \(responder) AND \(condition)"
      ) { StoredPings.Key.chunk(day: try $0.whole(0), part: try $0.whole(1)) }
  }

  /// One row of a person, unpacked.
  func stored(_ key: StoredPings.Key, of person: ResponderKey) throws -> StoredPings {
    let data =
      switch key {
      case .fresh(let number):
        try db.first(
          "SELECT data FROM fresh WHERE responder_id = \(person.id) AND number = \(number)", as: [UInt8].self)
      case .chunk(let day, let part):
        try db.first(
          """
          SELECT data FROM chunk WHERE workspace_id = \(person.workspace) AND day = \(day)
            AND responder_id = \(person.id) AND part = \(part)
          """, as: [UInt8].self)
      }
    return StoredPings(key: key, rows: try Self.rows(data ?? [], of: person.id.rawValue))
  }
}
