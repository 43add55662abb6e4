public import Rollcall
import SQL

/// What a retention of some days would delete.
public struct RetentionPreview: Equatable, Sendable {
  /// Counting stops here: a number one greater means *more*.
  public static let countLimit = 1_000_000
  /// The limit for log entries, which are found one person and kind after the other.
  public static let logCountLimit = 100_000

  /// The number of days asked about.
  public let days: Int
  /// Where the limit would be.
  public let before: Timestamp
  /// Pings that would go.
  public internal(set) var pings = 0
  /// Uploads with their telemetry that would be deleted.
  public internal(set) var uploads = 0
  /// Device events that would go.
  public internal(set) var deviceEvents = 0
  /// Log entries that would be deleted, counted as in the record of a purge.
  public internal(set) var logRows = 0
  /// How many people's pings would be deleted.
  public internal(set) var people = 0
  /// The effective time of the oldest ping to be deleted; `nil` when there is none.
  public internal(set) var oldest: Timestamp?
  /// The data that holds would keep.
  public let heldBack: HeldBack
}

extension RetentionStore {
  /// What would be deleted if a workspace kept positions for this many days from now on. Changes nothing.
  /// Blocks.
  ///
  /// - Throws: `invalid` for a number of days that is not allowed.
  public func retentionPreview(of workspace: Workspace.ID, days: Int) throws(StoreError) -> RetentionPreview {
    guard Workspace.retentions.contains(days) else {
      throw .invalid("retention_days: \(Workspace.retentions.wholeNumber)")
    }
    let now = clock()
    return try read { try RetentionPreview(of: workspace, days: days, until: now, $0) }
  }

  /// What purges will delete until the workspace's next midnight. Changes nothing. Blocks.
  public func purgeAhead(of workspace: Workspace) throws(StoreError) -> RetentionPreview {
    let now = clock()
    return try read { db in
      try RetentionPreview(
        of: workspace.id, days: workspace.retentionDays, until: workspace.nextMidnight(after: now), db)
    }
  }
}

extension RetentionPreview {
  /// - Parameter until: data that has expired by then, and is not on hold any more, counts.
  fileprivate init(of workspace: Workspace.ID, days: Int, until: Timestamp, _ db: Database) throws {
    let limits = RetentionLimits(days: days, now: until)
    let held = try HeldRows(of: workspace, at: until, db)
    self.init(
      days: days, before: limits.reports, heldBack: try HeldBack(of: workspace, held, limits, db))
    try countFree(held, of: workspace, db)
    for (person, time) in held.people { try count(time, of: person, in: workspace, db) }
    try countLog(held, of: workspace, limits, db)
  }

  /// Counts the data of people without a hold.
  private mutating func countFree(_ held: HeldRows, of workspace: Workspace.ID, _ db: Database) throws {
    let people: Query = """
      FROM responder WHERE workspace_id = \(workspace)
        AND id NOT IN (SELECT value FROM json_each(\(held.people.keys.json)))
      """
    deviceEvents =
      try db.first(
        """
        SELECT count(*) FROM (SELECT 1 FROM (SELECT id \(people)) AS person
          CROSS JOIN device_event ON device_event.workspace_id = \(workspace)
            AND device_event.responder_id = person.id AND device_event.effective_at < \(before)
          LIMIT \(Self.countLimit + 1))
        """, as: Int.self) ?? 0
    let all = TimeSpan(from: .distantPast, to: before)
    for id in try db.all("SELECT id \(people)", as: Responder.ID.self) {
      let person = ResponderKey(id, in: workspace)
      add(try db.track.count(of: person, in: all))
      try addUploads(of: id, in: all, db)
    }
  }

  /// Counts the data of a person with a hold.
  private mutating func count(
    _ held: HeldTime, of id: Int64, in workspace: Workspace.ID, _ db: Database
  ) throws {
    var found = TakenTimes()
    let person = ResponderKey(Responder.ID(id), in: workspace)
    for span in held.free(in: TimeSpan(from: .distantPast, to: before)) {
      let left = max(0, Self.countLimit + 1 - deviceEvents)
      deviceEvents +=
        try db.first(
          """
          SELECT count(*) FROM (SELECT 1 FROM device_event WHERE \(person.rows)
            AND effective_at >= \(span.from) AND effective_at < \(span.to) LIMIT \(left))
          """) ?? 0
      try addUploads(of: person.id, in: span, db)
      let pings = try db.track.count(of: person, in: span)
      if let times = pings.span { found.add(pings.count, times.lowerBound, times.upperBound) }
    }
    add(found)
  }

  /// Adds the uploads of a person, unless there are more than are counted already.
  private mutating func addUploads(of person: Responder.ID, in span: TimeSpan, _ db: Database) throws {
    guard uploads <= Self.countLimit else { return }
    uploads = min(uploads + (try db.track.countUploads(of: person, in: span)), Self.countLimit + 1)
  }

  /// Adds the pings of a person.
  private mutating func add(_ found: TakenTimes) {
    guard let first = found.span?.lowerBound else { return }
    pings = min(pings + found.count, Self.countLimit + 1)
    people += 1
    oldest = min(oldest ?? first, first)
  }
}

extension RetentionPreview {
  /// Counts the log entries that would be deleted, step by step, like a purge.
  mutating func countLog(
    _ held: HeldRows, of workspace: Workspace.ID, _ limits: RetentionLimits, _ db: Database
  ) throws {
    let free = try db.all(
      "SELECT id FROM responder WHERE workspace_id = \(workspace) ORDER BY id", as: Int64.self
    ).filter { held.people[$0] == nil }
    let log: WritableKeyPath<PurgeCounts, Int> = \.logRows
    for step in PurgeStep.allCases where step.count == log {
      guard let rows = step.rows else {
        logRows += try step.countAhead(of: workspace, held, limits, most: logLeft, db)
        continue
      }
      let all = TimeSpan(from: .distantPast, to: step.limit(limits))
      logRows += try rows.countAhead(of: free, in: workspace, all, limits, most: logLeft, db)
      for (person, time) in held.people {
        for span in time.free(in: all) {
          logRows += try rows.countAhead(of: [person], in: workspace, span, limits, most: logLeft, db)
        }
      }
    }
  }

  private var logLeft: Int { max(0, Self.logCountLimit + 1 - logRows) }
}

extension PurgeStep {
  /// How many rows a step that does not go from person to person will delete, at most `most`.
  fileprivate func countAhead(
    of workspace: Workspace.ID, _ held: HeldRows, _ limits: RetentionLimits, most: Int, _ db: Database
  ) throws -> Int {
    switch self {
    case .causes, .positions: return 0
    case .incidents: return try Self.incidentsAhead(of: workspace, held, limits, most: most, db)
    default:
      let (table, _, expired) = ofWorkspace(workspace, before: limits.log)
      return try db.first(
        "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE workspace_id = \(workspace) AND \(expired) LIMIT \(most))",
        as: Int.self) ?? 0
    }
  }

  private static func incidentsAhead(
    of workspace: Workspace.ID, _ held: HeldRows, _ limits: RetentionLimits, most: Int, _ db: Database
  ) throws -> Int {
    // Each is at least one row.
    let incidents = try db.all(
      """
      SELECT id FROM incident WHERE workspace_id = \(workspace) AND opened_at < \(limits.log)
        AND closed_at < \(limits.log) AND \(held.isFree) LIMIT \(most)
      """, as: Int64.self)
    var rows = 0
    for incident in incidents where rows < most { rows += try countRows(of: incident, in: workspace, db) }
    return min(rows, most)
  }

  /// How many rows are deleted with an incident.
  static func countRows(of incident: Int64, in workspace: Workspace.ID, _ db: Database) throws -> Int {
    let picks: Query = "workspace_id = \(workspace) AND incident_id = \(incident)"
    return try ([("incident_pick", picks)] + ofIncident(incident, in: workspace)).reduce(0) { sum, part in
      let rows = try db.first("SELECT count(*) FROM \(part.table) WHERE \(part.belongs)", as: Int.self)
      return sum + (rows ?? 0)
    }
  }
}
