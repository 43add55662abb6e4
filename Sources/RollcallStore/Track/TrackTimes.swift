import Rollcall
import SQL

/// When a person's fixes were taken, read from the index alone.
extension Track {
  /// How many fixes count in a span, with the effective times of the first and the last.
  struct FixCount {
    var number: Int
    var first: Timestamp?
    var last: Timestamp?
  }

  /// Calls `body` with the effective and the received time of each counting fix in `span`, its end included,
  /// in order of effective time.
  func forEachFix(
    of responder: Responder.ID, in span: TimeSpan,
    _ body: (_ effective: Timestamp, _ received: Timestamp) -> Void
  ) throws {
    try db.each(
      """
      SELECT effective_at, received_at FROM ping INDEXED BY ping_responder
      WHERE responder_id = \(responder) AND effective_at >= \(span.from) AND effective_at <= \(span.to)
        AND \(Self.counts)
      ORDER BY effective_at
      """
    ) { row in
      // By index, because there are many.
      body(try row[0], try row[1])
    }
  }

  /// The effective times of the nearest counting fixes outside `span` that arrived within `late` of being
  /// taken: the last one before it, the first one after it.
  func neighbours(
    of span: TimeSpan, lateBy late: Milliseconds, _ responder: Responder.ID
  ) throws -> (before: Timestamp?, after: Timestamp?) {
    func one(_ condition: Query) throws -> Timestamp? {
      try db.first(
        """
        SELECT effective_at FROM ping INDEXED BY ping_responder
        WHERE responder_id = \(responder) AND \(Self.counts)
          AND received_at - effective_at <= \(late) AND effective_at \(condition) LIMIT 1
        """)
    }
    return (
      try one("< \(span.from) ORDER BY effective_at DESC"), try one("> \(span.to) ORDER BY effective_at")
    )
  }

  /// When a person was confirmed at the same place, for places that overlap `span`: from each place to its
  /// last confirmation, ascending.
  func kept(of responder: Responder.ID, in span: TimeSpan) throws -> [TimeSpan] {
    try db.all(
      """
      SELECT effective_at, confirmed_at FROM ping INDEXED BY ping_kept
      WHERE responder_id = \(responder) AND effective_at >= \(span.from.advanced(by: -SignVerdict.longestKept))
        AND effective_at <= \(span.to) AND confirmed_at >= \(span.from)
      ORDER BY effective_at
      """
    ) { TimeSpan(from: try $0["effective_at"], to: try $0["confirmed_at"]) }
  }

  /// The first counting fix in `span`, its end not included.
  func firstFix(of responder: Responder.ID, in span: TimeSpan) throws -> Timestamp? {
    try db.first(
      """
      SELECT effective_at FROM ping INDEXED BY ping_responder
      WHERE \(Self.rows(of: responder, in: span)) AND \(Self.counts) ORDER BY effective_at LIMIT 1
      """)
  }

  /// The counting fixes in `span`, its end not included.
  func countFixes(of responder: Responder.ID, in span: TimeSpan) throws -> FixCount {
    let found = try db.first(
      """
      SELECT count(*) AS number, min(effective_at) AS first, max(effective_at) AS last
      FROM ping INDEXED BY ping_responder WHERE \(Self.rows(of: responder, in: span)) AND \(Self.counts)
      """
    ) { FixCount(number: try $0["number"], first: try $0["first"], last: try $0["last"]) }
    return found ?? FixCount(number: 0)
  }

  /// The effective time of a person's newest ping.
  func newest(of responder: Responder.ID) throws -> Timestamp? {
    try db.first(
      """
      SELECT effective_at FROM ping INDEXED BY ping_responder WHERE responder_id = \(responder)
      ORDER BY effective_at DESC LIMIT 1
      """)
  }

  /// The effective time of a person's first ping in `span`, its end not included.
  func oldest(of responder: Responder.ID, in span: TimeSpan) throws -> Timestamp? {
    try db.first(
      """
      SELECT effective_at FROM ping INDEXED BY ping_responder WHERE \(Self.rows(of: responder, in: span))
      ORDER BY effective_at LIMIT 1
      """)
  }

  /// The flagged pings of a person in `span`, its end not included, in order of effective time and id.
  func flagged(
    of responder: Responder.ID, in span: TimeSpan
  ) throws -> [(id: Int64, at: Timestamp, flags: DoubtFlags)] {
    try db.all(
      """
      SELECT id, effective_at, flags FROM ping INDEXED BY ping_doubt
      WHERE \(Self.rows(of: responder, in: span)) AND flags <> 0
      ORDER BY effective_at, id
      """
    ) { (try $0["id"], try $0["effective_at"], try $0["flags"]) }
  }
}
