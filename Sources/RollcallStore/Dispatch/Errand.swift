public import Rollcall
import SQL

/// A responder's current task: their open offer, or their assignment.
public struct Errand: Equatable, Sendable {
  /// The incident.
  public let incident: Incident.ID
  /// Its title.
  public let title: String
  /// The offer; `nil` = taken by voice without one.
  public let offer: Offer.ID?
  /// The offer's state; `accepted` = the incident is theirs.
  public let state: Offer.State
  /// The last instant at which an open offer can be answered.
  public let expiresAt: Timestamp
  /// The last instant at which an open offer can reach the phone.
  public let deliverBy: Timestamp
  /// Whether it is a drill: a real incident replaces it.
  public let isDrill: Bool
  /// When they arrived; `nil` = not yet, or not reported.
  public let arrivedAt: Timestamp?
  /// When they took it; `nil` = it is an open offer.
  let acceptedAt: Timestamp?
  /// Whether they took it by voice and their phone was not online since: its silence means nothing.
  public let isUnheard: Bool

  /// When an open offer ends if nothing more is heard.
  public var endsAt: Timestamp { state == .queued || state == .sent ? deliverBy : expiresAt }

  /// Whether the incident is theirs.
  public var isAssigned: Bool { state == .accepted }

  /// Whether it is an open offer of a drill.
  var isOpenDrill: Bool { isDrill && state.isOpen }

  /// The columns from which it is read, after a join with ``join``.
  static let columns: Query = """
    errand_offer.id AS errand_offer, errand_incident.id AS errand_incident,
      errand_incident.title AS errand_title, coalesce(errand_offer.state, 'accepted') AS errand_state,
      coalesce(errand_offer.expires_at, errand_assignment.since) AS errand_expires_at,
      coalesce(errand_offer.deliver_by, errand_assignment.since) AS errand_deliver_by,
      errand_assignment.arrived_at AS errand_arrived_at, errand_assignment.since AS errand_since,
      errand_assignment.is_unheard AS errand_is_unheard, errand_incident.is_drill AS errand_is_drill
    """

  /// Joins the errand to rows of `liveness`. A person never has both an open offer and an assignment.
  static let join: Query = """
    LEFT JOIN assignment AS errand_assignment ON errand_assignment.workspace_id = liveness.workspace_id
      AND errand_assignment.responder_id = liveness.responder_id AND errand_assignment.ended_at IS NULL
    LEFT JOIN offer AS errand_offer ON errand_offer.workspace_id = liveness.workspace_id
      AND errand_offer.id = coalesce(
        (SELECT offer.id FROM offer WHERE offer.workspace_id = liveness.workspace_id
          AND offer.responder_id = liveness.responder_id AND offer.ended_at IS NULL),
        errand_assignment.offer_id)
    LEFT JOIN incident AS errand_incident ON errand_incident.workspace_id = liveness.workspace_id
      AND errand_incident.id = coalesce(errand_offer.incident_id, errand_assignment.incident_id)
    """

  /// From ``columns``; `nil` = none.
  init?(_ row: Row) throws {
    guard let incident = try row["errand_incident"] as Incident.ID? else { return nil }
    offer = try row["errand_offer"]
    self.incident = incident
    title = try row["errand_title"] ?? ""
    state = try row["errand_state"]
    expiresAt = try row["errand_expires_at"]
    deliverBy = try row["errand_deliver_by"]
    arrivedAt = try row["errand_arrived_at"]
    acceptedAt = try row["errand_since"]
    isUnheard = try row["errand_is_unheard"] ?? false
    isDrill = try row["errand_is_drill"] ?? false
  }
}

extension DispatchWrites {
  /// Reads a responder's errand again after a change; the board follows once it is on disk.
  func refreshErrand(of id: Responder.ID, in workspace: Workspace.ID) throws {
    var state = try transaction.liveness.state(of: id, in: workspace)
    let found = try db.first(
      """
      SELECT \(Errand.columns) FROM liveness \(Errand.join)
      WHERE liveness.workspace_id = \(workspace) AND liveness.responder_id = \(id)
      """, Errand.init)
    guard let found else { return }
    state.errand = found
    state.record = try OfferRecord.load(of: state.key, db)
    memory.save(state)
    // Whoever is still on mission is released first.
    if found == nil, state.hours.leaves != nil, state.live.duty == .onDuty {
      state.leave(at: now)
      try transaction.liveness.save(state)
    }
  }
}
