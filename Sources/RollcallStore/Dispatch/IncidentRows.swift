public import Rollcall
package import SQL

/// An offer with its incident.
public struct OfferedIncident: Equatable, Sendable {
  /// The offer.
  public var offer: Offer
  /// The incident offered.
  public var incident: Incident
}

/// An assignment with its incident.
public struct AssignedIncident: Equatable, Sendable {
  /// An assignment's id.
  public typealias ID = Identifier<AssignedIncident>

  /// Its id.
  public var id: ID
  /// The accepted offer; `nil` = taken by voice without one.
  public var offer: Offer.ID?
  /// The assignee.
  public var responder: Responder.ID
  /// When they accepted.
  public var since: Timestamp
  /// When they set off; `nil` = not reported.
  public var onWayAt: Timestamp?
  /// When they arrived; `nil` = not yet, or not reported.
  public var arrivedAt: Timestamp?
  /// The incident assigned.
  public var incident: Incident
}

/// Rows of `incident`.
enum Incidents {
  static func find(_ id: Incident.ID, in workspace: Workspace.ID, _ db: Database) throws -> Incident? {
    try db.first("SELECT * FROM incident WHERE workspace_id = \(workspace) AND id = \(id)")
  }

  /// The incident.
  ///
  /// - Throws: `StoreError.notFound`.
  static func require(_ id: Incident.ID, in workspace: Workspace.ID, _ db: Database) throws -> Incident {
    guard let found = try find(id, in: workspace, db) else {
      throw StoreError.notFound("incident \(id.rawValue)")
    }
    return found
  }

  /// The sort key by severity, the most severe first.
  static let urgency: Query =
    "CASE severity WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'normal' THEN 2 ELSE 3 END"

  /// The order in a responder's duty state while the incident is theirs. Also its name for people.
  static func order(_ id: Incident.ID) -> String { "INC-\(id.rawValue)" }
}

extension Incident: FetchableRecord {
  package init(row: Row) throws {
    let notes: String = try row["notes"]
    self.init(
      id: try row["id"], workspace: try row["workspace_id"],
      details: NewIncident(
        kind: try row["kind"], title: try row["title"], severity: try row["severity"],
        position: try Position(row: row), notes: notes.utf8.isEmpty ? nil : notes, region: try row["region"],
        needs: try Needs(row["needs"])),
      state: try row["state"], openedAt: try row["opened_at"], openedBy: try row["opened_by"],
      isDrill: try row["is_drill"])
  }
}

/// Rows of `offer`.
enum Offers {
  static func find(_ id: Offer.ID, in workspace: Workspace.ID, _ db: Database) throws -> Offer? {
    try db.first("SELECT * FROM offer WHERE workspace_id = \(workspace) AND id = \(id)")
  }

  /// When an open offer ends if nothing more is heard: ``Offer/endsAt``.
  static let end: Query = "CASE WHEN state IN ('queued', 'sent') THEN deliver_by ELSE expires_at END"

  /// All offers of an incident, in the order in which they were made.
  static func all(of incident: Incident.ID, in workspace: Workspace.ID, _ db: Database) throws -> [Offer] {
    try db.all(
      "SELECT * FROM offer WHERE workspace_id = \(workspace) AND incident_id = \(incident) ORDER BY id")
  }
}

extension Offer: FetchableRecord {
  package init(row: Row) throws {
    self.init(
      id: try row["id"], incident: try row["incident_id"], responder: try row["responder_id"],
      distance: try row["distance_m"], queuedAt: try row["queued_at"], expiresAt: try row["expires_at"],
      deliverBy: try row["deliver_by"], round: try row["round"])
    state = try row["state"]
    sentAt = try row["sent_at"]
    deliveredAt = try row["delivered_at"]
    seenAt = try row["seen_at"]
    endedAt = try row["ended_at"]
    reason = try row["reason"]
    answer = try row["answer"]
    answeredAt = try row["answered_at"]
  }
}

/// Rows of `assignment` that are in force.
enum Assignments {
  static func find(of responder: Responder.ID, in workspace: Workspace.ID, _ db: Database) throws
    -> AssignedIncident?
  {
    try db.first(
      "\(select) WHERE workspace_id = \(workspace) AND responder_id = \(responder) AND ended_at IS NULL"
    ) { try assignment($0, db) }
  }

  /// The assignments of an incident in force, in the order in which they began.
  static func all(of incident: Incident.ID, in workspace: Workspace.ID, _ db: Database) throws
    -> [AssignedIncident]
  {
    try db.all(
      """
      \(select) WHERE workspace_id = \(workspace) AND incident_id = \(incident) AND ended_at IS NULL ORDER BY id
      """
    ) { try assignment($0, db) }
  }

  private static let select: Query = "SELECT * FROM assignment"

  /// An assignment from its row, in force or not.
  static func assignment(_ row: Row, _ db: Database) throws -> AssignedIncident {
    AssignedIncident(
      id: try row["id"], offer: try row["offer_id"], responder: try row["responder_id"],
      since: try row["since"],
      onWayAt: try row["on_way_at"], arrivedAt: try row["arrived_at"],
      incident: try Incidents.require(try row["incident_id"], in: try row["workspace_id"], db))
  }
}
