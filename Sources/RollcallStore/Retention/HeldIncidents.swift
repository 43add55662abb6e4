import Rollcall
import SQL

/// Incidents are kept by their own holds, and by holds on people who had an offer or an assignment in the
/// held time.
extension HeldRows {
  /// Whether an offer, with its assignment, overlaps the held time of a row `held` of ``spans``.
  private static let touches: Query = """
    offer.responder_id = json_extract(held.value, '$[0]') AND offer.queued_at < json_extract(held.value, '$[2]')
      AND (offer.ended_at IS NULL OR offer.ended_at >= json_extract(held.value, '$[1]') OR EXISTS (
        SELECT 1 FROM assignment WHERE assignment.workspace_id = offer.workspace_id AND assignment.offer_id = offer.id
          AND (assignment.ended_at IS NULL OR assignment.ended_at >= json_extract(held.value, '$[1]'))))
    """

  /// Whether no hold keeps a row of `incident`.
  var isFree: Query {
    """
    incident.id NOT IN (SELECT value FROM json_each(\(incidents.json))) AND NOT EXISTS (
      SELECT 1 FROM json_each(\(spans)) AS held CROSS JOIN offer INDEXED BY offer_incident
      WHERE offer.workspace_id = incident.workspace_id AND offer.incident_id = incident.id AND \(Self.touches))
    """
  }

  /// The held times as JSON: person, from, to.
  private var spans: String {
    let all = people.map { Self.json($0.key, $0.value) }.filter { !$0.isEmpty }
    return "[\(all.joined(separator: ","))]"
  }

  /// The incidents closed before `limit` that are kept because a person who was asked about them has held
  /// time.
  func offeredIncidents(
    of person: Int64, in workspace: Workspace.ID, closedBefore limit: Timestamp, _ db: Database
  ) throws -> Set<Int64> {
    let spans = "[\(Self.json(person, time(of: person)))]"
    return try Set(
      db.all(
        """
        SELECT DISTINCT incident.id FROM json_each(\(spans)) AS held
          CROSS JOIN offer INDEXED BY offer_responder ON offer.workspace_id = \(workspace) AND \(Self.touches)
          CROSS JOIN incident ON incident.workspace_id = \(workspace) AND incident.id = offer.incident_id
        WHERE opened_at < \(limit) AND closed_at < \(limit)
        """, as: Int64.self))
  }

  private static func json(_ person: Int64, _ time: HeldTime) -> String {
    time.spans.map { "[\(person),\($0.from.milliseconds),\($0.to.milliseconds)]" }.joined(separator: ",")
  }
}
