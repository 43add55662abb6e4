public import Rollcall
import SQL

/// One incident in its report, without its place.
public struct IncidentReportRow: Equatable, Sendable {
  /// Its id.
  public let id: Incident.ID
  /// Its kind.
  public let kind: String
  /// Its title.
  public let title: String
  /// How bad.
  public let severity: String
  /// Its region, if it has one.
  public let region: String?
  /// How far it has come.
  public let state: Incident.State
  /// The times of its steps.
  public let times: IncidentTimes
  /// When it ended; `nil` = it is open.
  public let closedAt: Timestamp?
  /// Who has it, or had it when it ended, in the order of their accepts.
  public let assignees: [Responder.ID]
  /// When the first of them arrived; `nil` = not yet, or not reported.
  public let arrivedAt: Timestamp?
  /// Why earlier assignees lost it, in their order.
  public let reassignments: [AssignmentEnd]

  /// From its opening to the first arrival, milliseconds, never negative.
  public var untilArrival: Milliseconds? { arrivedAt.map { max(0, $0.since(times.openedAt)) } }
}

extension ReportStore {
  /// A page of the incidents opened in a span, by opening then id, without drills. Limited by the retention
  /// of the log. Blocks.
  ///
  /// - Parameters:
  ///   - responder: only those offered to them; `nil` = all.
  ///   - region: only those in it; `nil` = all.
  ///   - cursor: the opening and the id of the last one of the previous page.
  public func incidentReport(
    of workspace: Workspace.ID, in span: TimeSpan, responder: Responder.ID?, region: String? = nil,
    after cursor: HistoryCursor?, limit: Int
  ) throws(StoreError) -> [IncidentReportRow] {
    let span = kept(span)
    var start = HistoryCursor(effective: span.from, id: -1)
    if let cursor, cursor.effective >= span.from { start = cursor }
    return try read { db in
      try db.all(
        IncidentReportRow.query(
          workspace, from: start, to: span.to, responder: responder, region: region, limit: max(0, limit))
      ) { try IncidentReportRow($0, in: workspace, db) }
    }
  }
}

extension IncidentReportRow {
  static func query(
    _ workspace: Workspace.ID, from start: HistoryCursor, to end: Timestamp, responder: Responder.ID?,
    region: String?, limit: Int
  ) -> Query {
    let theirs: Query = "offer.workspace_id = incident.workspace_id AND offer.incident_id = incident.id"
    return """
      SELECT id, kind, title, severity, region, state, opened_at, closed_at,
        (SELECT min(queued_at) FROM offer INDEXED BY offer_incident WHERE \(theirs)) AS first_offer_at,
        (SELECT min(answered_at) FROM offer INDEXED BY offer_incident WHERE \(theirs) AND answer = 'accepted') AS accepted_at,
        (SELECT count(*) FROM offer WHERE \(theirs)) AS offers
      FROM incident INDEXED BY incident_workspace
      WHERE workspace_id = \(workspace) AND opened_at >= \(start.effective) AND opened_at < \(end)
        AND (opened_at, id) > (\(start.effective), \(start.id)) AND is_drill = 0
        AND (\(region) IS NULL OR region = \(region))
        AND (\(responder) IS NULL
          OR EXISTS (SELECT 1 FROM offer WHERE \(theirs) AND responder_id = \(responder)))
      ORDER BY opened_at, id LIMIT \(limit)
      """
  }

  fileprivate init(_ row: Row, in workspace: Workspace.ID, _ db: Database) throws {
    (id, kind, title) = (try row["id"], try row["kind"], try row["title"])
    (severity, region, state) = (try row["severity"], try row["region"], try row["state"])
    (times, closedAt) = (try IncidentTimes(row: row), try row["closed_at"])
    let assignments = try db.all(
      """
      SELECT responder_id, arrived_at, ended_at, reason FROM assignment
      WHERE workspace_id = \(workspace) AND incident_id = \(id) ORDER BY id
      """
    ) { row in
      let reason: String = try row["reason"] ?? ""
      return (
        responder: try row["responder_id"] as Responder.ID, arrivedAt: try row["arrived_at"] as Timestamp?,
        end: (try row["ended_at"] as Timestamp?).map { _ in AssignmentEnd(reason: reason) }
      )
    }
    reassignments = assignments.compactMap(\.end).filter(\.isReassignment)
    // A responder who lost it is no longer its assignee.
    let kept = assignments.filter { $0.end?.isReassignment != true }
    (assignees, arrivedAt) = (kept.map(\.responder), kept.compactMap(\.arrivedAt).min())
  }
}
