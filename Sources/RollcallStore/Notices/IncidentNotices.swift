public import Rollcall
import SQL

/// A step of an incident, as a channel is told of it: without title, place and names, because a message passes
/// other people's servers.
public struct IncidentNotice: Equatable, Sendable {
  /// What happened.
  public let news: IncidentNews
  /// The incident.
  public let incident: Incident.ID
  /// Its name for people.
  public let reference: String
  /// Incident or order.
  public let kind: Incident.Kind
  /// Its severity, when the message is sent.
  public let severity: Incident.Severity
  /// Its state, when the message is sent.
  public let state: Incident.State
  /// Whom it concerns; `nil` = the incident itself.
  public let responder: Responder.ID?
  /// When it happened.
  public let at: Timestamp

  /// A notice from its parts.
  public init(
    _ news: IncidentNews, incident: Incident.ID, reference: String, kind: Incident.Kind = .incident,
    severity: Incident.Severity, state: Incident.State, responder: Responder.ID? = nil, at: Timestamp
  ) {
    (self.news, self.incident, self.reference, self.kind) = (news, incident, reference, kind)
    (self.severity, self.state, self.responder, self.at) = (severity, state, responder, at)
  }
}

extension IncidentNews {
  /// What an entry of an incident's log is to channels; `nil` = nothing.
  init?(_ step: IncidentStep.Kind, detail: String) {
    switch step {
    case .opened: self = .opened
    case .offered: self = .asked
    case .accepted: self = .accepted
    case .declined: self = .declined
    case .onTheWay: self = .onTheWay
    case .arrived: self = .arrived
    case .completed: self = .done
    case .released: self = .released
    case .nobody: self = .unassigned
    case .edited, .needsChanged: self = .changed
    case .resolved: self = .resolved
    case .cancelled: self = .cancelled
    case .reopened: self = .reopened
    case .called:
      // A person who takes it by voice without an offer has no other entry.
      guard let result = IncidentCall.Result(detail: detail) else { return nil }
      switch result {
      case .accepts: self = .accepted
      case .declines: self = .declined
      case .reached, .notReached: return nil
      }
    case .sent, .delivered, .seen, .expired, .undelivered, .unreachable, .withdrawn, .replacing, .kept, .note,
      .pushed, .pushFailed, .pushGone, .skipped, .reoffered, .assigneeOffline, .assigneeBack:
      return nil
    }
  }
}

extension NoticeWrites {
  /// Queues a step of an incident for each channel that is told of incidents. Drills are none.
  func announce(step: Int64, in workspace: Workspace.ID) throws {
    let channels = try db.all(
      """
      SELECT id FROM channel
      WHERE workspace_id = \(workspace) AND is_on = 1 AND removed_at IS NULL AND tells_incidents = 1
      """, as: Channel.ID.self)
    guard !channels.isEmpty, try IncidentNotice.find(step: step, in: workspace, db) != nil else { return }
    for channel in channels { try queueNotice(.incident, step: step, to: channel, in: workspace) }
  }
}

extension IncidentNotice {
  /// A step as it is to be told now; `nil` = it is not kept any more, or is none to tell.
  static func find(step: Int64, in workspace: Workspace.ID, _ db: Database) throws -> IncidentNotice? {
    try db.first(
      """
      SELECT incident_step.step, incident_step.detail, incident_step.responder_id, incident_step.at, incident.id,
        incident.kind, incident.severity, incident.state
      FROM incident_step JOIN incident ON incident.workspace_id = incident_step.workspace_id
        AND incident.id = incident_step.incident_id
      WHERE incident_step.workspace_id = \(workspace) AND incident_step.id = \(step) AND incident.is_drill = 0
      """
    ) { row in
      guard let news = IncidentNews(try row["step"], detail: try row["detail"]) else { return nil }
      let id: Incident.ID = try row["id"]
      return IncidentNotice(
        news, incident: id, reference: Incidents.order(id), kind: try row["kind"],
        severity: try row["severity"], state: try row["state"], responder: try row["responder_id"],
        at: try row["at"])
    } ?? nil
  }
}
