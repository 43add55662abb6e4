import Rollcall
import SQL

extension DispatchWrites {
  /// A person was just heard whom an offer never reached: asks them for an incident that still waits, the
  /// most severe first, then the oldest. The offer goes into the answer that is being made.
  func offerMissed(to id: Responder.ID, in workspace: Workspace.ID) throws {
    guard memory.missed.contains(id) else { return }
    let missed = try Offers.missed(by: id, in: workspace, db)
    if missed.isEmpty { memory.missed.remove(id) }
    guard
      missed.contains(where: { $0.isWaiting && $0.endedAt.advanced(by: DispatchMachine.missedPause) <= now })
    else { return }
    for incident in try waiting(in: workspace) {
      // A real incident replaces a drill's offer.
      if let errand = try transaction.liveness.state(of: id, in: workspace).errand, !errand.isOpenDrill {
        return
      }
      try advance(incident, in: workspace, by: Actor.rollcall) { machine in
        try machine.lookAgain(try field(for: incident, in: workspace), at: now)
      }
    }
  }

  /// The incidents of a workspace with a place that has no offer, the most severe first, then the oldest.
  private func waiting(in workspace: Workspace.ID) throws -> [Incident.ID] {
    try db.all(
      """
      SELECT id FROM incident WHERE workspace_id = \(workspace) AND lack > 0
        AND lack = \(DispatchCase.Lack.place.rawValue)
      ORDER BY \(Incidents.urgency), opened_at, id LIMIT 50
      """, as: Incident.ID.self)
  }
}

extension Offers {
  /// An offer of an incident's present round that never reached its person.
  struct Missed {
    let endedAt: Timestamp
    /// Whether a place of the incident has no offer at present.
    let isWaiting: Bool
  }

  /// The offers that never reached a person, of incidents that are not over: the assignee may give one back.
  static func missed(
    by id: Responder.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> [Missed] {
    try db.all("\(missedOffers) AND offer.workspace_id = \(workspace) AND offer.responder_id = \(id)") {
      Missed(endedAt: try $0["ended_at"], isWaiting: try $0["is_waiting"])
    }
  }

  /// The people whom an offer of such an incident never reached.
  static func missedPeople(_ db: Database) throws -> Set<Responder.ID> {
    Set(try db.all(missedOffers) { try $0["responder_id"] })
  }

  private static let missedOffers: Query = """
    SELECT offer.responder_id, offer.ended_at, incident.lack = \(DispatchCase.Lack.place.rawValue) AS is_waiting
    FROM offer INDEXED BY offer_undelivered
    JOIN incident ON incident.workspace_id = offer.workspace_id AND incident.id = offer.incident_id
    WHERE offer.state = 'undelivered' AND incident.state NOT IN ('resolved', 'cancelled')
      AND incident.is_drill = 0 AND offer.round = incident.round
    """
}
