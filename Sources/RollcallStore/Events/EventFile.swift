public import Rollcall
import SQL

/// Everything about an event.
public struct EventFile: Equatable, Sendable {
  /// The event.
  public var event: Event
  /// The displayed span: from the event's beginning, or its first activity, to its end or now.
  public var span: TimeSpan
  /// The participants, those with most missing first.
  public var participants: [EventParticipant]
  /// The instant of this state.
  public var at: Timestamp

  /// Creates a file.
  public init(event: Event, span: TimeSpan, participants: [EventParticipant], at: Timestamp) {
    (self.event, self.span, self.participants, self.at) = (event, span, participants, at)
  }
}

/// Where a participant was when.
public struct TrackPoint: Equatable, Sendable {
  /// Effective time.
  public var at: Timestamp
  /// The place.
  public var position: Position

  /// Creates a point.
  public init(at: Timestamp, position: Position) { (self.at, self.position) = (at, position) }
}

extension EventStore {
  /// The most points of one participant's path.
  public static let eventTrackPoints: Int64 = 240

  /// An event with its participants. Blocks.
  ///
  /// The retention of the workspace applies at once.
  ///
  /// - Throws: `notFound`.
  public func event(_ slug: String, in workspace: Workspace) throws(StoreError) -> EventFile {
    let (now, vouched) = (clock(), store.liveness.vouchedUntil)
    let oldest = now.advanced(by: -Int64(workspace.retentionDays) * 86_400_000)
    return try read { db in
      let event = try Events.require(slug, in: workspace.id, db)
      let span = try EventReading.span(of: event, oldest: oldest, now: now, db)
      let participants = try Events.participants(of: event, db).compactMap { id -> EventParticipant? in
        guard let entry = store.liveness.boardEntry(of: id, in: workspace.id) else { return nil }
        let reading = EventReading(
          event: event, span: span, oldest: oldest, now: now, entry: entry, vouchedUntil: vouched)
        return try reading.participant(db)
      }
      return EventFile(
        event: event, span: span,
        participants: participants.sorted {
          EventParticipant.comesFirst($0, $1, in: event, at: now)
        }, at: now)
    }
  }

  /// An event with its participants, without their data. Blocks.
  ///
  /// - Throws: `notFound`.
  public func participants(
    of slug: String, in workspace: Workspace.ID
  ) throws(StoreError) -> (event: Event, people: [Responder.ID]) {
    try read { db in
      let event = try Events.require(slug, in: workspace, db)
      return (event, try Events.participants(of: event, db))
    }
  }

  /// The paths of an event's participants, thinned to at most ``eventTrackPoints`` each. Blocks.
  public func tracks(of file: EventFile) throws(StoreError) -> [Responder.ID: [TrackPoint]] {
    try read { db in
      var found: [Responder.ID: [TrackPoint]] = [:]
      for person in file.participants where person.positions > 0 {
        found[person.id] = try EventReading.track(of: person.id, in: file.span, db)
      }
      return found
    }
  }
}

/// The data of one participant of an event.
struct EventReading {
  let event: Event
  let span: TimeSpan
  let oldest: Timestamp
  let now: Timestamp
  let entry: BoardEntry
  let vouchedUntil: Timestamp

  /// The displayed span of an event.
  static func span(of event: Event, oldest: Timestamp, now: Timestamp, _ db: Database) throws -> TimeSpan {
    let first = try db.first(
      """
      SELECT coalesce(min((SELECT min(effective_at) FROM event_activity
          WHERE event_activity.workspace_id = event.workspace_id AND event_id = event.id), created_at),
        created_at) FROM event WHERE workspace_id = \(event.workspace) AND id = \(event.id)
      """, as: Timestamp.self)
    // Include what became true in this very millisecond.
    let to = min(event.to ?? now, now).advanced(by: event.isOver(at: now) ? 0 : 1)
    let from = max(event.from ?? first ?? now, oldest)
    return TimeSpan(from: min(from, to), to: to)
  }

  func participant(_ db: Database) throws -> EventParticipant {
    let live = entry.live.settled(at: vouchedUntil)
    var found = EventParticipant(
      id: entry.id, name: entry.person.name, status: live.status, since: live.since,
      lastContact: live.lastContact)
    try readActivities(of: &found, db)
    try readPositions(of: &found, db)
    guard let start = found.startedAt else { return found }
    let way = TimeSpan(from: max(start, span.from), to: min(found.stoppedAt ?? span.to, span.to))
    found.gaps = try gaps(of: way, db)
    found.missingNumbers = try MissingSequences.find(of: entry.id, db).reduce(0) { sum, hole in
      sum + Int64(clamping: hole.numbers.count)
    }
    return found
  }

  private func readActivities(of found: inout EventParticipant, _ db: Database) throws {
    let seen = try db.first(
      """
      SELECT count(*) AS number, min(CASE WHEN type = 'start' THEN effective_at END) AS first_start,
        max(CASE WHEN type = 'start' THEN effective_at END) AS last_start,
        max(CASE WHEN type = 'stop' THEN effective_at END) AS last_stop
      FROM event_activity
      WHERE workspace_id = \(event.workspace) AND event_id = \(event.id) AND responder_id = \(entry.id)
      """
    ) { row in
      (
        number: try row["number"] as Int, firstStart: try row["first_start"] as Timestamp?,
        start: try row["last_start"] as Timestamp?, stop: try row["last_stop"] as Timestamp?
      )
    }
    guard let seen else { return }
    (found.activities, found.startedAt) = (seen.number, seen.firstStart)
    found.stoppedAt = seen.stop.flatMap { stop in seen.start.map { $0 > stop } ?? false ? nil : stop }
  }

  private func readPositions(of found: inout EventParticipant, _ db: Database) throws {
    let seen = try db.track.countFixes(of: entry.id, in: span)
    (found.positions, found.lastFix) = (seen.number, seen.last)
    found.startedAt = found.startedAt ?? seen.first
  }

  /// The spans of the way without a position, including one that still lasts.
  private func gaps(of way: TimeSpan, _ db: Database) throws -> [TimeSpan] {
    let person = ResponderKey(entry.id, in: entry.person.workspace)
    let watched = try WatchedSpans.find(of: person, in: way, now: now, db)
    let track = try TrackGapQuery(
      person: person, range: way, watched: watched, stillAt: entry.live.duty.isWatched ? now : nil,
      oldest: oldest
    ).run(db)
    let open = track.gaps.filter { $0.backfilledAt == nil } + [track.open].compactMap(\.self)
    return open.compactMap { TimeSpan(from: $0.from, to: $0.to).overlap(way) }
  }

  /// A path as one position for each stretch of time.
  static func track(of id: Responder.ID, in span: TimeSpan, _ db: Database) throws -> [TrackPoint] {
    try db.track.thinned(of: id, in: span, to: EventStore.eventTrackPoints).map {
      TrackPoint(at: $0.at, position: $0.position)
    }
  }
}
