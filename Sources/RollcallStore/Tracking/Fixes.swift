import Rollcall
import SQL

/// The fixes of one person in order of effective time, read from the index alone.
enum Fixes {
  /// The fixes that count for the track: not those timed by the server alone, called invalid by the phone,
  /// repeated by a sign of life, or sent off duty.
  static let counts: Query = "\(isFix) AND on_duty = 1"
  /// The same, including those sent off duty.
  static let isFix: Query = "time_source <> 2 AND (flags & \(noFix)) = 0"
  /// A row with one of these flags is not a fix.
  private static let noFix: DoubtFlags = [.invalidFix, .repeated]

  /// Calls `body` with the effective and the received time of each counting fix in `span`, its end included.
  static func forEach(
    of responder: Responder.ID, in span: TimeSpan, _ db: Database,
    _ body: (_ effective: Timestamp, _ received: Timestamp) -> Void
  ) throws {
    try db.each(
      """
      SELECT effective_at, received_at FROM ping INDEXED BY ping_responder
      WHERE responder_id = \(responder) AND effective_at >= \(span.from) AND effective_at <= \(span.to) AND \(counts)
      ORDER BY effective_at
      """
    ) { row in
      // By index, because there are many.
      body(try row[0], try row[1])
    }
  }

  /// The effective times of the nearest fixes outside `span` that arrived within `late` of being taken: the
  /// last one before it, the first one after it.
  static func neighbours(
    of span: TimeSpan, lateBy late: Milliseconds, _ responder: Responder.ID, _ db: Database
  ) throws -> (before: Timestamp?, after: Timestamp?) {
    func one(_ condition: Query) throws -> Timestamp? {
      try db.first(
        """
        SELECT effective_at FROM ping INDEXED BY ping_responder WHERE responder_id = \(responder) AND \(counts)
          AND received_at - effective_at <= \(late) AND effective_at \(condition) LIMIT 1
        """)
    }
    return (
      try one("< \(span.from) ORDER BY effective_at DESC"), try one("> \(span.to) ORDER BY effective_at")
    )
  }

  /// When a person was confirmed at the same place, for places that overlap `span`: from each place to its
  /// last confirmation, ascending.
  static func kept(of responder: Responder.ID, in span: TimeSpan, _ db: Database) throws -> [TimeSpan] {
    try db.all(
      """
      SELECT effective_at, confirmed_at FROM ping INDEXED BY ping_kept
      WHERE responder_id = \(responder) AND effective_at >= \(span.from.advanced(by: -SignVerdict.longestKept))
        AND effective_at <= \(span.to) AND confirmed_at >= \(span.from)
      ORDER BY effective_at
      """
    ) { TimeSpan(from: try $0["effective_at"], to: try $0["confirmed_at"]) }
  }

  /// The first fix in `span`, its end not included.
  static func first(of responder: Responder.ID, in span: TimeSpan, _ db: Database) throws -> Timestamp? {
    try db.first(
      """
      SELECT effective_at FROM ping INDEXED BY ping_responder WHERE responder_id = \(responder) AND \(counts)
        AND effective_at >= \(span.from) AND effective_at < \(span.to) ORDER BY effective_at LIMIT 1
      """)
  }
}
