public import Rollcall
import SQL

/// The incident counts of a workspace for the metrics, as far back as they are kept. Drills are left out.
public struct DispatchTotals: Sendable {
  /// The number in each state; empty states are missing.
  public let incidents: [Incident.State: Int]
  /// The number of offers by outcome; outcomes that did not occur are missing.
  public let offers: [Offer.State: Int]
  /// How far each incident got, in the order of their opening.
  public let times: [IncidentTimes]
  /// How many assignments ended how.
  public let ends: [AssignmentEnd: Int]
}

extension DispatchStore {
  /// The totals of a workspace. Blocks.
  public func dispatchTotals(of workspace: Workspace.ID) throws(StoreError) -> DispatchTotals {
    let span = kept(TimeSpan(from: .distantPast, to: Timestamp(milliseconds: .max)))
    return try read { db in
      DispatchTotals(
        incidents: try states(
          """
          SELECT state, count(*) AS count FROM incident
          WHERE workspace_id = \(workspace) AND opened_at >= \(span.from) AND is_drill = 0 GROUP BY state
          """, db),
        offers: try states(
          """
          SELECT offer.state, count(*) AS count FROM offer
          JOIN incident ON incident.workspace_id = offer.workspace_id AND incident.id = offer.incident_id
          WHERE offer.workspace_id = \(workspace) AND incident.opened_at >= \(span.from)
            AND offer.ended_at IS NOT NULL AND incident.is_drill = 0
          GROUP BY offer.state
          """, db),
        times: try DispatchRows.times(of: workspace, span, db),
        ends: try DispatchRows.ends(of: workspace, span, db))
    }
  }

  private func states<State: DatabaseValueConvertible & Hashable>(
    _ query: Query, _ db: Database
  ) throws -> [State: Int] {
    let rows = try db.all(query) { (try $0["state"] as State, try $0["count"] as Int) }
    return Dictionary(rows, uniquingKeysWith: +)
  }
}
