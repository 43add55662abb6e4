public import Rollcall
import SQL

/// The timeline of one person in a range, with the facts for drawing its two lanes.
public struct PersonTimeline: Sendable {
  /// The statuses, duty and contacts over time.
  public var timeline: Timeline
  /// When they were on duty, ascending.
  public var watched: [TimeSpan]
  /// The gap in progress: late fixes may close it.
  public var openTrackGap: TrackGap?
  /// The requested range, up to now.
  public var range: TimeSpan
  /// Reports of earlier instants have expired: nothing is known of the track before.
  public var reportsFrom: Timestamp
  /// The parts of the range with reports, ascending.
  public var reports: [TimeSpan]
  /// The purged part of the range, and the part that only a hold keeps.
  public var purged: PurgedTime
}

extension LivenessStore {
  /// The timeline of a responder. Blocks.
  ///
  /// The retention of the workspace applies at once to data from pings. The log of statuses is kept longer.
  /// Data on hold is shown.
  ///
  /// - Throws: `notFound` when the workspace has no such responder.
  public func timeline(
    of id: Responder.ID, in workspace: Workspace, _ asked: TimeSpan
  ) throws(StoreError) -> PersonTimeline {
    let now = clock()
    // Includes changes of this very millisecond.
    let asked = TimeSpan(from: asked.from, to: min(asked.to, now.advanced(by: 1)))
    var live = store.boards.entry(of: id, in: workspace.id)?.live
    let unwritten = live?.settle(until: vouchedUntil) ?? []
    return try read { db in
      guard try Responders.find(id, in: workspace.id, db) != nil else {
        throw StoreError.notFound("responder \(id.rawValue)")
      }
      let reading = try TimelineReading(id, workspace, asked, live: live, now: now, db)
      return try reading.timeline(unwritten: unwritten, db)
    }
  }
}

/// Reads one person's timeline.
private struct TimelineReading {
  let id: Responder.ID
  let key: ResponderKey
  let live: Liveness?
  let now: Timestamp
  let range: TimeSpan
  let limits: RetentionLimits
  /// The times with a log, and those with reports; the last of each lasts until the range's end.
  let log: [TimeSpan]
  let reports: [TimeSpan]
  let purged: PurgedTime

  init(
    _ id: Responder.ID, _ workspace: Workspace, _ asked: TimeSpan, live: Liveness?, now: Timestamp,
    _ db: Database
  ) throws {
    (self.id, key, self.live, self.now) = (id, ResponderKey(id, in: workspace.id), live, now)
    limits = RetentionLimits(days: workspace.retentionDays, now: now)
    // Reports read many days of many people, most of which are complete.
    let isPast = asked.from < max(limits.reports, limits.log)
    let held =
      isPast ? try HeldRows(of: workspace.id, responder: id, at: now, db).time(of: id.rawValue) : HeldTime()
    log = held.kept(in: asked, from: limits.log)
    reports = held.kept(in: asked, from: max(limits.reports, limits.log))
    purged = try PurgedTime(of: id, in: workspace.id, asked, held, limits, db)
    range = TimeSpan(from: log.first?.from ?? max(asked.from, limits.log), to: asked.to)
  }

  func timeline(unwritten: [Transition], _ db: Database) throws -> PersonTimeline {
    let watched = try watched(db)
    var found = Timeline()
    found.silences = try Silences.find(of: key, in: range, open: live?.openQuiet(at: now), now: now, db)
      .filter { silence in
        log.contains {
          TimeSpan(from: silence.from, to: silence.to ?? now.advanced(by: 1)).overlap($0) != nil
        }
      }
    found.notObserved = try Absences.find(in: range, db)
    found.missingSequences = try MissingSequences.find(of: id, db)
    for span in log {
      let new = span.to == range.to ? unwritten : []
      found.transitions += try Transitions.find(of: key, in: span, unwritten: new, db)
      found.duty += try DutyChanges.find(of: key, in: span, db)
    }
    var open: TrackGap?
    for span in reports {
      let stillAt = live?.duty.isWatched ?? false && span.to == range.to ? now : nil
      let track = try TrackGapQuery(
        person: key, range: span, watched: watched.filter { $0.overlap(span) != nil }, stillAt: stillAt,
        oldest: min(limits.reports, span.from)
      ).run(db)
      found.trackGaps += track.gaps
      open = track.open
      found.flags += try Doubts.find(of: id, in: span, db)
    }
    return PersonTimeline(
      timeline: found, watched: watched, openTrackGap: open,
      range: TimeSpan(from: range.from, to: min(range.to, now)), reportsFrom: limits.reports,
      reports: reports, purged: purged)
  }

  /// When they were on duty, as far as the log is kept.
  private func watched(_ db: Database) throws -> [TimeSpan] {
    // A person who was never heard cannot be drawn as reachable.
    guard live?.lastContact != nil else { return [] }
    return try log.flatMap { span in
      let found = try WatchedSpans.find(of: key, in: span, now: now, db)
      // After a piece of the log that is on hold ends, nothing is known any more.
      return span.to == range.to && log.count == 1 ? found : found.compactMap { $0.overlap(span) }
    }
  }
}

/// Rows of `transition`.
enum Transitions {
  /// A responder's transitions in `range`, ascending, including passed deadlines that the loop has not
  /// written yet.
  static func find(
    of person: ResponderKey, in range: TimeSpan, unwritten: [Transition], _ db: Database
  ) throws -> [Transition] {
    let found = try db.all(
      """
      SELECT at, from_status, to_status, rule FROM transition
      WHERE \(person.rows) AND at >= \(range.from) AND at < \(range.to) ORDER BY at, id
      """
    ) { try transition($0) }
    // By now the loop may have written them.
    return found
      + unwritten.filter { $0.at >= range.from && $0.at < range.to && !found.contains($0) }
  }

  static func transition(_ row: Row) throws -> Transition {
    Transition(
      at: try row["at"], from: try row["from_status"],
      to: try row["to_status"], rule: try row["rule"])
  }
}

/// Rows of `duty_change`.
enum DutyChanges {
  static func find(of person: ResponderKey, in range: TimeSpan, _ db: Database) throws -> [Timeline.Duty] {
    try db.all(
      """
      SELECT at, state FROM duty_change WHERE \(person.rows) AND at >= \(range.from)
        AND at < \(range.to) ORDER BY at, id
      """
    ) { Timeline.Duty(at: try $0["at"], state: try $0["state"]) }
  }
}

/// Holes in queues.
enum MissingSequences {
  static func find(of responder: Responder.ID, _ db: Database) throws -> [Timeline.MissingSequences] {
    try db.track.queues(of: responder).flatMap { queue in
      queue.seen.missing.map { Timeline.MissingSequences(queue: queue.name, numbers: $0) }
    }
  }
}

/// Flags of pings.
enum Doubts {
  static func find(of responder: Responder.ID, in range: TimeSpan, _ db: Database) throws -> [Timeline.Flag] {
    try db.track.flagged(of: responder, in: range).flatMap {
      Timeline.Flag.each(of: $0.flags, at: $0.at, pingID: $0.id)
    }
  }
}
