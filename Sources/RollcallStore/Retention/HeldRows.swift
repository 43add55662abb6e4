import Rollcall
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
