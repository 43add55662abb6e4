import Columns
import Rollcall
import SQL

/// Pings by the rows in which they lie, counted without unpacking them where possible.
extension Track {
  /// A row of pings.
  struct Piece {
    let key: StoredPings.Key
    /// The first and the last effective time.
    let span: ClosedRange<Timestamp>
    let pings: Int
  }

  /// The end of a day, UTC.
  static func end(ofDay day: Int64) -> Timestamp {
    let (end, overflow) = (day + 1).multipliedReportingOverflow(by: 86_400_000)
    return overflow ? Timestamp(milliseconds: .max) : Timestamp(milliseconds: end)
  }

  /// The first day on which rows of a person may have pings in a span.
  func firstDay(of responder: Responder.ID, in span: TimeSpan) throws -> Int64? {
    let theirs = Self.overlapping(responder, span)
    let first = try db.first(
      """
      SELECT min(last) FROM (
        SELECT min(last_at) AS last FROM chunk INDEXED BY chunk_responder WHERE \(theirs)
        UNION ALL SELECT min(last_at) FROM fresh WHERE \(theirs))
      """, as: Int64.self)
    return first.map { RowPlace.day(of: $0) }
  }

  /// The rows of a person that may have pings in a span, of one day or of all.
  func pieces(of responder: Responder.ID, in span: TimeSpan, _ day: Int64? = nil) throws -> [Piece] {
    let theirs = Self.overlapping(responder, span)
    // None is of two days.
    let within: Query =
      day.map { "AND last_at < \(Self.end(ofDay: $0)) AND last_at >= \(Self.end(ofDay: $0 - 1))" } ?? .empty
    let fresh = try db.all("SELECT first_at, last_at, pings, number FROM fresh WHERE \(theirs) \(within)") {
      row in
      try Self.piece(row, .fresh(number: try row.whole(3)))
    }
    return try fresh
      + db.all(
        """
        SELECT first_at, last_at, pings, day, part FROM chunk INDEXED BY chunk_responder
        WHERE \(theirs) \(within) ORDER BY last_at, last_id
        """
      ) { row in try Self.piece(row, .chunk(day: try row.whole(3), part: try row.whole(4))) }
  }

  private static func piece(_ row: Row, _ key: StoredPings.Key) throws -> Piece {
    let (first, last) = (Timestamp(milliseconds: try row.whole(0)), Timestamp(milliseconds: try row.whole(1)))
    return Piece(key: key, span: first...max(first, last), pings: Int(clamping: try row.whole(2)))
  }

  private static func overlapping(_ responder: Responder.ID, _ span: TimeSpan) -> Query {
    // A row ends on the day on which it begins.
    """
    responder_id = \(responder) AND last_at >= \(span.from) AND first_at < \(span.to)
      AND last_at < \(end(ofDay: RowPlace.day(of: span.to.milliseconds)))
    """
  }

  /// Counts a person's pings in a span.
  func count(of person: ResponderKey, in span: TimeSpan) throws -> TakenTimes {
    var found = TakenTimes()
    guard span.from < span.to else { return found }
    for piece in try pieces(of: person.id, in: span) {
      if piece.span.lowerBound >= span.from, piece.span.upperBound < span.to {
        found.add(piece.pings, piece.span.lowerBound, piece.span.upperBound)
        continue
      }
      let rows = try stored(piece.key, of: person).rows
      for row in 0..<rows.count where rows.effective(row) >= span.from && rows.effective(row) < span.to {
        found.add(1, rows.effective(row), rows.effective(row))
      }
    }
    return found
  }

  /// Reads the rows that may have pings of a person in a span, at most `limit`; returns how many.
  func read(of responder: Responder.ID, in span: TimeSpan, limit: Int) throws -> Int {
    let theirs = Self.overlapping(responder, span)
    var count = 0
    for table in ["fresh", "chunk INDEXED BY chunk_responder"] as [Query] where count < limit {
      count += try db.all(
        "SELECT data FROM \(table) WHERE \(theirs) LIMIT \(limit - count)", as: [UInt8].self
      ).count
    }
    return count
  }
}
