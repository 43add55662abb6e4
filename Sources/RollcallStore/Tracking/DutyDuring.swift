import GRDB
import Rollcall

/// When somebody was on duty in a stretch of time, by the changes that were applied.
struct DutyDuring {
  /// Each change of whether they were watched, in order; before the first one they were not.
  fileprivate var changes: [(at: Timestamp, isWatched: Bool)] = []

  /// Whether they were watched at an instant.
  func isWatched(at instant: Timestamp) -> Bool {
    changes.last { $0.at <= instant }?.isWatched ?? false
  }
}

extension WriteTransaction {
  /// Somebody's duty from the first of these instants to the last.
  func duty(of id: Responder.ID, during times: [Timestamp]) throws -> DutyDuring {
    guard let first = times.min(), let last = times.max() else { return DutyDuring() }
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT at, state FROM duty_change WHERE responder_id = ?1 AND applied = 1 AND at <= ?3
            AND at >= coalesce(
              (SELECT max(at) FROM duty_change WHERE responder_id = ?1 AND applied = 1 AND at <= ?2), ?2)
          ORDER BY at, id
          """), arguments: [id.rawValue, first.milliseconds, last.milliseconds])
    return DutyDuring(
      changes: rows.map { row in
        (Timestamp(milliseconds: row[0]), DutyState(rawValue: row[1])?.isWatched ?? false)
      })
  }
}
