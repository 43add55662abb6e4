import GRDB
public import Rollcall

/// One incident as its report tells it, without where it was.
public struct IncidentReportRow: Equatable, Sendable {
  /// Its id.
  public let id: Incident.ID
  /// What it is.
  public let kind: String
  /// Its title.
  public let title: String
  /// How bad.
  public let severity: String
  /// Its region, if it has one.
  public let region: String?
  /// How far it has come.
  public let state: Incident.State
  /// How far it came, and when.
  public let times: IncidentTimes
  /// When it ended; `nil` = it goes on.
  public let closedAt: Timestamp?
  /// Who has it, or had it when it ended; `nil` = nobody.
  public let assignee: Responder.ID?
  /// When that one arrived; `nil` = not yet, or not told.
  public let arrivedAt: Timestamp?
  /// Why it lost those who had it before, in their order.
  public let reassignments: [AssignmentEnd]

  /// From its opening to the assignee's arrival, milliseconds, never negative.
  public var untilArrival: Milliseconds? { arrivedAt.map { max(0, $0.since(times.openedAt)) } }
}

extension Store {
  /// A page of the incidents opened in a span, by opening then id. Drills are left out, and what is older than the log
  /// is kept. Blocks.
  ///
  /// - Parameters:
  ///   - responder: those that were offered to them; `nil` = all.
  ///   - region: those in it; `nil` = all.
  ///   - cursor: the opening and the id of the last one of the page before.
  public func incidentReport(
    of workspace: Workspace.ID, in span: TimeSpan, responder: Responder.ID?, region: String? = nil,
    after cursor: HistoryCursor?, limit: Int
  ) throws(StoreError) -> [IncidentReportRow] {
    let span = kept(span)
    var start = HistoryCursor(effective: span.from, id: -1)
    if let cursor, cursor.effective >= span.from { start = cursor }
    return try read { db in
      try Row.fetchAll(
        db.cachedStatement(sql: IncidentReportRow.query),
        arguments: [
          "workspace": workspace.rawValue, "to": span.to.milliseconds, "at": start.effective.milliseconds,
          "id": start.id, "responder": responder?.rawValue, "region": region, "limit": max(0, limit),
        ]
      ).map { try IncidentReportRow($0, db) }
    }
  }
}

extension IncidentReportRow {
  static let query = """
    SELECT id, kind, title, severity, region, state, opened_at, closed_at,
      (SELECT min(queued_at) FROM offer WHERE incident_id = incident.id) AS first_offer_at,
      (SELECT min(answered_at) FROM offer WHERE incident_id = incident.id AND answer = 'accepted') AS accepted_at,
      (SELECT count(*) FROM offer WHERE incident_id = incident.id) AS offers
    FROM incident INDEXED BY incident_workspace
    WHERE workspace_id = :workspace AND opened_at >= :at AND opened_at < :to AND (opened_at, id) > (:at, :id)
      AND is_drill = 0 AND (:region IS NULL OR region = :region)
      AND (:responder IS NULL
        OR EXISTS (SELECT 1 FROM offer WHERE incident_id = incident.id AND responder_id = :responder))
    ORDER BY opened_at, id LIMIT :limit
    """

  fileprivate init(_ row: Row, _ db: Database) throws {
    id = Incident.ID(row["id"])
    (kind, title, severity, region) = (row["kind"], row["title"], row["severity"], row["region"])
    state = Incident.State(rawValue: row["state"]) ?? .open
    times = IncidentTimes(
      openedAt: Timestamp(milliseconds: row["opened_at"]), firstOfferAt: row.instant("first_offer_at"),
      acceptedAt: row.instant("accepted_at"), offers: row["offers"])
    closedAt = row.instant("closed_at")
    let assignments = try Row.fetchAll(
      db.cachedStatement(
        sql:
          "SELECT responder_id, arrived_at, ended_at, reason FROM assignment WHERE incident_id = ? ORDER BY id"
      ), arguments: [id.rawValue])
    let ends = assignments.map { row in
      row.instant("ended_at").map { _ in AssignmentEnd(reason: row["reason"] ?? "") }
    }
    reassignments = ends.compactMap { $0 }.filter(\.isReassignment)
    // Whoever lost it does not have it any more.
    let last = ends.last.flatMap { $0?.isReassignment == true ? nil : assignments.last }
    assignee = last.map { Responder.ID($0["responder_id"]) }
    arrivedAt = last.flatMap { $0.instant("arrived_at") }
  }
}
