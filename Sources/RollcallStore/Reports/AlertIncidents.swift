import GRDB
import Rollcall

extension Store {
  /// What alerts look at beside the board, asked each second: found by an index of what is wrong alone.
  func alertSurroundings(of workspace: Workspace.ID) throws(StoreError) -> AlertSurroundings {
    try read { db in
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: AlertIncidents.unassigned), arguments: [workspace.rawValue])
      let set = try Row.fetchOne(
        db.cachedStatement(
          sql: "SELECT offline_alerts, mass_percent, mass_minutes FROM workspace WHERE id = ?"),
        arguments: [workspace.rawValue])
      return AlertSurroundings(
        unassigned: Dictionary(
          rows.map { (Incident.ID($0["id"]), Timestamp(milliseconds: $0["state_since"])) },
          uniquingKeysWith: { first, _ in first }), tellsOffline: set?["offline_alerts"] ?? false,
        massSilence: set.map { MassSilenceRule(percent: $0["mass_percent"], minutes: $0["mass_minutes"]) }
          ?? .standard)
    }
  }

  /// The incidents of a workspace that nobody has accepted, with what became of their offers.
  func unassignedIncidents(of workspace: Workspace.ID) throws(StoreError) -> [AlertIncident] {
    try read { db in
      try Row.fetchAll(
        db.cachedStatement(sql: AlertIncidents.unassigned), arguments: [workspace.rawValue]
      ).map { row in
        let offers = try Row.fetchAll(
          db.cachedStatement(
            sql: "SELECT state, count(*) AS count FROM offer WHERE incident_id = ? GROUP BY state"),
          arguments: [row["id"] as Int64])
        return AlertIncident(
          id: Incident.ID(row["id"]), title: row["title"], place: row["place"] ?? "",
          since: Timestamp(milliseconds: row["state_since"]),
          offers: Dictionary(
            offers.compactMap { row in Offer.State(rawValue: row["state"]).map { ($0, row["count"] as Int) }
            },
            uniquingKeysWith: +))
      }
    }
  }

  /// When the incidents of topics that are closed left the state in which they had nobody.
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
        found[topic] = try Int64.fetchOne(
          db.cachedStatement(sql: "SELECT state_since FROM incident WHERE workspace_id = ? AND id = ?"),
          arguments: [workspace.rawValue, id.rawValue]
        ).map { Timestamp(milliseconds: $0) }
      }
      return found
    }
  }
}

/// Rows of incidents as alerts look at them.
enum AlertIncidents {
  static let unassigned = """
    SELECT id, title, place, state_since FROM incident INDEXED BY incident_unassigned
    WHERE workspace_id = ? AND state = 'unassigned' AND is_drill = 0
    """
}
