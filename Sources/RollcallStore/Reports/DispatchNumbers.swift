import GRDB
public import Rollcall

extension Store {
  /// How quickly the incidents opened in a span found somebody. Drills are left out, and what is older than the log is
  /// kept. Blocks.
  public func dispatchNumbers(
    of workspace: Workspace.ID, in span: TimeSpan
  ) throws(StoreError) -> DispatchNumbers {
    let span = kept(span)
    return try read { db in
      DispatchNumbers(
        try DispatchRows.times(of: workspace, span, db), ends: try DispatchRows.ends(of: workspace, span, db))
    }
  }

  /// How everybody answered who was offered an incident opened in a span; those who were not are missing. Drills are
  /// left out, and what is older than the log is kept. Blocks.
  ///
  /// - Parameter responder: that one alone; `nil` = all.
  public func answerNumbers(
    of workspace: Workspace.ID, in span: TimeSpan, responder: Responder.ID? = nil
  ) throws(StoreError) -> [Responder.ID: AnswerNumbers] {
    let span = kept(span)
    return try read { try DispatchRows.answers(of: workspace, span, responder, $0) }
  }

  /// The part of a span of which the log is kept.
  func kept(_ span: TimeSpan) -> TimeSpan {
    let limit = RetentionLimits(days: RetentionLimits.logDays, now: clock()).log
    return TimeSpan(from: max(span.from, limit), to: span.to)
  }
}

/// Rows of incidents by the time of their opening, without drills.
enum DispatchRows {
  /// What picks the incidents of a span: workspace, from, to.
  private static let opened = """
    incident.workspace_id = ? AND incident.opened_at >= ? AND incident.opened_at < ? AND incident.is_drill = 0
    """

  static let timesQuery = """
    SELECT incident.opened_at, min(offer.queued_at),
      min(CASE WHEN offer.answer = 'accepted' THEN offer.answered_at END), count(offer.id)
    FROM incident INDEXED BY incident_workspace
    LEFT JOIN offer INDEXED BY offer_incident ON offer.incident_id = incident.id
    WHERE \(opened) GROUP BY incident.opened_at, incident.id
    """

  static let answersQuery = """
    SELECT offer.responder_id, offer.state, offer.queued_at, offer.answer, offer.answered_at
    FROM incident INDEXED BY incident_workspace
    CROSS JOIN offer INDEXED BY offer_incident ON offer.incident_id = incident.id WHERE \(opened)
    """

  static let endsQuery = """
    SELECT assignment.reason FROM incident INDEXED BY incident_workspace
    CROSS JOIN assignment INDEXED BY assignment_history ON assignment.incident_id = incident.id
    WHERE \(opened) AND assignment.ended_at IS NOT NULL
    """

  static func times(
    of workspace: Workspace.ID, _ span: TimeSpan, _ db: Database
  ) throws -> [IncidentTimes] {
    var found: [IncidentTimes] = []
    try each(timesQuery, workspace, span, db) { row in
      guard let opened = row.instant() else { return }
      found.append(
        IncidentTimes(
          openedAt: opened, firstOfferAt: row.instant(), acceptedAt: row.instant(),
          offers: Int(row.integer() ?? 0)))
    }
    return found
  }

  static func answers(
    of workspace: Workspace.ID, _ span: TimeSpan, _ responder: Responder.ID?, _ db: Database
  ) throws -> [Responder.ID: AnswerNumbers] {
    var found: [Responder.ID: AnswerNumbers] = [:]
    let query = responder.map { "\(answersQuery) AND offer.responder_id = \($0.rawValue)" } ?? answersQuery
    try each(query, workspace, span, db) { row in
      let (id, state, queued) = (row.integer(), row.text(), row.instant())
      let (answer, answeredAt) = (row.text(), row.instant())
      guard let id, let queued, let state = state.flatMap(Offer.State.init) else { return }
      found[Responder.ID(id), default: AnswerNumbers()].add(
        OfferOutcome(
          state: state, queuedAt: queued, answer: answer.flatMap(OfferOutcome.Answer.init),
          answeredAt: answeredAt))
    }
    return found
  }

  static func ends(
    of workspace: Workspace.ID, _ span: TimeSpan, _ db: Database
  ) throws -> [AssignmentEnd: Int] {
    var found: [AssignmentEnd: Int] = [:]
    try each(endsQuery, workspace, span, db) { row in
      found[AssignmentEnd(reason: row.text() ?? ""), default: 0] += 1
    }
    return found
  }

  private static func each(
    _ query: String, _ workspace: Workspace.ID, _ span: TimeSpan, _ db: Database,
    _ act: (inout RowReader) throws -> Void
  ) throws {
    let statement = try RawStatement(db, query)
    statement.bind(1, workspace.rawValue)
    statement.bind(2, span.from.milliseconds)
    statement.bind(3, span.to.milliseconds)
    defer { statement.reset() }
    while try statement.step() {
      var row = RowReader(statement)
      try act(&row)
    }
  }
}
