import GRDB
public import Rollcall

/// An offer with the incident that is offered.
public struct OfferedIncident: Equatable, Sendable {
  /// The offer.
  public var offer: Offer
  /// What is offered.
  public var incident: Incident
}

/// An assignment with its incident.
public struct AssignedIncident: Equatable, Sendable {
  /// An assignment's id.
  public typealias ID = Identifier<AssignedIncident>

  /// Its id.
  public var id: ID
  /// The accepted offer.
  public var offer: Offer.ID
  /// Whose it is.
  public var responder: Responder.ID
  /// When they accepted.
  public var since: Timestamp
  /// When they arrived; `nil` = not yet, or not told.
  public var arrivedAt: Timestamp?
  /// What is to be done.
  public var incident: Incident
}

/// Rows of `incident`.
enum Incidents {
  static func find(_ id: Incident.ID, in workspace: Workspace.ID, _ db: Database) throws -> Incident? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM incident WHERE workspace_id = ? AND id = ?"),
      arguments: [workspace.rawValue, id.rawValue]
    ).flatMap(incident)
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

  static func incident(_ row: Row) -> Incident? {
    guard let position = Position(latitude: row["lat"], longitude: row["lng"]) else { return nil }
    let notes: String = row["notes"]
    return Incident(
      id: Incident.ID(row["id"]), workspace: Workspace.ID(row["workspace_id"]),
      details: NewIncident(
        kind: Incident.Kind(rawValue: row["kind"]) ?? .incident, title: row["title"],
        severity: Incident.Severity(rawValue: row["severity"]) ?? .normal, position: position,
        notes: notes.utf8.isEmpty ? nil : notes, region: row["region"]),
      state: Incident.State(rawValue: row["state"]) ?? .open,
      openedAt: Timestamp(milliseconds: row["opened_at"]), openedBy: row["opened_by"],
      isDrill: row["is_drill"])
  }

  /// What sorts incidents by severity, the most severe first.
  static let urgency =
    "CASE severity WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'normal' THEN 2 ELSE 3 END"

  /// The order that a responder's duty state has while the incident is theirs, and what people call it.
  static func order(_ id: Incident.ID) -> String { "INC-\(id.rawValue)" }
}

/// Rows of `offer`.
enum Offers {
  static func find(_ id: Offer.ID, in workspace: Workspace.ID, _ db: Database) throws -> Offer? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT * FROM offer WHERE workspace_id = ? AND id = ?"),
      arguments: [workspace.rawValue, id.rawValue]
    ).map(offer)
  }

  /// When an open offer ends if nothing more is heard: ``Offer/endsAt``.
  static let end = "CASE WHEN state IN ('queued', 'sent') THEN deliver_by ELSE expires_at END"

  /// The greatest id there is; 0 = none.
  static func lastID(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT coalesce(max(id), 0) FROM offer")) ?? 0
  }

  /// Every offer of an incident, in the order in which they were made.
  static func all(of incident: Incident.ID, _ db: Database) throws -> [Offer] {
    try Row.fetchAll(
      db.cachedStatement(sql: "SELECT * FROM offer WHERE incident_id = ? ORDER BY id"),
      arguments: [incident.rawValue]
    ).map(offer)
  }

  static func offer(_ row: Row) -> Offer {
    var offer = Offer(
      id: Offer.ID(row["id"]), incident: Incident.ID(row["incident_id"]),
      responder: Responder.ID(row["responder_id"]), distance: row["distance_m"],
      queuedAt: Timestamp(milliseconds: row["queued_at"]),
      expiresAt: Timestamp(milliseconds: row["expires_at"]),
      deliverBy: Timestamp(milliseconds: row["deliver_by"]), round: row["round"])
    offer.state = Offer.State(rawValue: row["state"]) ?? .withdrawn
    offer.sentAt = row.instant("sent_at")
    offer.deliveredAt = row.instant("delivered_at")
    offer.seenAt = row.instant("seen_at")
    offer.endedAt = row.instant("ended_at")
    offer.reason = row["reason"]
    offer.answer = (row["answer"] as String?).flatMap(Offer.Answer.init(rawValue:))
    offer.answeredAt = row.instant("answered_at")
    return offer
  }
}

/// Rows of `assignment` that are in force.
enum Assignments {
  static func find(of responder: Responder.ID, in workspace: Workspace.ID, _ db: Database) throws
    -> AssignedIncident?
  {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT * FROM assignment WHERE workspace_id = ? AND responder_id = ? AND ended_at IS NULL"),
      arguments: [workspace.rawValue, responder.rawValue]
    ).flatMap { try assignment($0, db) }
  }

  static func find(of incident: Incident.ID, in workspace: Workspace.ID, _ db: Database) throws
    -> AssignedIncident?
  {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT * FROM assignment WHERE workspace_id = ? AND incident_id = ? AND ended_at IS NULL"),
      arguments: [workspace.rawValue, incident.rawValue]
    ).flatMap { try assignment($0, db) }
  }

  /// An assignment from its row, whether or not it is still in force.
  static func assignment(_ row: Row, _ db: Database) throws -> AssignedIncident? {
    let workspace = Workspace.ID(row["workspace_id"])
    guard let incident = try Incidents.find(Incident.ID(row["incident_id"]), in: workspace, db) else {
      return nil
    }
    return AssignedIncident(
      id: AssignedIncident.ID(row["id"]), offer: Offer.ID(row["offer_id"]),
      responder: Responder.ID(row["responder_id"]), since: Timestamp(milliseconds: row["since"]),
      arrivedAt: row.instant("arrived_at"), incident: incident)
  }
}
