public import Rollcall
import SQL

/// A drill in a list: its description and its results.
public struct DrillSummary: Equatable, Sendable {
  /// The drill, as the incident that it is for phones.
  public var drill: Incident
  /// How long each had to answer, milliseconds.
  public var answerWithin: Milliseconds
  /// When it ended; `nil` = it is open.
  public var closedAt: Timestamp?
  /// How it went so far.
  public var numbers: DrillNumbers
}

/// Everything about a drill.
public struct DrillFile: Equatable, Sendable {
  /// Its description.
  public var summary: DrillSummary
  /// Everyone who was on duty: people who would not have come first.
  public var results: [DrillResult]
}

extension DispatchStore {
  /// The drills of a workspace, the newest first. Blocks.
  public func drills(of workspace: Workspace.ID, limit: Int = 100) throws(StoreError) -> [DrillSummary] {
    try read { db in
      try db.all(
        """
        SELECT * FROM incident WHERE workspace_id = \(workspace) AND is_drill = 1
        ORDER BY opened_at DESC, id DESC LIMIT \(limit)
        """
      ) { row in
        try Drills.summary(row, try Drills.results(of: try row["id"], in: workspace, db))
      }
    }
  }

  /// One drill. Blocks.
  ///
  /// - Throws: `notFound`, also for an incident that is not a drill.
  public func drill(_ id: Incident.ID, in workspace: Workspace.ID) throws(StoreError) -> DrillFile {
    try read { db in
      let results = try Drills.results(of: id, in: workspace, db)
      let summary = try db.first(
        "SELECT * FROM incident WHERE workspace_id = \(workspace) AND id = \(id) AND is_drill = 1"
      ) { try Drills.summary($0, results) }
      guard let summary else { throw StoreError.notFound("drill \(id.rawValue)") }
      return DrillFile(summary: summary, results: results.sorted(by: DrillResult.comesFirst))
    }
  }
}

/// Rows of drills: of `incident`, `drill_person` and `offer`.
enum Drills {
  /// Whether another person than the one of `offer` can still answer, according to the rows.
  static func hasOpenOffer(
    _ id: Incident.ID, in workspace: Workspace.ID, but offer: Offer.ID, _ db: Database
  ) throws -> Bool {
    try db.exists(
      """
      SELECT 1 FROM offer INDEXED BY offer_pending
      WHERE workspace_id = \(workspace) AND incident_id = \(id) AND ended_at IS NULL AND id <> \(offer)
      """)
  }

  fileprivate static func summary(_ row: Row, _ results: [DrillResult]) throws -> DrillSummary {
    DrillSummary(
      drill: try Incident(row: row), answerWithin: try row["answer_ms"], closedAt: try row["closed_at"],
      numbers: DrillNumbers(results))
  }

  fileprivate static func results(
    of id: Incident.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> [DrillResult] {
    try db.all(
      """
      SELECT offer.*, drill_person.responder_id AS person_id, responder.name AS person_name,
        responder.region AS person_region, drill_person.offer_id, drill_person.reason AS left_out
      FROM drill_person JOIN responder
        ON responder.workspace_id = drill_person.workspace_id AND responder.id = drill_person.responder_id
      LEFT JOIN offer ON offer.workspace_id = drill_person.workspace_id AND offer.id = drill_person.offer_id
      WHERE drill_person.workspace_id = \(workspace) AND drill_person.incident_id = \(id)
      """
    ) { row in
      DrillResult(
        responder: try row["person_id"], name: try row["person_name"], region: try row["person_region"],
        offer: try row["offer_id"] as Offer.ID? == nil ? nil : try Offer(row: row),
        leftOut: try row["left_out"] ?? "")
    }
  }
}

extension DispatchWrites {
  /// Ends the drill that waits for this person's answer, since a real incident comes first: no one may hold
  /// two open offers.
  func endDrill(of responder: Responder.ID, for incident: Incident) throws {
    guard !incident.isDrill,
      let errand = try transaction.liveness.state(of: responder, in: incident.workspace).errand,
      errand.isOpenDrill, let offer = errand.offer
    else { return }
    try advance(errand.incident, in: incident.workspace, by: Actor.rollcall, touching: offer) {
      _ = $0.apply(.withdrawn, to: offer, at: now, reason: Offer.Withdrawal.realIncident.rawValue)
    }
  }
}
