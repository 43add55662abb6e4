import Rollcall
import SQL

/// The board at one instant, as alerts see it.
struct AlertScene {
  /// All people, settled.
  let people: [AlertPerson]
  /// Deadlines that have passed but are not written yet, in any order.
  let unwritten: [LoggedChange]
  /// When time alone will next change a status; `nil` = never.
  let deadline: Timestamp?

  /// - Parameter observingSince: since when this server has been observing without a break.
  init(_ board: [BoardEntry], observingSince: Timestamp, at now: Timestamp) {
    var people: [AlertPerson] = []
    people.reserveCapacity(board.count)
    var unwritten: [LoggedChange] = []
    var deadline: Timestamp?
    for entry in board {
      var live = entry.live
      for change in live.settle(until: now) {
        unwritten.append(LoggedChange(responder: entry.id, at: change.at, from: change.from, to: change.to))
      }
      if let next = live.deadline { deadline = min(deadline ?? next, next) }
      people.append(
        AlertPerson(
          id: entry.id, region: entry.person.region, live: live, flapping: entry.flapping,
          errand: entry.errand.flatMap {
            $0.isAssigned && !$0.isUnheard ? AlertAssignment(incident: $0.incident, title: $0.title) : nil
          },
          noShow: entry.hoursSince.flatMap {
            NoShow(hours: $0, live: live, offByHand: entry.offByHand, observingSince: observingSince)
          }, at: now))
    }
    self.people = people
    self.unwritten = unwritten
    self.deadline = deadline
  }
}

extension AlertStore {
  /// How many changes of the log are read to date an alert. More than 10,000 people can cause in two steps
  /// each.
  private static let longestWalk = 20_000

  /// When the conditions of `counted` became what they are, according to the log.
  func instants(
    of counted: Set<AlertTopic>, _ scene: AlertScene, in workspace: Workspace.ID, watch: AlertWatch,
    at now: Timestamp
  ) throws(StoreError) -> [AlertTopic: Timestamp] {
    guard !counted.isEmpty else { return [:] }
    let earliest = counted.map { watch.earliest(of: $0) ?? .distantPast }.min() ?? .distantPast
    let written = try changes(of: workspace, from: earliest, to: now)
    // The newest first. At the same instant, an unwritten change is newer than a written one.
    let log = (scene.unwritten.reversed() + written).enumerated().sorted { left, right in
      left.element.at != right.element.at
        ? left.element.at > right.element.at : left.offset < right.offset
    }
    var rewind = AlertRewind(scene.people)
    return rewind.instants(of: counted, log: log.lazy.map(\.element))
  }

  /// The newest status changes of a workspace within a span, both ends included, the newest first.
  private func changes(
    of workspace: Workspace.ID, from: Timestamp, to: Timestamp
  ) throws(StoreError) -> [LoggedChange] {
    try read { db in
      try db.all(
        """
        SELECT responder_id, at, from_status, to_status FROM transition INDEXED BY transition_workspace
        WHERE workspace_id = \(workspace) AND at BETWEEN \(from) AND \(to)
        ORDER BY at DESC, id DESC LIMIT \(Self.longestWalk)
        """
      ) { row in
        LoggedChange(
          responder: try row["responder_id"], at: try row["at"], from: try row["from_status"],
          to: try row["to_status"])
      }
    }
  }
}

extension AlertStore {
  /// The conditions of alerts beside the board. Read each second, so an index covers just the rows at fault.
  func alertSurroundings(of workspace: Workspace.ID) throws(StoreError) -> AlertSurroundings {
    try read { db in
      let incidents = try db.all(AlertIncidents.atFault(in: workspace)) {
        (try AlertIncidents.topic($0), try $0["since"] as Timestamp)
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
        incidents: Dictionary(incidents, uniquingKeysWith: { first, _ in first }),
        tellsOffline: set?.tellsOffline ?? false, massSilence: set?.massSilence ?? .standard)
    }
  }

  /// The incidents of a workspace that are unassigned or found no replacement, with the outcomes of their
  /// offers.
  func incidentsAtFault(of workspace: Workspace.ID) throws(StoreError) -> [AlertIncident] {
    try read { db in
      try db.all(AlertIncidents.atFault(in: workspace)) { row in
        let id: Incident.ID = try row["id"]
        let offers = try db.all(
          """
          SELECT state, count(*) AS count FROM offer
          WHERE workspace_id = \(workspace) AND incident_id = \(id) GROUP BY state
          """
        ) { (try $0["state"] as Offer.State, try $0["count"] as Int) }
        return AlertIncident(
          id: id, title: try row["title"], place: try row["place"] ?? "", since: try row["since"],
          isBeingLeft: try row["is_being_left"], offers: Dictionary(offers, uniquingKeysWith: +),
          places: (try row["open_places"], try Needs(row["needs"]).places))
      }
    }
  }

  /// When the incidents of closing topics were unassigned no longer, or stopped being left.
  func served(
    _ topics: Set<AlertTopic>, in workspace: Workspace.ID
  ) throws(StoreError) -> [AlertTopic: Timestamp] {
    guard topics.contains(where: { [.incidentUnassigned, .replacementNotFound].contains($0.kind) }) else {
      return [:]
    }
    return try read { db in
      var found: [AlertTopic: Timestamp] = [:]
      for topic in topics {
        switch topic {
        case .incidentUnassigned(let id):
          found[topic] = try db.first(
            "SELECT state_since FROM incident WHERE workspace_id = \(workspace) AND id = \(id)",
            as: Timestamp.self)
        case .replacementNotFound(let id):
          found[topic] = try db.first(AlertIncidents.leavingEnded(id, in: workspace), as: Timestamp.self)
        case .highOfflineRate, .responderFlapping, .noOnlineResponders, .responderOffline, .noShow,
          .massSilence,
          .machine:
          break
        }
      }
      return found
    }
  }
}

/// Rows of incidents, as alerts see them.
enum AlertIncidents {
  /// The incidents that are unassigned, and those that found no replacement: one may be both.
  static func atFault(in workspace: Workspace.ID) -> Query {
    """
    SELECT id, title, place, needs, open_places, state_since AS since, 0 AS is_being_left
    FROM incident INDEXED BY incident_unassigned
    WHERE workspace_id = \(workspace) AND state = 'unassigned' AND is_drill = 0
    UNION ALL SELECT id, title, place, needs, open_places, vain_since, 1 FROM incident INDEXED BY incident_vain
    WHERE workspace_id = \(workspace) AND vain_since IS NOT NULL
    """
  }

  static func topic(_ row: Row) throws -> AlertTopic {
    let id: Incident.ID = try row["id"]
    return try row["is_being_left"] ? .replacementNotFound(id) : .incidentUnassigned(id)
  }

  /// When an assignee of an incident last stopped leaving it, or was free.
  static func leavingEnded(_ id: Incident.ID, in workspace: Workspace.ID) -> Query {
    """
    SELECT max(at) FROM incident_step WHERE workspace_id = \(workspace) AND incident_id = \(id)
      AND step IN ('released', 'assignee_back', 'kept')
    """
  }
}
