import GRDB
public import Rollcall

extension WriteTransaction {
  /// Notes that this server could hear nobody during a span, and accuses nobody for it.
  ///
  /// Spans that follow each other within the life of an alive mark are one, unless somebody was heard in between.
  func noteAbsence(_ span: TimeSpan) throws {
    try db.execute(
      sql: """
        UPDATE absence SET to_at = ? WHERE id = (SELECT max(id) FROM absence) AND to_at >= ?
          AND NOT EXISTS (SELECT 1 FROM liveness WHERE last_contact_at >= absence.to_at)
        """,
      arguments: [span.to.milliseconds, span.from.milliseconds - AliveMark.longestGap])
    if db.changesCount == 0 {
      try db.execute(
        sql: "INSERT INTO absence (from_at, to_at) VALUES (?, ?)",
        arguments: [span.from.milliseconds, span.to.milliseconds])
    }
    memory.boards.absence(endedAt: span.to)
    try forEach(where: "duty <> 'off_duty'") { $0.unobserved(span) }
  }

  /// Notes that our clock was set back: what lies in the future now keeps its age.
  func noteStepBack(from old: Timestamp) throws {
    try db.execute(
      sql: "INSERT INTO absence (from_at, to_at) VALUES (?, ?)",
      arguments: [now.milliseconds, now.milliseconds])
    memory.boards.absence(endedAt: now)
    try forEach(where: "true") { $0.steppedBack(by: old.since(now), to: now) }
  }

  private func forEach(where condition: String, _ change: (inout ResponderState) -> Void) throws {
    let ids = try Int64.fetchAll(db, sql: "SELECT responder_id FROM liveness WHERE \(condition)")
    for id in ids {
      var state = try state(of: Responder.ID(id))
      change(&state)
      try save(state)
    }
  }
}

/// The row that proves that this server was alive and able to write.
enum AliveMark {
  /// The longest time between two marks of a server that is awake, milliseconds; longer means that it was away.
  static let longestGap = Store.Options.longestGapOfServer

  /// Whether a clock that reads `reading` was set back. One that is corrected by a little is not: it stands still
  /// until it has caught up with the mark.
  static func isSetBack(_ mark: Timestamp, to reading: Timestamp) -> Bool { mark.since(reading) > longestGap }

  /// The mark, or `nil` in a new database.
  static func read(_ db: Database) throws -> Timestamp? {
    let at = try Int64.fetchOne(db, sql: "SELECT at FROM alive WHERE id = 1")
    return at.flatMap { $0 > 0 ? Timestamp(milliseconds: $0) : nil }
  }
}

extension Store {
  /// Since when this server hears: its start, or the end of its last absence. Alerts on rates and regions wait from
  /// then on for the offline threshold.
  public var observingSince: Timestamp { boards.observingSince }

  /// Until when this server can say at `now` who was silent: `now`, or, while it was just away and has not written so
  /// yet, the end of what its last commit vouches for.
  public func vouched(at now: Timestamp) -> Timestamp {
    longestGap == .max ? now : min(now, boards.committedAt.advanced(by: longestGap))
  }

  /// The same for this instant.
  public var vouchedUntil: Timestamp { vouched(at: clock()) }

  /// The spans of a stretch of time in which this server was away. Blocks.
  public func absences(in span: TimeSpan) throws(StoreError) -> [TimeSpan] {
    try read { try Absences.find(in: span, $0) }
  }
}

/// Rows of `absence`.
enum Absences {
  /// When the last one ended, by the order in which they were noted: the clock may have been set back since.
  static func lastEnd(_ db: Database) throws -> Timestamp? {
    try Int64.fetchOne(db, sql: "SELECT to_at FROM absence ORDER BY id DESC LIMIT 1").map(
      Timestamp.init(milliseconds:))
  }

  static func find(in span: TimeSpan, _ db: Database) throws -> [TimeSpan] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT from_at, to_at FROM absence WHERE to_at > ? AND from_at < ? ORDER BY from_at"),
      arguments: [span.from.milliseconds, span.to.milliseconds]
    ).map { TimeSpan(from: Timestamp(milliseconds: $0[0]), to: Timestamp(milliseconds: $0[1])) }
  }
}
