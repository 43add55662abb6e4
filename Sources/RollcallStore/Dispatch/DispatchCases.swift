import Rollcall
import SQL

/// An incident and its case in the current job: read once, then updated with each write.
struct CaseInHand {
  var incident: Incident
  var file: DispatchCase

  /// A copy with a changed case.
  func changed(to file: DispatchCase) -> CaseInHand {
    var changed = self
    changed.file = file
    changed.incident.state = file.state
    if file.needs != changed.incident.details.needs {
      changed.incident.details = changed.incident.details.needing(file.needs)
    }
    return changed
  }
}

/// The rows of a case: `incident`, `incident_pick`, `offer`, `assignment`, `dispatch_setting`.
enum DispatchCases {
  /// The case of an incident.
  ///
  /// - Parameter offer: the offer that an event concerns. For a drill only this offer is read: the offers to
  ///   1,000 people are independent, except that the last end closes the drill.
  /// - Throws: `StoreError.notFound`.
  static func load(
    _ id: Incident.ID, in workspace: Workspace.ID, touching offer: Offer.ID? = nil, _ db: Database
  ) throws -> CaseInHand {
    let found = try db.first("SELECT * FROM incident WHERE workspace_id = \(workspace) AND id = \(id)") {
      row in
      var file = try own(row, in: workspace, db)
      if file.isDrill, let offer {
        file.offers = try Offers.find(offer, in: workspace, db).map { [$0] } ?? []
        file.isOpenElsewhere = try Drills.hasOpenOffer(id, in: workspace, but: offer, db)
      } else {
        file.offers = try Offers.all(of: id, in: workspace, db)
      }
      (file.assignees, file.done) = try assignments(of: id, in: workspace, db)
      file.refusedByVoice = Set(
        try db.all(
          "SELECT responder_id FROM incident_refusal WHERE workspace_id = \(workspace) AND incident_id = \(id)",
          as: Responder.ID.self))
      return CaseInHand(incident: try Incident(row: row), file: file)
    }
    guard let found else { throw StoreError.notFound("incident \(id.rawValue)") }
    return found
  }

  /// A case without its offers, its assignees and what they can do.
  private static func own(_ row: Row, in workspace: Workspace.ID, _ db: Database) throws -> DispatchCase {
    let id: Incident.ID = try row["id"]
    let settings = try settings(of: workspace, db)
    var file = DispatchCase(
      id: id, isDrill: try row["is_drill"], openedAt: try row["opened_at"], grace: settings.grace)
    if try row["severity"] as Incident.Severity == .critical {
      (file.extras, file.mayTake) = (settings.extraOffers, true)
    }
    file.state = try row["state"]
    file.stateSince = try row["state_since"]
    file.asking = Asking(
      try row["mode"], picks: try picks(of: id, in: workspace, db), answerWithin: try row["answer_ms"])
    file.round = try row["round"]
    file.wakeAt = try row["wake_at"]
    file.vainSince = try row["vain_since"]
    file.needs = try Needs(row["needs"])
    return file
  }

  /// A workspace's dispatch settings.
  static func settings(of workspace: Workspace.ID, _ db: Database) throws -> DispatchSettings {
    try db.first("SELECT * FROM dispatch_setting WHERE workspace_id = \(workspace)") { row in
      DispatchSettings(
        answerTimes: [
          .low: try row["answer_low_ms"], .normal: try row["answer_normal_ms"],
          .high: try row["answer_high_ms"], .critical: try row["answer_critical_ms"],
        ], grace: try row["grace_ms"], hearingLimit: try row["hearing_limit_ms"],
        extraOffers: try row["extra_offers"], offersByText: try row["offers_by_text"])
    } ?? .standard
  }

  private static func picks(
    of id: Incident.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> [Responder.ID] {
    try db.all(
      """
      SELECT responder_id FROM incident_pick
      WHERE workspace_id = \(workspace) AND incident_id = \(id) ORDER BY place
      """)
  }

  /// The assignments in force, and those of people whose part is done.
  private static func assignments(
    of id: Incident.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> (inForce: [Assignment], done: [Assignment]) {
    let rows = try db.all(
      """
      SELECT * FROM assignment WHERE workspace_id = \(workspace) AND incident_id = \(id)
        AND (ended_at IS NULL OR reason = \(Assignment.End.completed.rawValue)) ORDER BY id
      """
    ) { row in
      (
        isDone: try row["ended_at"] as Timestamp? != nil,
        assignment: Assignment(
          offer: try row["offer_id"], responder: try row["responder_id"],
          since: try row["since"], by: try row["by"], isUnheard: try row["is_unheard"],
          isReplaced: try row["is_replaced"], graceAt: try row["grace_at"],
          lostAt: try row["lost_at"], line: try row["line"])
      )
    }
    return (rows.filter { !$0.isDone }.map(\.assignment), rows.filter(\.isDone).map(\.assignment))
  }
}

extension DispatchWrites {
  /// The case of an incident. A job reads it once, except for drills.
  ///
  /// - Throws: `StoreError.notFound`.
  func caseInHand(
    _ id: Incident.ID, in workspace: Workspace.ID, touching offer: Offer.ID? = nil
  ) throws -> CaseInHand {
    if let known = memory.cases[id], known.incident.workspace == workspace { return known }
    var found = try DispatchCases.load(id, in: workspace, touching: offer, db)
    // Nobody lacks anything for a drill.
    if !found.file.isDrill {
      for person in found.file.people {
        let state = try transaction.liveness.state(of: person, in: workspace)
        found.file.skills[person] = state.abilities.keys(at: transaction.lapsingTime)
      }
    }
    keep(found)
    return found
  }

  /// Keeps a case for the rest of the job. The case of a drill is not kept, because it may hold only some of its offers.
  func keep(_ found: CaseInHand) {
    if !found.file.isDrill { memory.cases[found.incident.id] = found }
  }

  /// Writes the changed columns of a case.
  func update(_ file: DispatchCase, from before: DispatchCase, in workspace: Workspace.ID) throws {
    try db.run(
      """
      UPDATE incident SET state = \(file.state), state_since = \(file.stateSince),
        closed_at = CASE WHEN \(file.state.isClosed) THEN coalesce(closed_at, \(now)) END,
        mode = \(file.asking.mode), round = \(file.round), answer_ms = \(file.asking.answerWithin),
        wake_at = \(file.wakeAt), lack = \(file.lack.rawValue), vain_since = \(file.vainSince),
        needs = \(file.needs.text), open_places = \(file.isDrill ? 0 : file.openPlaces)
      WHERE workspace_id = \(workspace) AND id = \(file.id)
      """)
    guard file.asking.picks != before.asking.picks else { return }
    try db.run("DELETE FROM incident_pick WHERE workspace_id = \(workspace) AND incident_id = \(file.id)")
    for (place, pick) in file.asking.picks.enumerated() {
      try db.run(
        """
        INSERT INTO incident_pick (workspace_id, incident_id, place, responder_id) VALUES (\(workspace), \(file.id),
          \(place), \(pick))
        """
      )
    }
  }
}
