import Rollcall
import SQL

/// Finds the track gaps of one person in a range.
struct TrackGapQuery {
  let person: ResponderKey
  let range: TimeSpan
  /// When they were on duty, whole at the range's ends.
  let watched: [TimeSpan]
  /// Now, if they are still on duty; else `nil`.
  let stillAt: Timestamp?
  /// Older data has expired, and is not reported as a gap either.
  let oldest: Timestamp

  /// The gaps between fixes, or between a fix and an end of duty, and the one in progress, if any.
  func run(_ db: Database) throws -> (gaps: [TrackGap], open: TrackGap?) {
    guard range.length > 0, !watched.isEmpty else { return ([], nil) }
    let (changes, tracked) = (try thresholds(db), try tracked(db))
    let late = changes.compactMap(\.thresholds?.degraded).min() ?? .max
    let (last, after) = try db.track.neighbours(of: range, lateBy: late, person.id)
    let before = last.flatMap { $0 >= oldest ? $0 : nil }
    // A run of late fixes is one gap and must be whole: it is read from one timely fix to the next.
    let whole = TimeSpan(
      from: before ?? max(oldest, tracked.first?.from ?? range.from),
      to: after ?? max(range.to, tracked.last?.to ?? range.to))
    // A person who never sent a position has no track that could have gaps.
    guard try before != nil || db.track.firstFix(of: person.id, in: whole) != nil else { return ([], nil) }
    let spans = tracked.compactMap { $0.overlap(whole) }
    let kept = try db.track.kept(of: person.id, in: whole)
    var track = TrackGaps(watched: spans, thresholds: changes, kept: kept, range: range)
    var newest: Timestamp?
    try db.track.forEachFix(of: person.id, in: whole) { effective, received in
      newest = effective
      track.add(effective: effective, received: received)
    }
    let gaps = track.finish()
    guard let last = gaps.last, last.to == stillAt, last.to != newest, last.backfilledAt == nil else {
      return (gaps, nil)
    }
    return (gaps.dropLast(), last)
  }

  /// When fixes were expected: on duty, and before it from the first fix that was taken off duty and sent on
  /// duty (a phone reports afterwards that duty had begun).
  private func tracked(_ db: Database) throws -> [TimeSpan] {
    guard let first = watched.first else { return [] }
    var end = try WatchedSpans.lastEnd(of: person, until: first.from, db) ?? .distantPast
    return try watched.map { span in
      let early = try db.track.firstFix(of: person.id, in: TimeSpan(from: end, to: span.from))
      end = span.to
      return TimeSpan(from: early ?? span.from, to: span.to)
    }
  }

  private func thresholds(_ db: Database) throws -> [TrackGaps.Change] {
    try db.all(
      """
      SELECT at, degraded_ms, offline_ms FROM rule_change WHERE \(person.rows) AND at < \(range.to)
        AND at >= coalesce((SELECT max(at) FROM rule_change WHERE \(person.rows) AND at <= \(range.from)), 0)
      ORDER BY at
      """
    ) { row in
      var thresholds: Thresholds?
      if let degraded: Int64 = try row["degraded_ms"], let offline: Int64 = try row["offline_ms"] {
        thresholds = Thresholds(degraded: degraded, offline: offline)
      }
      return TrackGaps.Change(at: try row["at"], thresholds: thresholds)
    }
  }
}
