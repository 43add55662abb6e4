import Rollcall
import SQL

/// Reads the stored pings, uploads and queues. No other statement names their tables, except those that write
/// uploads.
struct Track {
  let db: Database
}

extension Database {
  /// The stored pings, uploads and queues.
  var track: Track { Track(db: self) }
}

extension Track {
  /// Whether a row is a fix: not timed by the server alone, called invalid by the phone, or repeated by a
  /// sign of life.
  static let isFix: Query = "time_source <> 2 AND (flags & \(noFix)) = 0"
  /// Whether a row is a fix that counts for the track: one sent on duty.
  static let counts: Query = "\(isFix) AND on_duty = 1"
  /// A row with one of these flags is not a fix.
  private static let noFix: DoubtFlags = [.invalidFix, .repeated]

  /// The condition of a person's rows in a span, its end not included.
  static func rows(of responder: Responder.ID, in span: TimeSpan) -> Query {
    "responder_id = \(responder) AND effective_at >= \(span.from) AND effective_at < \(span.to)"
  }

  /// The newest time by the phone's clock of the person of a row of `responder`.
  static let newestRaw: Query =
    "(SELECT max(recorded_at_raw) FROM ping WHERE ping.responder_id = responder.id)"

  /// The oldest effective time before `limit` of the person of a row of `responder`.
  static func oldest(before limit: Timestamp) -> Query {
    "(SELECT min(effective_at) FROM ping WHERE ping.responder_id = responder.id AND effective_at < \(limit))"
  }

  /// The latitudes and longitudes of all pings of a person, for `IN`.
  static func places(of responder: Responder.ID) -> Query {
    "(SELECT lat, lng FROM ping WHERE responder_id = \(responder))"
  }

  /// The ids of a person's queues, for `IN`.
  static func queues(of responder: Responder.ID) -> Query {
    "(SELECT id FROM queue WHERE responder_id = \(responder))"
  }
}
