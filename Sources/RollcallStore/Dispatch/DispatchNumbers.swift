public import Rollcall
package import SQL

extension DispatchStore {
  /// How quickly the incidents opened in a span found a responder. Drills and incidents older than the log
  /// are left out. Blocks.
  public func dispatchNumbers(
    of workspace: Workspace.ID, in span: TimeSpan
  ) throws(StoreError) -> DispatchNumbers {
    let span = kept(span)
    return try read { db in
      DispatchNumbers(
        try DispatchRows.times(of: workspace, span, db), ends: try DispatchRows.ends(of: workspace, span, db))
    }
  }

  /// How each person answered who was offered an incident opened in a span; people without an offer are
  /// missing. Drills and incidents older than the log are left out. Blocks.
  ///
  /// - Parameter responder: only this person; `nil` = all.
  public func answerNumbers(
    of workspace: Workspace.ID, in span: TimeSpan, responder: Responder.ID? = nil
  ) throws(StoreError) -> [Responder.ID: AnswerNumbers] {
    let span = kept(span)
    return try read { try DispatchRows.answers(of: workspace, span, responder, $0) }
  }
}

/// Rows of incidents by the time of their opening, without drills.
enum DispatchRows {
  /// The condition for the incidents of a span.
  private static func opened(_ workspace: Workspace.ID, _ span: TimeSpan) -> Query {
    """
    incident.workspace_id = \(workspace) AND incident.opened_at >= \(span.from) AND incident.opened_at < \(span.to)
      AND incident.is_drill = 0
    """
  }

  static func timesQuery(_ workspace: Workspace.ID, _ span: TimeSpan) -> Query {
    """
    SELECT incident.opened_at, min(offer.queued_at) AS first_offer_at,
      min(CASE WHEN offer.answer = 'accepted' THEN offer.answered_at END) AS accepted_at, count(offer.id) AS offers
    FROM incident INDEXED BY incident_workspace
    LEFT JOIN offer INDEXED BY offer_incident
      ON offer.workspace_id = incident.workspace_id AND offer.incident_id = incident.id
    WHERE \(opened(workspace, span)) GROUP BY incident.opened_at, incident.id
    """
  }

  static func answersQuery(_ workspace: Workspace.ID, _ span: TimeSpan) -> Query {
    """
    SELECT offer.responder_id, offer.state, offer.queued_at, offer.answer, offer.answered_at
    FROM incident INDEXED BY incident_workspace
    CROSS JOIN offer INDEXED BY offer_incident
      ON offer.workspace_id = incident.workspace_id AND offer.incident_id = incident.id
    WHERE \(opened(workspace, span))
    """
  }

  static func endsQuery(_ workspace: Workspace.ID, _ span: TimeSpan) -> Query {
    """
    SELECT assignment.reason FROM incident INDEXED BY incident_workspace
    CROSS JOIN assignment INDEXED BY assignment_history
      ON assignment.workspace_id = incident.workspace_id AND assignment.incident_id = incident.id
    WHERE \(opened(workspace, span)) AND assignment.ended_at IS NOT NULL
    """
  }

  static func times(
    of workspace: Workspace.ID, _ span: TimeSpan, _ db: Database
  ) throws -> [IncidentTimes] {
    try db.all(timesQuery(workspace, span))
  }

  static func answers(
    of workspace: Workspace.ID, _ span: TimeSpan, _ responder: Responder.ID?, _ db: Database
  ) throws -> [Responder.ID: AnswerNumbers] {
    var query = answersQuery(workspace, span)
    if let responder { query += " AND offer.responder_id = \(responder)" }
    var found: [Responder.ID: AnswerNumbers] = [:]
    try db.each(query) { row in
      found[try row["responder_id"], default: AnswerNumbers()].add(
        OfferOutcome(
          state: try row["state"], queuedAt: try row["queued_at"], answer: try row["answer"],
          answeredAt: try row["answered_at"]))
    }
    return found
  }

  static func ends(
    of workspace: Workspace.ID, _ span: TimeSpan, _ db: Database
  ) throws -> [AssignmentEnd: Int] {
    var found: [AssignmentEnd: Int] = [:]
    try db.each(endsQuery(workspace, span)) { row in
      found[AssignmentEnd(reason: try row["reason"] ?? ""), default: 0] += 1
    }
    return found
  }
}

extension IncidentTimes: FetchableRecord {
  /// From a row with these names.
  package init(row: Row) throws {
    self.init(
      openedAt: try row["opened_at"], firstOfferAt: try row["first_offer_at"],
      acceptedAt: try row["accepted_at"], offers: try row["offers"])
  }
}
