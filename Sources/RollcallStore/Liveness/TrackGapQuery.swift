import GRDB
import Rollcall

/// Finds the track gaps of one person in a range.
struct TrackGapQuery {
  let responder: Responder.ID
  let range: TimeSpan
  /// When they were on duty, whole at the range's ends.
  let watched: [TimeSpan]

  func run(_ db: Database) throws -> [TrackGap] {
    guard range.length > 0, !watched.isEmpty else { return [] }
    let (before, after) = try Fixes.neighbours(of: range, responder, db)
    let whole = TimeSpan(from: before ?? range.from, to: after ?? range.to)
    var gaps = TrackGaps(watched: clipped(to: whole), thresholds: try thresholds(db), range: range)
    try Fixes.forEach(of: responder, in: whole, db) { gaps.add(effective: $0, received: $1) }
    return gaps.finish()
  }

  /// Nobody is asked for fixes before the oldest that is looked at.
  private func clipped(to whole: TimeSpan) -> [TimeSpan] { watched.compactMap { $0.overlap(whole) } }

  private func thresholds(_ db: Database) throws -> [TrackGaps.Change] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT at, degraded_ms, offline_ms FROM rule_change WHERE responder_id = :responder AND at < :to
            AND at >= coalesce((SELECT max(at) FROM rule_change WHERE responder_id = :responder AND at <= :from), 0)
          ORDER BY at
          """),
      arguments: [
        "responder": responder.rawValue, "from": range.from.milliseconds, "to": range.to.milliseconds,
      ])
    return rows.map { row in
      var thresholds: Thresholds?
      if let degraded: Int64 = row["degraded_ms"], let offline: Int64 = row["offline_ms"] {
        thresholds = Thresholds(degraded: degraded, offline: offline)
      }
      return TrackGaps.Change(at: Timestamp(milliseconds: row["at"]), thresholds: thresholds)
    }
  }
}
