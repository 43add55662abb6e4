import Columns
import Rollcall
import SQL

/// Reads the stored pings, uploads and queues. No other statement names their tables, except that which writes an
/// upload.
struct Track {
  let db: Database
  /// Pings of the upload at hand that are not stored yet; all are of one person, whose pings alone are read.
  var unsaved = Rows<PingColumn>()
}

extension Database {
  /// The stored pings, uploads and queues.
  var track: Track { Track(db: self) }
}

extension Track {
  /// The id of a person's ping, by how many of theirs were stored before: it is unique in the whole file, and survives
  /// their deletion.
  static func id(ofPing number: Int64, of person: Responder.ID) -> Int64 { person.rawValue << 32 + number }

  /// Whose a ping is, by its id.
  static func person(ofPing id: Int64) -> Responder.ID { Responder.ID(id >> 32) }

  /// The newest time by the phone's clock of the person of a row of `responder`.
  static let newestRaw: Query = """
    (SELECT max(newest) FROM (
      SELECT max(raw_last) AS newest FROM chunk WHERE chunk.responder_id = responder.id
      UNION ALL SELECT max(raw_last) FROM fresh WHERE fresh.responder_id = responder.id))
    """

  /// The ids of a person's queues, for `IN`.
  static func queues(of responder: Responder.ID) -> Query {
    "(SELECT id FROM queue WHERE responder_id = \(responder))"
  }
}

extension Rows where Name == PingColumn {
  /// What ``counts(_:)`` looks at.
  static var counting: ColumnSet<PingColumn> { [.timeSource, .flags, .onDuty] }

  /// The reasons to doubt a ping.
  func flags(_ row: Int) -> DoubtFlags { DoubtFlags(rawValue: integer(.flags, row) ?? 0) }

  /// Whether a ping was sent on duty.
  func isOnDuty(_ row: Int) -> Bool { integer(.onDuty, row) == 1 }

  /// Whether a ping has a time of its own, and is not a place repeated by a sign of life.
  func isDated(_ row: Int) -> Bool {
    integer(.timeSource, row) != Int64(FixTime.Source.server.rawValue) && !flags(row).contains(.repeated)
  }

  /// Whether a ping is a fix: not timed by the server alone, called invalid by the phone, or repeated by a sign
  /// of life.
  func isFix(_ row: Int) -> Bool { isDated(row) && !flags(row).contains(.invalidFix) }

  /// Whether a ping is a fix that counts for the track: one sent on duty.
  func counts(_ row: Int) -> Bool { isFix(row) && isOnDuty(row) }

  /// The effective time of a ping.
  func effective(_ row: Int) -> Timestamp { Timestamp(milliseconds: integer(.effectiveAt, row) ?? 0) }

  /// The time of receipt of a ping.
  func received(_ row: Int) -> Timestamp { Timestamp(milliseconds: integer(.receivedAt, row) ?? 0) }

  /// The position of a ping in the order of a track.
  func cursor(_ row: Int) -> HistoryCursor {
    HistoryCursor(effective: effective(row), id: integer(.id, row) ?? 0)
  }

  /// Where a ping was taken.
  func position(_ row: Int) throws -> Position {
    guard let latitude = double(.latitude, row), let longitude = double(.longitude, row),
      let position = Position(latitude: latitude, longitude: longitude)
    else { throw StoreError.unavailable("a stored position is not on Earth") }
    return position
  }
}
