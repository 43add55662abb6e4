public import Rollcall
package import SQL

/// An assignment that has ended, with what came of it.
public struct FormerAssignee: Equatable, Sendable {
  /// Who had the incident.
  public let responder: Responder.ID
  /// Their name.
  public let name: String
  /// The accepted offer; `nil` = taken by voice without one.
  public let offer: Offer.ID?
  /// Who wrote it down.
  public let way: Assignment.Way
  /// When they accepted.
  public let since: Timestamp
  /// When they set off; `nil` = not reported.
  public let onWayAt: Timestamp?
  /// When they arrived; `nil` = not reported.
  public let arrivedAt: Timestamp?
  /// When it ended.
  public let endedAt: Timestamp
  /// Why, in words; begins with those of ``AssignmentEnd``.
  public let reason: String

  /// From its parts.
  public init(
    responder: Responder.ID, name: String, offer: Offer.ID?, way: Assignment.Way = .app, since: Timestamp,
    onWayAt: Timestamp? = nil, arrivedAt: Timestamp? = nil, endedAt: Timestamp, reason: String
  ) {
    (self.responder, self.name, self.offer, self.way) = (responder, name, offer, way)
    (self.since, self.onWayAt, self.arrivedAt) = (since, onWayAt, arrivedAt)
    (self.endedAt, self.reason) = (endedAt, reason)
  }

  /// How it ended.
  public var end: AssignmentEnd { AssignmentEnd(reason: reason) }
}

extension FormerAssignee: FetchableRecord {
  package init(row: Row) throws {
    self.init(
      responder: try row["responder_id"], name: try row["name"], offer: try row["offer_id"],
      way: try row["by"], since: try row["since"], onWayAt: try row["on_way_at"],
      arrivedAt: try row["arrived_at"], endedAt: try row["ended_at"], reason: try row["reason"] ?? "")
  }

  /// Those of an incident, in the order in which they began.
  static func all(
    of incident: Incident.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> [FormerAssignee] {
    try db.all(
      """
      SELECT assignment.*, responder.name FROM assignment
      JOIN responder ON responder.workspace_id = assignment.workspace_id
        AND responder.id = assignment.responder_id
      WHERE assignment.workspace_id = \(workspace) AND incident_id = \(incident) AND ended_at IS NOT NULL
      ORDER BY assignment.id
      """)
  }
}
