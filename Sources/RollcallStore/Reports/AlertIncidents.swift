import Rollcall
import SQL

extension AlertStore {
  /// The conditions of alerts beside the board. Read each second, so an index covers just the rows at fault.
  func alertSurroundings(of workspace: Workspace.ID) throws(StoreError) -> AlertSurroundings {
    try read { db in
      let unassigned = try db.all(AlertIncidents.unassigned(in: workspace)) {
        (try $0["id"] as Incident.ID, try $0["state_since"] as Timestamp)
      }
      let set = try db.first(
        "SELECT offline_alerts, mass_percent, mass_minutes FROM workspace WHERE id = \(workspace)"
      ) {
        (
          tellsOffline: try $0["offline_alerts"] as Bool,
          massSilence: MassSilenceRule(percent: try $0["mass_percent"], minutes: try $0["mass_minutes"])
        )
      }
      return AlertSurroundings(
        unassigned: Dictionary(unassigned, uniquingKeysWith: { first, _ in first }),
        tellsOffline: set?.tellsOffline ?? false, massSilence: set?.massSilence ?? .standard)
    }
  }

  /// The unassigned incidents of a workspace, with the outcomes of their offers.
  func unassignedIncidents(of workspace: Workspace.ID) throws(StoreError) -> [AlertIncident] {
    try read { db in
      try db.all(AlertIncidents.unassigned(in: workspace)) { row in
        let id: Incident.ID = try row["id"]
        let offers = try db.all(
          """
          SELECT state, count(*) AS count FROM offer
          WHERE workspace_id = \(workspace) AND incident_id = \(id) GROUP BY state
          """
        ) { (try $0["state"] as Offer.State, try $0["count"] as Int) }
        return AlertIncident(
          id: id, title: try row["title"], place: try row["place"] ?? "", since: try row["state_since"],
          offers: Dictionary(offers, uniquingKeysWith: +))
      }
    }
  }

  /// When the incidents of closing topics stopped being unassigned.
  func assigned(
    _ topics: Set<AlertTopic>, in workspace: Workspace.ID
  ) throws(StoreError) -> [AlertTopic: Timestamp] {
    let incidents = topics.compactMap { topic in
      if case .incidentUnassigned(let id) = topic { (topic, id) } else { nil }
    }
    guard !incidents.isEmpty else { return [:] }
    return try read { db in
      var found: [AlertTopic: Timestamp] = [:]
      for (topic, id) in incidents {
        found[topic] = try db.first(
          "SELECT state_since FROM incident WHERE workspace_id = \(workspace) AND id = \(id)",
          as: Timestamp.self)
      }
      return found
    }
  }
}

/// Rows of incidents, as alerts see them.
enum AlertIncidents {
  static func unassigned(in workspace: Workspace.ID) -> Query {
    """
    SELECT id, title, place, state_since FROM incident INDEXED BY incident_unassigned
    WHERE workspace_id = \(workspace) AND state = 'unassigned' AND is_drill = 0
    """
  }
}
