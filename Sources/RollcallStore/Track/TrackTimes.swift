import Columns
import Rollcall
import SQL

/// When a person's fixes were taken: of chunks the times alone are unpacked.
extension Track {
  /// How many fixes count in a span, with the effective times of the first and the last.
  struct FixCount {
    var number = 0
    var first: Timestamp?
    var last: Timestamp?
  }

  /// Calls `body` with the effective and the received time of each counting fix in `span`, its end included,
  /// in order of effective time.
  func forEachFix(
    of responder: Responder.ID, in span: TimeSpan,
    _ body: (_ effective: Timestamp, _ received: Timestamp) -> Void
  ) throws {
    let range = Self.range(.start(of: span.from), .end(of: span.to))
    try walk(responder, in: range, Rows.counting.union([.receivedAt])) { rows, row in
      if rows.counts(row) { body(rows.effective(row), rows.received(row)) }
      return true
    }
  }

  /// The effective times of the nearest counting fixes outside `span` that arrived within `late` of being
  /// taken: the last one before it, the first one after it.
  func neighbours(
    of span: TimeSpan, lateBy late: Milliseconds, _ responder: Responder.ID
  ) throws -> (before: Timestamp?, after: Timestamp?) {
    func one(_ range: ClosedRange<RowPlace>?, _ direction: RowMerge.Direction) throws -> Timestamp? {
      try first(responder, in: range, going: direction, Rows.counting.union([.receivedAt])) {
        $0.counts($1) && $0.received($1).since($0.effective($1)) <= late
      }
    }
    return (
      try one(Self.range(.first, .end(before: span.from)), .backwards),
      try one(Self.range(HistoryCursor(effective: span.to, id: .max).row, .last), .forwards)
    )
  }

  /// The effective time of the first ping of a range, in its direction, that fulfils a condition.
  private func first(
    _ responder: Responder.ID, in range: ClosedRange<RowPlace>?,
    going direction: RowMerge.Direction = .forwards,
    _ columns: ColumnSet<PingColumn>, where fits: (Rows<PingColumn>, Int) -> Bool
  ) throws -> Timestamp? {
    var found: Timestamp?
    try walk(responder, in: range, going: direction, columns) { rows, row in
      if fits(rows, row) { found = rows.effective(row) }
      return found == nil
    }
    return found
  }

  /// When a person was confirmed at the same place, for places that overlap `span`: from each place to its
  /// last confirmation, ascending.
  func kept(of responder: Responder.ID, in span: TimeSpan) throws -> [TimeSpan] {
    let from = RowPlace.start(of: span.from.advanced(by: -SignVerdict.longestKept))
    var found: [TimeSpan] = []
    try walk(responder, in: Self.range(from, .end(of: span.to)), [.confirmedAt]) { rows, row in
      if let confirmed = rows.integer(.confirmedAt, row), confirmed >= span.from.milliseconds {
        found.append(TimeSpan(from: rows.effective(row), to: Timestamp(milliseconds: confirmed)))
      }
      return true
    }
    return found
  }

  /// The first counting fix in `span`, its end not included.
  func firstFix(of responder: Responder.ID, in span: TimeSpan) throws -> Timestamp? {
    try first(responder, in: Self.range(span), Rows.counting) { $0.counts($1) }
  }

  /// The counting fixes in `span`, its end not included.
  func countFixes(of responder: Responder.ID, in span: TimeSpan) throws -> FixCount {
    var count = FixCount()
    try walk(responder, in: Self.range(span), Rows.counting) { rows, row in
      guard rows.counts(row) else { return true }
      count.number += 1
      count.last = rows.effective(row)
      count.first = count.first ?? count.last
      return true
    }
    return count
  }

  /// The effective time of a person's newest ping.
  func newest(of responder: Responder.ID) throws -> Timestamp? {
    try db.first(
      """
      SELECT max(newest) FROM (
        SELECT max(last_at) AS newest FROM chunk INDEXED BY chunk_responder WHERE responder_id = \(responder)
        UNION ALL SELECT max(last_at) FROM fresh WHERE responder_id = \(responder))
      """)
  }

  /// The effective time of a person's first ping in `span`, its end not included.
  func oldest(of responder: Responder.ID, in span: TimeSpan) throws -> Timestamp? {
    try first(responder, in: Self.range(span), []) { _, _ in true }
  }

  /// The flagged pings of a person in `span`, its end not included, in order of effective time and id.
  func flagged(
    of responder: Responder.ID, in span: TimeSpan
  ) throws -> [(id: Int64, at: Timestamp, flags: DoubtFlags)] {
    var found: [(id: Int64, at: Timestamp, flags: DoubtFlags)] = []
    try walk(responder, in: Self.range(span), [.flags], flagged: true) { rows, row in
      if !rows.flags(row).isEmpty {
        found.append((rows.integer(.id, row) ?? 0, rows.effective(row), rows.flags(row)))
      }
      return true
    }
    return found
  }
}
