import GRDB
import Rollcall

/// The fixes of one person in order of effective time, read from the index alone.
enum Fixes {
  /// What counts for the track: not what only the server timed, what the phone itself calls invalid, a sign of life,
  /// or what was sent off duty.
  static let counts = "\(isFix) AND on_duty = 1"
  /// The same of those that were sent on duty.
  static let isFix = "time_source <> 2 AND (flags & \(noFix.rawValue)) = 0"
  /// What is stored with these is no fix.
  private static let noFix: DoubtFlags = [.invalidFix, .repeated]

  /// Calls `body` with the effective and the received time of each fix in `span` that counts, its end included.
  static func forEach(
    of responder: Responder.ID, in span: TimeSpan, _ db: Database,
    _ body: (_ effective: Timestamp, _ received: Timestamp) -> Void
  ) throws {
    let rows = try RawStatement(
      db,
      """
      SELECT effective_at, received_at FROM ping INDEXED BY ping_responder
      WHERE responder_id = ? AND effective_at >= ? AND effective_at <= ? AND \(counts)
      ORDER BY effective_at
      """, kept: true)
    rows.bind(1, responder.rawValue)
    rows.bind(2, span.from.milliseconds)
    rows.bind(3, span.to.milliseconds)
    while try rows.step() {
      body(
        Timestamp(milliseconds: rows.integer(0) ?? 0), Timestamp(milliseconds: rows.integer(1) ?? 0))
    }
  }

  /// The effective times of the nearest fixes outside `span` that came no later than `late` after they were taken: the
  /// last one before it, the first one after it.
  static func neighbours(
    of span: TimeSpan, lateBy late: Milliseconds, _ responder: Responder.ID, _ db: Database
  ) throws -> (before: Timestamp?, after: Timestamp?) {
    func one(_ condition: String, _ instant: Timestamp) throws -> Timestamp? {
      try Int64.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT effective_at FROM ping INDEXED BY ping_responder WHERE responder_id = ? AND \(counts)
              AND received_at - effective_at <= ? AND effective_at \(condition) LIMIT 1
            """), arguments: [responder.rawValue, late, instant.milliseconds]
      ).map { Timestamp(milliseconds: $0) }
    }
    return (
      try one("< ? ORDER BY effective_at DESC", span.from), try one("> ? ORDER BY effective_at", span.to)
    )
  }

  /// When somebody was known to be still at a place that touches `span`: from each place to its last confirmation,
  /// ascending.
  static func kept(of responder: Responder.ID, in span: TimeSpan, _ db: Database) throws -> [TimeSpan] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT effective_at, confirmed_at FROM ping INDEXED BY ping_kept
          WHERE responder_id = ? AND effective_at >= ? AND effective_at <= ? AND confirmed_at >= ?
          ORDER BY effective_at
          """),
      arguments: [
        responder.rawValue, span.from.advanced(by: -SignVerdict.longestKept).milliseconds,
        span.to.milliseconds, span.from.milliseconds,
      ]
    ).map { TimeSpan(from: Timestamp(milliseconds: $0[0]), to: Timestamp(milliseconds: $0[1])) }
  }

  /// The first fix in `span`, its end not included.
  static func first(of responder: Responder.ID, in span: TimeSpan, _ db: Database) throws -> Timestamp? {
    try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT effective_at FROM ping INDEXED BY ping_responder WHERE responder_id = ? AND \(counts)
            AND effective_at >= ? AND effective_at < ? ORDER BY effective_at LIMIT 1
          """), arguments: [responder.rawValue, span.from.milliseconds, span.to.milliseconds]
    ).map { Timestamp(milliseconds: $0) }
  }
}
