import GRDB
public import Rollcall

/// The reachable lanes of everybody in a workspace who was on watch in a span.
public struct WorkspaceLanes: Sendable {
  /// One person's lane.
  public struct Person: Sendable {
    /// Who.
    public let id: Responder.ID
    /// Their name of today.
    public let name: String
    /// Their region of today.
    public let region: String?
    /// Their profile of today.
    public let profile: String
    /// What the lane is drawn from.
    public let facts: StripFacts
  }

  /// The span that was asked for, without what is not kept and without what lies beyond now.
  public let span: TimeSpan
  /// Those who were on watch in it, in no order.
  public let people: [Person]
  /// When the server itself was away in it.
  public let absences: [TimeSpan]
  /// Since when the log is kept; before it nobody is told.
  public let logFrom: Timestamp
}

extension Store {
  /// Everybody's reachable lane in a span, with a fixed number of queries however many people there are. Blocks.
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
      let people = try query.people(db).compactMap { row -> WorkspaceLanes.Person? in
        let id: Int64 = row["id"]
        let watched = StripFacts.watched(
          changes[id] ?? [], isWatchedAtFirst: Self.isWatched(row["before"]), in: span)
        guard !watched.isEmpty else { return nil }
        if row["from_at"] != nil { quiet[id, default: []].append(Silences.quiet(row)) }
        // The one that still lasts is in no row.
        let open = boards.entry(of: Responder.ID(id), in: workspace.id)?.live.openQuiet(at: now)
        if let open, open.from < span.to { quiet[id, default: []].append(open) }
        return WorkspaceLanes.Person(
          id: Responder.ID(id), name: row["name"], region: row["region"], profile: row["profile"],
          facts: StripFacts(watched: watched, quiet: quiet[id] ?? []))
      }
      return WorkspaceLanes(
        span: span, people: people, absences: try Absences.find(in: span, db), logFrom: logFrom)
    }
  }

  private static func isWatched(_ status: String?) -> Bool {
    status.map { $0 != Status.offDuty.rawValue } ?? false
  }
}

/// The rows from which lanes are made, of a whole workspace.
private struct LaneQuery {
  let workspace: Workspace.ID
  let span: TimeSpan

  private var arguments: StatementArguments {
    [workspace.rawValue, span.from.milliseconds, span.to.milliseconds]
  }

  /// Everybody who was ever heard, with the status before the span, and the silence that went on at its end.
  func people(_ db: Database) throws -> [Row] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT responder.id, name, region, profile, lasting.from_at, lasting.to_at, lasting.degraded_ms,
            lasting.offline_ms, (SELECT to_status FROM transition WHERE transition.responder_id = responder.id AND at < ?2
              ORDER BY at DESC, id DESC LIMIT 1) AS before
          FROM responder JOIN liveness ON liveness.responder_id = responder.id
          LEFT JOIN silence AS lasting ON lasting.from_at < ?3 AND lasting.id = (SELECT id FROM silence
            WHERE silence.responder_id = responder.id AND to_at > ?3 ORDER BY to_at LIMIT 1)
          WHERE responder.workspace_id = ?1 AND liveness.last_contact_at IS NOT NULL
          """), arguments: arguments)
  }

  /// When people came on watch and went off it, ascending.
  func changesOfDuty(_ db: Database) throws -> [Int64: [ChangeOfWatch]] {
    var found: [Int64: [ChangeOfWatch]] = [:]
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT responder_id, at, to_status, from_status FROM transition
          WHERE workspace_id = ? AND at >= ? AND at < ? AND \(ChangeOfWatch.condition) ORDER BY at, id
          """), arguments: arguments)
    while let row = try rows.next() { found[row[0], default: []].append(ChangeOfWatch(row)) }
    return found
  }

  /// The silences that ended in the span.
  func silencesThatEnded(_ db: Database) throws -> [Int64: [Quiet]] {
    var found: [Int64: [Quiet]] = [:]
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT responder_id, from_at, to_at, degraded_ms, offline_ms FROM silence
          WHERE workspace_id = ? AND to_at > ? AND to_at <= ? ORDER BY to_at
          """), arguments: arguments)
    while let row = try rows.next() { found[row[0], default: []].append(Silences.quiet(row)) }
    return found
  }
}
