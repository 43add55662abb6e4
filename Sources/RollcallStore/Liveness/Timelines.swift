import GRDB
public import Rollcall

/// The timeline of one person in a range, with what its two lanes are drawn from.
public struct PersonTimeline: Sendable {
  /// What happened.
  public var timeline: Timeline
  /// When they were on duty, ascending.
  public var watched: [TimeSpan]
  /// The gap in the track that still lasts: late fixes may close it.
  public var openTrackGap: TrackGap?
  /// The range that was asked for, without what lies beyond now.
  public var range: TimeSpan
  /// What phones reported of earlier instants has expired: of the track before nothing is known.
  public var reportsFrom: Timestamp
}

extension Store {
  /// The timeline of a responder. Blocks.
  ///
  /// The retention of the workspace applies at once to what comes from pings; the log of statuses is kept longer.
  ///
  /// - Throws: `notFound` when the workspace has no such responder.
  public func timeline(
    of id: Responder.ID, in workspace: Workspace, _ asked: TimeSpan
  ) throws(StoreError) -> PersonTimeline {
    let now = clock()
    let oldest = now.advanced(by: -Int64(workspace.retentionDays) * 86_400_000)
    let range = TimeSpan(
      from: max(asked.from, RetentionLimits(days: workspace.retentionDays, now: now).log),
      // What became true this very millisecond is there.
      to: min(asked.to, now.advanced(by: 1)))
    let kept = TimeSpan(from: max(range.from, oldest), to: range.to)
    var live = boards.entry(of: id, in: workspace.id)?.live
    let unwritten = live?.settle(until: vouchedUntil) ?? []
    return try read { db in
      guard try Responders.find(id, in: workspace.id, db) != nil else {
        throw StoreError.notFound("responder \(id.rawValue)")
      }
      // Who was never heard cannot be drawn as reachable.
      let watched = live?.lastContact == nil ? [] : try WatchedSpans.find(of: id, in: range, now: now, db)
      var found = Timeline()
      found.transitions = try Transitions.find(of: id, in: range, unwritten: unwritten, db)
      found.silences = try Silences.find(of: id, in: range, open: live?.openQuiet(at: now), now: now, db)
      let isOnDuty = live?.duty.isWatched ?? false
      let track = try TrackGapQuery(
        responder: id, range: kept, watched: watched, stillAt: isOnDuty ? now : nil, oldest: oldest
      ).run(db)
      found.trackGaps = track.gaps
      found.notObserved = try Absences.find(in: range, db)
      found.missingSequences = try MissingSequences.find(of: id, db)
      found.duty = try DutyChanges.find(of: id, in: range, db)
      found.flags = try Doubts.find(of: id, in: kept, db)
      return PersonTimeline(
        timeline: found, watched: watched, openTrackGap: track.open,
        range: TimeSpan(from: range.from, to: min(range.to, now)), reportsFrom: oldest)
    }
  }
}

/// Rows of `transition`.
enum Transitions {
  /// Those of a responder in `range`, ascending, with those that time has made true and the loop has not written.
  static func find(
    of responder: Responder.ID, in range: TimeSpan, unwritten: [Transition], _ db: Database
  ) throws -> [Transition] {
    let found = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT at, from_status, to_status, rule FROM transition
          WHERE responder_id = ? AND at >= ? AND at < ? ORDER BY at, id
          """), arguments: [responder.rawValue, range.from.milliseconds, range.to.milliseconds]
    ).map(transition)
    // By now the loop may have written them.
    return found
      + unwritten.filter { $0.at >= range.from && $0.at < range.to && !found.contains($0) }
  }

  static func transition(_ row: Row) -> Transition {
    Transition(
      at: Timestamp(milliseconds: row["at"]),
      from: (row["from_status"] as String?).flatMap(Status.init(rawValue:)),
      to: Status(rawValue: row["to_status"]) ?? .unknown, rule: row["rule"])
  }
}

/// Rows of `duty_change`.
enum DutyChanges {
  static func find(of responder: Responder.ID, in range: TimeSpan, _ db: Database) throws -> [Timeline.Duty] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: "SELECT at, state FROM duty_change WHERE responder_id = ? AND at >= ? AND at < ? ORDER BY at, id"
      ),
      arguments: [responder.rawValue, range.from.milliseconds, range.to.milliseconds]
    ).compactMap { row in
      DutyState(rawValue: row["state"]).map {
        Timeline.Duty(at: Timestamp(milliseconds: row["at"]), state: $0)
      }
    }
  }
}

/// Holes in queues.
enum MissingSequences {
  static func find(of responder: Responder.ID, _ db: Database) throws -> [Timeline.MissingSequences] {
    try Queues.find(of: responder, db).flatMap { queue in
      queue.seen.missing.map { Timeline.MissingSequences(queue: queue.name, numbers: $0) }
    }
  }
}

/// Flags of pings.
enum Doubts {
  static func find(of responder: Responder.ID, in range: TimeSpan, _ db: Database) throws -> [Timeline.Flag] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT id, effective_at, flags FROM ping INDEXED BY ping_doubt
          WHERE responder_id = ? AND effective_at >= ? AND effective_at < ? AND flags <> 0
          ORDER BY effective_at, id
          """), arguments: [responder.rawValue, range.from.milliseconds, range.to.milliseconds]
    ).flatMap { row in
      Timeline.Flag.each(
        of: DoubtFlags(rawValue: row["flags"]), at: Timestamp(milliseconds: row["effective_at"]),
        pingID: row["id"])
    }
  }
}
