import GRDB
import Rollcall

/// Incidents are kept by their own holds, and by those of people who had an offer or an assignment in their held time.
extension HeldRows {
  /// Whether an offer, with the assignment that came of it, touches the held time of a row `held` of ``spans``.
  private static let touches = """
    offer.responder_id = json_extract(held.value, '$[0]') AND offer.queued_at < json_extract(held.value, '$[2]')
      AND (offer.ended_at IS NULL OR offer.ended_at >= json_extract(held.value, '$[1]') OR EXISTS (
        SELECT 1 FROM assignment WHERE assignment.offer_id = offer.id
          AND (assignment.ended_at IS NULL OR assignment.ended_at >= json_extract(held.value, '$[1]'))))
    """

  /// Whether nothing keeps a row of `incident`.
  ///
  /// - Parameters:
  ///   - incidents: the parameter to which ``incidents`` is bound, as JSON.
  ///   - spans: that to which ``spans`` is.
  static func isFree(incidents: String, spans: String) -> String {
    """
    incident.id NOT IN (SELECT value FROM json_each(\(incidents))) AND NOT EXISTS (
      SELECT 1 FROM json_each(\(spans)) AS held CROSS JOIN offer INDEXED BY offer_incident
      WHERE offer.incident_id = incident.id AND \(touches))
    """
  }

  /// The held times as JSON: whose, from, to.
  var spans: String {
    let all = people.map { Self.json($0.key, $0.value) }.filter { !$0.isEmpty }
    return "[\(all.joined(separator: ","))]"
  }

  /// The incidents closed before `limit` that the held time keeps of somebody who was asked about them.
  func offeredIncidents(
    of person: Int64, in workspace: Workspace.ID, closedBefore limit: Timestamp, _ db: Database
  ) throws -> Set<Int64> {
    try Set(
      Int64.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT DISTINCT incident.id FROM json_each(?1) AS held
              CROSS JOIN offer INDEXED BY offer_responder ON \(Self.touches)
              CROSS JOIN incident ON incident.id = offer.incident_id
            WHERE incident.workspace_id = ?2 AND opened_at < ?3 AND closed_at < ?3
            """),
        arguments: ["[\(Self.json(person, time(of: person)))]", workspace.rawValue, limit.milliseconds]))
  }

  private static func json(_ person: Int64, _ time: HeldTime) -> String {
    time.spans.map { "[\(person),\($0.from.milliseconds),\($0.to.milliseconds)]" }.joined(separator: ",")
  }
}
