public import Rollcall
import SQL

/// An offer, and the name of its responder.
public struct NamedOffer: Equatable, Sendable {
  /// The offer.
  public var offer: Offer
  /// The responder's name.
  public var name: String
}

/// An incident in a list, with its assignees and the people being asked.
public struct IncidentSummary: Equatable, Sendable {
  /// The incident.
  public var incident: Incident
  /// The place in words; may be empty.
  public var place: String
  /// When it ended; `nil` = it is open.
  public var closedAt: Timestamp?
  /// The accepted offers in force, and the open ones.
  public var holders: [NamedOffer]
}

/// A part of a workspace's incidents, and how many there are.
public struct IncidentList: Equatable, Sendable {
  /// In the order asked for.
  public var incidents: [IncidentSummary]
  /// How many match in all.
  public var matching: Int
  /// The number in each state, independent of state and time.
  public var counts: [Incident.State: Int]
}

/// Everything about one incident.
public struct IncidentFile: Equatable, Sendable {
  /// The incident, with its assignees and the people being asked.
  public var summary: IncidentSummary
  /// Every offer, the newest first.
  public var offers: [NamedOffer]
  /// Its log, the newest entry first.
  public var log: [IncidentStep]
  /// The assignments in force, in the order in which they began.
  public var assignments: [AssignedIncident]
  /// The dispatch state, which decides the next steps.
  public var dispatch: DispatchCase
  /// The assignments that have ended, in the order in which they began.
  public var former: [FormerAssignee] = []

  /// The assignment of a person in force.
  public func assigned(to responder: Responder.ID) -> AssignedIncident? {
    assignments.first { $0.responder == responder }
  }
}

extension DispatchStore {
  /// Incidents of a workspace. Blocks.
  ///
  /// - Parameters:
  ///   - state: only those in this state; `nil` = all.
  ///   - first, last: only those opened from the one on and before the other; `nil` for all.
  ///   - offset: how many to skip.
  ///   - limit: the most to return.
  public func incidents(
    of workspace: Workspace.ID, state: Incident.State? = nil, from first: Timestamp? = nil,
    until last: Timestamp? = nil, order: IncidentOrder = .need, isReversed: Bool = false,
    offset: Int = 0, limit: Int = 100
  ) throws(StoreError) -> IncidentList {
    try read { db in
      let counts = try Incidents.counts(in: workspace, db)
      let incidents = try db.all(
        """
        SELECT * FROM incident
        WHERE workspace_id = \(workspace) AND is_drill = 0 AND (\(state) IS NULL OR state = \(state))
          AND (\(first) IS NULL OR opened_at >= \(first)) AND (\(last) IS NULL OR opened_at < \(last))
        ORDER BY \(order.terms(isReversed: isReversed)) LIMIT \(limit) OFFSET \(offset)
        """
      ) { try Incidents.summary($0, db) }
      let opened =
        first == nil && last == nil
        ? counts : try Incidents.counts(in: workspace, from: first, until: last, db)
      return IncidentList(
        incidents: incidents,
        matching: state.map { opened[$0] ?? 0 } ?? opened.values.reduce(0, +), counts: counts)
    }
  }

  /// One incident with its offers and its log. Blocks.
  ///
  /// - Throws: `notFound`.
  public func incident(_ id: Incident.ID, in workspace: Workspace.ID) throws(StoreError) -> IncidentFile {
    try read { db in
      let summary = try db.first(
        "SELECT * FROM incident WHERE workspace_id = \(workspace) AND id = \(id) AND is_drill = 0"
      ) { try Incidents.summary($0, db) }
      guard let summary else { throw StoreError.notFound("incident \(id.rawValue)") }
      var dispatch = try DispatchCases.load(id, in: workspace, db).file
      dispatch.skills = skills(of: dispatch, in: workspace)
      return IncidentFile(
        summary: summary, offers: try Offers.named(of: id, in: workspace, db).reversed(),
        log: try IncidentStep.all(of: id, in: workspace, db),
        assignments: try Assignments.all(of: id, in: workspace, db), dispatch: dispatch,
        former: try FormerAssignee.all(of: id, in: workspace, db))
    }
  }
}

extension Incidents {
  /// How many of those opened between two instants are in each state now; `nil` for all.
  fileprivate static func counts(
    in workspace: Workspace.ID, from first: Timestamp? = nil, until last: Timestamp? = nil, _ db: Database
  ) throws -> [Incident.State: Int] {
    let counts = try db.all(
      """
      SELECT state, count(*) AS count FROM incident
      WHERE workspace_id = \(workspace) AND is_drill = 0
        AND (\(first) IS NULL OR opened_at >= \(first)) AND (\(last) IS NULL OR opened_at < \(last))
      GROUP BY state
      """
    ) { (try $0["state"] as Incident.State, try $0["count"] as Int) }
    return Dictionary(counts, uniquingKeysWith: +)
  }

  fileprivate static func summary(_ row: Row, _ db: Database) throws -> IncidentSummary {
    let incident = try Incident(row: row)
    let inForce = Set(
      try db.all(
        """
        SELECT offer_id FROM assignment WHERE workspace_id = \(incident.workspace)
          AND incident_id = \(incident.id) AND offer_id IS NOT NULL AND ended_at IS NULL
        """, as: Offer.ID.self))
    let holders = try Offers.named(of: incident.id, in: incident.workspace, db).filter { named in
      named.offer.state.isOpen || inForce.contains(named.offer.id)
        || (incident.state == .resolved && named.offer.state == .accepted)
    }
    return IncidentSummary(
      incident: incident, place: try row["place"] ?? "", closedAt: try row["closed_at"], holders: holders)
  }
}

extension Offers {
  /// All offers of an incident with names, in the order in which they were made.
  fileprivate static func named(
    of incident: Incident.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> [NamedOffer] {
    try db.all(
      """
      SELECT offer.*, responder.name FROM offer
      JOIN responder ON responder.workspace_id = offer.workspace_id AND responder.id = offer.responder_id
      WHERE offer.workspace_id = \(workspace) AND incident_id = \(incident) ORDER BY offer.id
      """
    ) { NamedOffer(offer: try Offer(row: $0), name: try $0["name"]) }
  }
}
