public import Rollcall
import SQL

/// The reachable lanes of everyone in a workspace who was on watch in a span.
public struct WorkspaceLanes: Sendable {
  /// One person's lane.
  public struct Person: Sendable {
    /// Their id.
    public let id: Responder.ID
    /// Their name of today.
    public let name: String
    /// Their region of today.
    public let region: String?
    /// Their profile of today.
    public let profile: String
    /// The facts for drawing the lane.
    public let facts: StripFacts
  }

  /// The requested span, without the part that is not kept and the future.
  public let span: TimeSpan
  /// People who were on watch in it, in no order.
  public let people: [Person]
  /// When the server itself was away in it.
  public let absences: [TimeSpan]
  /// Since when the log is kept; earlier lanes are unknown.
  public let logFrom: Timestamp
}

extension LivenessStore {
  /// Everyone's reachable lane in a span, with a fixed number of queries, whatever the number of people.
  /// Blocks.
  ///
  /// - Parameter asked: a day or so: all of its changes of duty and silences are in memory at once.
  public func lanes(of workspace: Workspace, in asked: TimeSpan) throws(StoreError) -> WorkspaceLanes {
    let now = clock()
    let logFrom = RetentionLimits(days: workspace.retentionDays, now: now).log
    let span = TimeSpan(from: max(asked.from, logFrom), to: min(asked.to, now))
    guard span.length > 0 else {
      return WorkspaceLanes(span: span, people: [], absences: [], logFrom: logFrom)
    }
    return try read { db in
      let query = LaneQuery(workspace: workspace.id, span: span)
      let changes = try query.changesOfDuty(db)
      var quiet = try query.silencesThatEnded(db)
      let people = try query.people(db) { row -> WorkspaceLanes.Person? in
        let id: Responder.ID = try row["id"]
        let watched = StripFacts.watched(
          changes[id] ?? [], isWatchedAtFirst: Self.isWatched(try row["before"]), in: span)
        guard !watched.isEmpty else { return nil }
        if try row["from_at"] as Timestamp? != nil { quiet[id, default: []].append(try Silences.quiet(row)) }
        // The silence in progress has no row.
        let open = store.boards.entry(of: id, in: workspace.id)?.live.openQuiet(at: now)
        if let open, open.from < span.to { quiet[id, default: []].append(open) }
        return WorkspaceLanes.Person(
          id: id, name: try row["name"], region: try row["region"], profile: try row["profile"],
          facts: StripFacts(watched: watched, quiet: quiet[id] ?? []))
      }
      return WorkspaceLanes(
        span: span, people: people, absences: try Absences.find(in: span, db), logFrom: logFrom)
    }
  }

  private static func isWatched(_ status: Status?) -> Bool { status.map { $0 != .offDuty } ?? false }
}

/// The rows from which lanes are made, of a whole workspace.
private struct LaneQuery {
  let workspace: Workspace.ID
  let span: TimeSpan

  /// Everyone who was ever heard, with the status before the span, and the silence in progress at its end.
  func people<Person>(_ db: Database, _ make: (Row) throws -> Person?) throws -> [Person] {
    try db.all(
      """
      SELECT responder.id, name, region, profile, lasting.from_at, lasting.to_at, lasting.degraded_ms,
        lasting.offline_ms, (SELECT to_status FROM transition
          WHERE transition.workspace_id = responder.workspace_id AND transition.responder_id = responder.id
            AND at < \(span.from) ORDER BY at DESC, id DESC LIMIT 1) AS before
      FROM responder
      JOIN liveness ON liveness.workspace_id = responder.workspace_id AND liveness.responder_id = responder.id
      LEFT JOIN silence AS lasting ON lasting.workspace_id = responder.workspace_id AND lasting.from_at < \(span.to)
        AND lasting.id = (SELECT id FROM silence WHERE silence.workspace_id = responder.workspace_id
          AND silence.responder_id = responder.id AND to_at > \(span.to) ORDER BY to_at LIMIT 1)
      WHERE responder.workspace_id = \(workspace) AND liveness.last_contact_at IS NOT NULL
      """, make
    ).compactMap(\.self)
  }

  /// When people came on watch and went off, ascending.
  func changesOfDuty(_ db: Database) throws -> [Responder.ID: [ChangeOfWatch]] {
    var found: [Responder.ID: [ChangeOfWatch]] = [:]
    try db.each(
      """
      SELECT responder_id, at, to_status, from_status FROM transition
      WHERE workspace_id = \(workspace) AND at >= \(span.from) AND at < \(span.to) AND \(ChangeOfWatch.condition)
      ORDER BY at, id
      """
    ) { found[try $0["responder_id"], default: []].append(try ChangeOfWatch(row: $0)) }
    return found
  }

  /// The silences that ended in the span.
  func silencesThatEnded(_ db: Database) throws -> [Responder.ID: [Quiet]] {
    var found: [Responder.ID: [Quiet]] = [:]
    try db.each(
      """
      SELECT responder_id, from_at, to_at, degraded_ms, offline_ms FROM silence
      WHERE workspace_id = \(workspace) AND to_at > \(span.from) AND to_at <= \(span.to) ORDER BY to_at
      """
    ) { found[try $0["responder_id"], default: []].append(try Silences.quiet($0)) }
    return found
  }
}
