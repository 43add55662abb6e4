import GRDB
import Rollcall

/// The fixes of one person in order of effective time, read from the index alone.
enum Fixes {
  /// Calls `body` with the effective and the received time of each fix in `span`, its end included. Left out: those
  /// that only the server timed, and those that the phone itself calls invalid.
  static func forEach(
    of responder: Responder.ID, in span: TimeSpan, _ db: Database,
    _ body: (_ effective: Timestamp, _ received: Timestamp) -> Void
  ) throws {
    let rows = try RawStatement(
      db,
      """
      SELECT effective_at, received_at FROM ping INDEXED BY ping_responder
      WHERE responder_id = ? AND effective_at >= ? AND effective_at <= ? AND time_source <> 2 AND (flags & 32) = 0
      ORDER BY effective_at
      """)
    rows.bind(1, responder.rawValue)
    rows.bind(2, span.from.milliseconds)
    rows.bind(3, span.to.milliseconds)
    while try rows.step() {
      body(
        Timestamp(milliseconds: rows.integer(0) ?? 0), Timestamp(milliseconds: rows.integer(1) ?? 0))
    }
  }

  /// The effective times of the nearest fixes outside `span`: the last one before it, the first one after it.
  static func neighbours(
    of span: TimeSpan, _ responder: Responder.ID, _ db: Database
  ) throws -> (before: Timestamp?, after: Timestamp?) {
    func one(_ condition: String, _ instant: Timestamp) throws -> Timestamp? {
      try Int64.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT effective_at FROM ping INDEXED BY ping_responder WHERE responder_id = ? AND time_source <> 2
              AND (flags & 32) = 0 AND effective_at \(condition) LIMIT 1
            """), arguments: [responder.rawValue, instant.milliseconds]
      ).map { Timestamp(milliseconds: $0) }
    }
    return (
      try one("< ? ORDER BY effective_at DESC", span.from), try one("> ? ORDER BY effective_at", span.to)
    )
  }
}
