public import Rollcall
import SQL

/// What a retention would take away.
public struct RetentionPreview: Equatable, Sendable {
  /// Nobody counts further than this: a number one greater means *more*.
  public static let countLimit = 1_000_000
  /// The same for entries of the log, which are found one person and kind after the other.
  public static let logCountLimit = 100_000

  /// How many days were asked about.
  public let days: Int
  /// Where the limit would be.
  public let before: Timestamp
  /// Pings that would go.
  public internal(set) var pings = 0
  /// Uploads with their telemetry that would go.
  public internal(set) var uploads = 0
  /// Device events that would go.
  public internal(set) var deviceEvents = 0
  /// Entries of the log that would go, as the record of a purge counts them.
  public internal(set) var logRows = 0
  /// Of how many people pings would go.
  public internal(set) var people = 0
  /// The effective time of the oldest ping that would go; `nil` when none would.
  public internal(set) var oldest: Timestamp?
  /// What holds would keep.
  public let passedOver: PassedOver
}

extension RetentionStore {
  /// What would go if a workspace kept reports for so many days from now on; changes nothing. Blocks.
  ///
  /// - Throws: `invalid` for days that no workspace may have.
  public func retentionPreview(of workspace: Workspace.ID, days: Int) throws(StoreError) -> RetentionPreview {
    guard (1...3_650).contains(days) else { throw .invalid("retention is 1 to 3650 days") }
    let now = clock()
    return try read { try RetentionPreview(of: workspace, days: days, until: now, $0) }
  }

  /// What the purges take that come until the workspace's next midnight; changes nothing. Blocks.
  public func purgeAhead(of workspace: Workspace) throws(StoreError) -> RetentionPreview {
    let now = clock()
    return try read { db in
      try RetentionPreview(
        of: workspace.id, days: workspace.retentionDays, until: workspace.nextMidnight(after: now), db)
    }
  }
}

extension RetentionPreview {
  /// - Parameter until: what has expired by then, and is not on hold any more, would go.
  fileprivate init(of workspace: Workspace.ID, days: Int, until: Timestamp, _ db: Database) throws {
    let limits = RetentionLimits(days: days, now: until)
    let held = try HeldRows(of: workspace, at: until, db)
    self.init(
      days: days, before: limits.reports, passedOver: try PassedOver(of: workspace, held, limits, db))
    try countFree(held, of: workspace, db)
    for (person, time) in held.people { try count(time, of: person, in: workspace, db) }
    try countLog(held, of: workspace, limits, db)
  }

  /// Counts what goes of those of whom nothing is held.
  private mutating func countFree(_ held: HeldRows, of workspace: Workspace.ID, _ db: Database) throws {
    let people: Query = """
      FROM responder WHERE workspace_id = \(workspace)
        AND id NOT IN (SELECT value FROM json_each(\(held.people.keys.json)))
      """
    for (table, column, within, count) in Self.kinds(of: workspace) {
      self[keyPath: count] =
        try db.first(
          """
          SELECT count(*) FROM (SELECT 1 FROM (SELECT id \(people)) AS person
            CROSS JOIN \(table) ON \(within)\(table).responder_id = person.id AND \(table).\(column) < \(before)
            LIMIT \(Self.countLimit + 1))
          """, as: Int.self) ?? 0
    }
    try db.each(
      """
      SELECT count(first) AS people, min(first) AS oldest FROM (SELECT (SELECT min(effective_at) FROM ping
        WHERE ping.responder_id = responder.id AND effective_at < \(before)) AS first \(people))
      """
    ) { row in (self.people, oldest) = (try row["people"], try row["oldest"]) }
  }

  /// Counts what goes of somebody of whom something is held.
  private mutating func count(
    _ held: HeldTime, of person: Int64, in workspace: Workspace.ID, _ db: Database
  ) throws {
    var first: Timestamp?
    for span in held.free(in: TimeSpan(from: .distantPast, to: before)) {
      for (table, column, within, count) in Self.kinds(of: workspace) {
        let left = Self.countLimit + 1 - self[keyPath: count]
        try db.each(
          """
          SELECT count(*) AS count, min(at) AS first FROM (SELECT \(column) AS at FROM \(table)
            WHERE \(within)responder_id = \(person) AND \(column) >= \(span.from) AND \(column) < \(span.to)
            ORDER BY \(column) LIMIT \(max(0, left)))
          """
        ) { row in
          self[keyPath: count] += try row["count"]
          if count == \.pings, first == nil { first = try row["first"] }
        }
      }
    }
    guard let first else { return }
    people += 1
    oldest = min(oldest ?? first, first)
  }

  /// The tables, their times, and how a condition on their indexes begins.
  private static func kinds(
    of workspace: Workspace.ID
  ) -> [(table: Query, column: Query, within: Query, count: WritableKeyPath<Self, Int>)] {
    [
      ("ping", "effective_at", .empty, \.pings), ("upload", "received_at", .empty, \.uploads),
      ("device_event", "effective_at", "device_event.workspace_id = \(workspace) AND ", \.deviceEvents),
    ]
  }
}
