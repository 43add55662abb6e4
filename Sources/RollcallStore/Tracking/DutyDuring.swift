import Rollcall
import SQL

/// A responder's duty over a stretch of time, from the changes that were applied.
struct DutyDuring {
  /// Each change of whether they were watched, in order; before the first one they were not.
  fileprivate var changes: [(at: Timestamp, isWatched: Bool)] = []

  /// Whether they were watched at an instant.
  func isWatched(at instant: Timestamp) -> Bool {
    changes.last { $0.at <= instant }?.isWatched ?? false
  }
}

extension TrackingWrites {
  /// A responder's duty from the first of these instants to the last.
  func duty(of person: ResponderKey, during times: [Timestamp]) throws -> DutyDuring {
    guard let first = times.min(), let last = times.max() else { return DutyDuring() }
    let changes = try db.all(
      """
      SELECT at, state FROM duty_change WHERE \(person.rows) AND applied = 1 AND at <= \(last)
        AND at >= coalesce(
          (SELECT max(at) FROM duty_change WHERE \(person.rows) AND applied = 1 AND at <= \(first)), \(first))
      ORDER BY at, id
      """
    ) { row in (at: try row["at"] as Timestamp, isWatched: try (row["state"] as DutyState).isWatched) }
    return DutyDuring(changes: changes)
  }
}
