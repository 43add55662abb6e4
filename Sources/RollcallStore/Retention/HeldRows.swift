public import Rollcall
import SQL

/// The data that a workspace's active holds keep.
struct HeldRows: Equatable {
  /// The holds, ascending.
  private(set) var holds: [Int64] = []
  /// The incidents with a hold of their own. Those kept by people's held time are found among the expiring
  /// ones.
  private(set) var incidents: Set<Int64> = []
  /// The held times of people, by their ids.
  private(set) var people: [Int64: HeldTime] = [:]

  /// Nothing is held.
  init() {}

  /// Loads the holds at `now`, limited to one person if given.
  init(of workspace: Workspace.ID, responder: Responder.ID? = nil, at now: Timestamp, _ db: Database) throws {
    var spans: [Int64: [TimeSpan]] = [:]
    try db.each(
      """
      SELECT hold.id, hold.incident_id, hold.responder_id, hold.from_at, hold.to_at, opened_at, closed_at
      FROM hold LEFT JOIN incident ON incident.workspace_id = hold.workspace_id AND incident.id = hold.incident_id
      WHERE hold.workspace_id = \(workspace) AND released_at IS NULL AND (until_at IS NULL OR until_at > \(now))
      ORDER BY hold.id
      """
    ) { row in
      holds.append(try row["id"])
      if let person: Int64 = try row["responder_id"] {
        spans[person, default: []].append(TimeSpan(from: try row["from_at"], to: try row["to_at"]))
      }
      guard let incident: Int64 = try row["incident_id"] else { return }
      incidents.insert(incident)
      guard let span = try Self.around(row) else { return }
      for person in try Self.people(of: incident, in: workspace, db) {
        spans[person, default: []].append(span)
      }
    }
    people = spans.filter { responder == nil || $0.key == responder?.rawValue }.mapValues { HeldTime($0) }
  }

  /// The held time of a person; may be empty.
  func time(of person: Int64) -> HeldTime { people[person] ?? HeldTime() }

  /// The time of an incident with its margins; without an end while it is open.
  private static func around(_ row: Row) throws -> TimeSpan? {
    guard let opened: Timestamp = try row["opened_at"] else { return nil }
    let closed: Timestamp? = try row["closed_at"]
    return TimeSpan(
      from: opened.advanced(by: -Hold.aroundIncident),
      to: closed?.advanced(by: Hold.aroundIncident) ?? Timestamp(milliseconds: .max))
  }

  private static func people(
    of incident: Int64, in workspace: Workspace.ID, _ db: Database
  ) throws -> [Int64] {
    try db.all(
      """
      SELECT DISTINCT responder_id FROM offer INDEXED BY offer_incident
      WHERE workspace_id = \(workspace) AND incident_id = \(incident)
      """)
  }
}

/// Incidents are kept by their own holds, and by holds on people who had an offer or an assignment in the
/// held time.
extension HeldRows {
  /// Whether an offer, with its assignment, overlaps the held time of a row `held` of ``spans``.
  private static let touches: Query = """
    offer.responder_id = json_extract(held.value, '$[0]') AND offer.queued_at < json_extract(held.value, '$[2]')
      AND (offer.ended_at IS NULL OR offer.ended_at >= json_extract(held.value, '$[1]') OR EXISTS (
        SELECT 1 FROM assignment WHERE assignment.workspace_id = offer.workspace_id AND assignment.offer_id = offer.id
          AND (assignment.ended_at IS NULL OR assignment.ended_at >= json_extract(held.value, '$[1]'))))
    """

  /// Whether no hold keeps a row of `incident`.
  var isFree: Query {
    """
    incident.id NOT IN (SELECT value FROM json_each(\(incidents.json))) AND NOT EXISTS (
      SELECT 1 FROM json_each(\(spans)) AS held CROSS JOIN offer INDEXED BY offer_incident
      WHERE offer.workspace_id = incident.workspace_id AND offer.incident_id = incident.id AND \(Self.touches))
    """
  }

  /// The held times as JSON: person, from, to.
  private var spans: String {
    let all = people.map { Self.json($0.key, $0.value) }.filter { !$0.isEmpty }
    return "[\(all.joined(separator: ","))]"
  }

  /// The incidents closed before `limit` that are kept because a person who was asked about them has held
  /// time.
  func offeredIncidents(
    of person: Int64, in workspace: Workspace.ID, closedBefore limit: Timestamp, _ db: Database
  ) throws -> Set<Int64> {
    let spans = "[\(Self.json(person, time(of: person)))]"
    return try Set(
      db.all(
        """
        SELECT DISTINCT incident.id FROM json_each(\(spans)) AS held
          CROSS JOIN offer INDEXED BY offer_responder ON offer.workspace_id = \(workspace) AND \(Self.touches)
          CROSS JOIN incident ON incident.workspace_id = \(workspace) AND incident.id = offer.incident_id
        WHERE opened_at < \(limit) AND closed_at < \(limit)
        """, as: Int64.self))
  }

  private static func json(_ person: Int64, _ time: HeldTime) -> String {
    time.spans.map { "[\(person),\($0.from.milliseconds),\($0.to.milliseconds)]" }.joined(separator: ",")
  }
}

/// Expired data that holds keep.
public struct HeldBack: Equatable, Sendable {
  /// Counting stops here: a number that reaches it means *at least*.
  public static let countLimit = 1_000_000

  /// How many rows.
  public internal(set) var counts = PurgeCounts()
  /// How many people have positions or log entries among them.
  public internal(set) var people = 0
  /// All active holds, ascending.
  public internal(set) var holds: [Hold.ID] = []

  /// Nothing.
  public init() {}

  /// Counts what a workspace's holds keep of the data expired by `limits`, using index positions only.
  init(of workspace: Workspace.ID, _ held: HeldRows, _ limits: RetentionLimits, _ db: Database) throws {
    holds = held.holds.map { Hold.ID($0) }
    var incidents = held.incidents
    for (person, time) in held.people {
      let before = counts.total
      for step in PurgeStep.allCases {
        guard let expiring = step.expiring else { continue }
        let limit = step.limit(limits)
        for span in time.held(in: TimeSpan(from: .distantPast, to: limit)) {
          counts[keyPath: step.count] += try expiring.count(
            of: ResponderKey(Responder.ID(person), in: workspace), span, before: limit,
            most: Self.countLimit - counts[keyPath: step.count], db)
        }
      }
      let offered = try held.offeredIncidents(of: person, in: workspace, closedBefore: limits.log, db)
      incidents.formUnion(offered)
      if counts.total > before || !offered.isEmpty { people += 1 }
    }
    for incident in incidents {
      counts.logRows += try Self.rows(of: incident, in: workspace, before: limits.log, db)
    }
  }

  /// The record of held data that is due today; `nil` = it is written already, or nothing is held.
  static func unrecorded(_ pass: PurgePass, at now: Timestamp, _ db: Database) throws -> HeldBack? {
    let workspace = pass.workspace
    let held = try HeldRows(of: workspace.id, at: now, db)
    let day = workspace.localDay(at: now)
    let recorded = try db.first(
      "SELECT holds FROM purge WHERE workspace_id = \(workspace.id) AND day = \(day)", as: String.self)
    guard recorded ?? "" != PurgeRecord.text(held.holds) else { return nil }
    return try HeldBack(of: workspace.id, held, pass.limits, db)
  }

  private static func rows(
    of incident: Int64, in workspace: Workspace.ID, before limit: Timestamp, _ db: Database
  ) throws -> Int {
    let isExpired = try db.exists(
      """
      SELECT 1 FROM incident WHERE workspace_id = \(workspace) AND id = \(incident)
        AND opened_at < \(limit) AND closed_at < \(limit)
      """)
    return isExpired ? try PurgeStep.countRows(of: incident, in: workspace, db) : 0
  }
}
