import Rollcall
import SQL

/// When a person was on duty, from the log of transitions.
enum WatchedSpans {
  /// The spans that touch `range`, whole at its ends, ascending; one in progress ends at `now`.
  static func find(
    of person: ResponderKey, in range: TimeSpan, now: Timestamp, _ db: Database
  ) throws -> [TimeSpan] {
    var found: [TimeSpan] = []
    var since = try beginning(of: person, before: range.from, db)
    try db.each(
      """
      SELECT at, from_status, to_status FROM transition
      WHERE \(person.rows) AND at >= \(range.from) AND at < \(range.to) ORDER BY at, id
      """
    ) { change in
      let at: Timestamp = try change["at"]
      if try change["to_status"] == Status.offDuty {
        if let begin = since { found.append(TimeSpan(from: begin, to: at)) }
        since = nil
      } else if since == nil {
        since = at
      }
    }
    if let begin = since {
      let end = try Self.end(of: person, after: range.to, db) ?? now
      found.append(TimeSpan(from: begin, to: end))
    }
    return found
  }

  /// When the responder last went off duty, at `instant` at the latest; `nil` = never.
  static func lastEnd(of person: ResponderKey, until instant: Timestamp, _ db: Database) throws
    -> Timestamp?
  {
    try db.first(
      """
      SELECT at FROM transition WHERE \(person.rows) AND at <= \(instant) AND to_status = 'off_duty'
        AND from_status IS NOT NULL ORDER BY at DESC, id DESC LIMIT 1
      """, as: Timestamp.self)
  }

  /// When the responder next goes off duty, at `instant` at the earliest.
  private static func end(
    of person: ResponderKey, after instant: Timestamp, _ db: Database
  ) throws -> Timestamp? {
    try db.first(
      """
      SELECT at FROM transition WHERE \(person.rows) AND at >= \(instant) AND to_status = 'off_duty'
      ORDER BY at, id LIMIT 1
      """, as: Timestamp.self)
  }

  /// Since when the responder was on duty at `instant`; `nil` = they were not.
  static func beginning(
    of person: ResponderKey, before instant: Timestamp, _ db: Database
  ) throws -> Timestamp? {
    let last = try db.first(
      """
      SELECT to_status FROM transition WHERE \(person.rows) AND at < \(instant)
      ORDER BY at DESC, id DESC LIMIT 1
      """, as: Status.self)
    guard let last, last != .offDuty else { return nil }
    // The log may begin in the middle, after a purge.
    return try db.first(
      """
      SELECT coalesce(
        (SELECT at FROM transition WHERE \(person.rows) AND at < \(instant)
          AND (from_status IS NULL OR from_status = 'off_duty') ORDER BY at DESC, id DESC LIMIT 1),
        (SELECT min(at) FROM transition WHERE \(person.rows)))
      """, as: Timestamp.self)
  }
}
