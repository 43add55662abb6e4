import GRDB
import Rollcall

/// What the holds in force of a workspace keep.
struct HeldRows: Equatable {
  /// The holds, ascending.
  private(set) var holds: [Int64] = []
  /// The incidents that are on hold themselves; those that people's times keep are found among those that expire.
  private(set) var incidents: Set<Int64> = []
  /// The times of people, by their ids.
  private(set) var people: [Int64: HeldTime] = [:]

  /// Nothing is held.
  init() {}

  /// What is held at `now`, of one person only where one is named.
  init(of workspace: Workspace.ID, responder: Responder.ID? = nil, at now: Timestamp, _ db: Database) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT hold.id, hold.incident_id, hold.responder_id, hold.from_at, hold.to_at, opened_at, closed_at
          FROM hold LEFT JOIN incident ON incident.id = hold.incident_id AND incident.workspace_id = hold.workspace_id
          WHERE hold.workspace_id = ? AND released_at IS NULL AND (until_at IS NULL OR until_at > ?) ORDER BY hold.id
          """), arguments: [workspace.rawValue, now.milliseconds])
    var spans: [Int64: [TimeSpan]] = [:]
    for row in rows {
      holds.append(row["id"])
      if let person: Int64 = row["responder_id"] {
        spans[person, default: []].append(
          TimeSpan(
            from: Timestamp(milliseconds: row["from_at"]), to: Timestamp(milliseconds: row["to_at"])))
      }
      guard let incident: Int64 = row["incident_id"] else { continue }
      incidents.insert(incident)
      guard let span = Self.around(row) else { continue }
      for person in try Self.people(of: incident, db) { spans[person, default: []].append(span) }
    }
    people = spans.filter { responder == nil || $0.key == responder?.rawValue }.mapValues { HeldTime($0) }
  }

  /// The held time of somebody; empty when nothing is.
  func time(of person: Int64) -> HeldTime { people[person] ?? HeldTime() }

  /// The time of an incident, with some before and after it; without an end while it is open.
  private static func around(_ row: Row) -> TimeSpan? {
    guard let opened = row.instant("opened_at") else { return nil }
    let closed = row.instant("closed_at")
    return TimeSpan(
      from: opened.advanced(by: -Hold.aroundIncident),
      to: closed?.advanced(by: Hold.aroundIncident) ?? Timestamp(milliseconds: .max))
  }

  private static func people(of incident: Int64, _ db: Database) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(sql: "SELECT DISTINCT responder_id FROM offer WHERE incident_id = ?"),
      arguments: [incident])
  }
}
