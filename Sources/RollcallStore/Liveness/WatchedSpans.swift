import GRDB
import Rollcall

/// When somebody was on duty, from the log of transitions.
enum WatchedSpans {
  /// The spans that touch `range`, whole at its ends, ascending; one that still lasts ends at `now`.
  static func find(
    of responder: Responder.ID, in range: TimeSpan, now: Timestamp, _ db: Database
  ) throws -> [TimeSpan] {
    var found: [TimeSpan] = []
    var since = try beginning(of: responder, before: range.from, db)
    let changes = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT at, from_status, to_status FROM transition
          WHERE responder_id = ? AND at >= ? AND at < ? ORDER BY at, id
          """), arguments: [responder.rawValue, range.from.milliseconds, range.to.milliseconds])
    for change in changes {
      let at = Timestamp(milliseconds: change["at"])
      if change["to_status"] == Status.offDuty.rawValue {
        if let begin = since { found.append(TimeSpan(from: begin, to: at)) }
        since = nil
      } else if since == nil {
        since = at
      }
    }
    if let begin = since {
      let end = try Self.end(of: responder, after: range.to, db) ?? now
      found.append(TimeSpan(from: begin, to: end))
    }
    return found
  }

  /// When the responder last went off duty, at `instant` at the latest; `nil` = never.
  static func lastEnd(of responder: Responder.ID, until instant: Timestamp, _ db: Database) throws
    -> Timestamp?
  {
    try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT at FROM transition WHERE responder_id = ? AND at <= ? AND to_status = 'off_duty'
            AND from_status IS NOT NULL ORDER BY at DESC, id DESC LIMIT 1
          """), arguments: [responder.rawValue, instant.milliseconds]
    ).map { Timestamp(milliseconds: $0) }
  }

  /// When the responder next goes off duty, at `instant` at the earliest.
  private static func end(
    of responder: Responder.ID, after instant: Timestamp, _ db: Database
  ) throws -> Timestamp? {
    try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT at FROM transition WHERE responder_id = ? AND at >= ? AND to_status = 'off_duty'
          ORDER BY at, id LIMIT 1
          """), arguments: [responder.rawValue, instant.milliseconds]
    ).map { Timestamp(milliseconds: $0) }
  }

  /// Since when the responder was on duty at `instant`; `nil` = they were not.
  static func beginning(
    of responder: Responder.ID, before instant: Timestamp, _ db: Database
  ) throws -> Timestamp? {
    let arguments: StatementArguments = [responder.rawValue, instant.milliseconds]
    let last = try String.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT to_status FROM transition WHERE responder_id = ? AND at < ? ORDER BY at DESC, id DESC LIMIT 1
          """), arguments: arguments)
    guard let last, last != Status.offDuty.rawValue else { return nil }
    // The log may begin in the middle, where it was purged.
    return try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT coalesce(
            (SELECT at FROM transition WHERE responder_id = :responder AND at < :at
              AND (from_status IS NULL OR from_status = 'off_duty') ORDER BY at DESC, id DESC LIMIT 1),
            (SELECT min(at) FROM transition WHERE responder_id = :responder))
          """), arguments: ["responder": responder.rawValue, "at": instant.milliseconds]
    ).map { Timestamp(milliseconds: $0) }
  }
}
