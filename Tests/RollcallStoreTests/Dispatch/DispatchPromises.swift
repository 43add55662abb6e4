import Rollcall
import Testing

@testable import RollcallStore

extension TestStore {
  /// What must hold after whatever has happened.
  func checkPromises(_ phones: [TestPhone]) throws {
    let broken = { (what: String, sql: String) throws in
      #expect(try self.integer(sql) == 0, "\(what)")
    }
    try broken(
      "an offer has ended without its step",
      """
      SELECT count(*) FROM offer WHERE ended_at IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM incident_step AS step WHERE step.incident_id = offer.incident_id
          AND step.responder_id = offer.responder_id AND step.step = offer.state AND step.at = offer.ended_at)
      """)
    try broken(
      "as many ends as ended offers",
      """
      SELECT (SELECT count(*) + sum(answer IS 'accepted' AND state <> 'accepted') FROM offer
          WHERE ended_at IS NOT NULL) - (SELECT count(*) FROM incident_step
        WHERE step IN ('accepted', 'declined', 'expired', 'undelivered', 'unreachable', 'withdrawn'))
      """)
    try broken(
      "an offer ended after its deadline",
      """
      SELECT count(*) FROM offer
      WHERE coalesce(answered_at, ended_at) > expires_at OR delivered_at > expires_at
      """)
    try broken(
      "an incident is assigned with an open place or without an assignee, or all have one and it is not",
      """
      SELECT count(*) FROM incident WHERE closed_at IS NULL AND (state = 'assigned') <> (open_places = 0 AND EXISTS (
        SELECT 1 FROM assignment WHERE incident_id = incident.id AND ended_at IS NULL))
      """)
    for id in try store.dispatch.incidents(of: workspace.id).incidents.map(\.incident.id) {
      let found = try file(id).dispatch
      let open = try integer("SELECT open_places FROM incident WHERE id = \(id.rawValue)")
      #expect(found.state.isClosed || found.openPlaces == open)
      let assigned = found.assignees
      #expect(assigned.allSatisfy { found.needs.lines.indices.contains($0.line) })
      #expect(Set(assigned.map(\.responder)).count == assigned.count)
    }
    try broken(
      "an incident is offering without an open offer",
      """
      SELECT count(*) FROM incident WHERE (state = 'offering') <> (wake_at IS NOT NULL OR EXISTS (
        SELECT 1 FROM offer WHERE incident_id = incident.id AND ended_at IS NULL))
        AND state NOT IN ('unassigned', 'assigned')
      """)
    try broken(
      "nobody was found in place of somebody who is not leaving",
      """
      SELECT count(*) FROM incident WHERE vain_since IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM assignment WHERE incident_id = incident.id AND ended_at IS NULL AND lost_at IS NOT NULL)
      """)
    try broken(
      "somebody has an open offer and an assignment",
      """
      SELECT count(*) FROM offer JOIN assignment USING (responder_id)
      WHERE offer.ended_at IS NULL AND assignment.ended_at IS NULL
      """)
    try broken(
      "somebody is on mission for an incident that is not theirs",
      """
      SELECT count(*) FROM liveness WHERE duty = 'on_mission' AND duty_order LIKE 'INC-%' AND NOT EXISTS (
        SELECT 1 FROM assignment WHERE assignment.responder_id = liveness.responder_id AND ended_at IS NULL
          AND 'INC-' || incident_id = duty_order)
      """)
    try broken(
      "somebody off duty has an incident that they did not take by voice",
      """
      SELECT count(*) FROM assignment JOIN liveness USING (responder_id)
      WHERE ended_at IS NULL AND duty = 'off_duty' AND assignment.by <> 'voice'
      """)
    try broken(
      "something of an incident that is over",
      """
      SELECT count(*) FROM incident WHERE state IN ('resolved', 'cancelled') AND (wake_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM offer WHERE incident_id = incident.id AND ended_at IS NULL)
        OR EXISTS (SELECT 1 FROM assignment WHERE incident_id = incident.id AND ended_at IS NULL))
      """)
    for phone in phones {
      // The copy in memory says what the rows say.
      let rows = try texts(
        """
        SELECT id || ' ' || state FROM offer WHERE responder_id = \(phone.id.rawValue) AND (ended_at IS NULL
          OR id IN (SELECT offer_id FROM assignment WHERE ended_at IS NULL))
        UNION ALL SELECT '0 accepted' FROM assignment
        WHERE responder_id = \(phone.id.rawValue) AND offer_id IS NULL AND ended_at IS NULL
        """)
      let errand = try phone.row.errand
      #expect(rows == (errand.map { ["\($0.offer?.rawValue ?? 0) \($0.state.rawValue)"] } ?? []))
    }
  }
}
