public import Rollcall
package import SQL

/// One entry of an incident's log, written once.
public struct IncidentStep: Equatable, Sendable {
  /// The kinds of log entry.
  public enum Kind: String, CaseIterable, Sendable {
    case opened, offered, sent, delivered, seen, accepted, declined, expired, undelivered, unreachable,
      withdrawn
    case onTheWay = "on_the_way"
    /// A call of the dispatcher's to a person, with its result.
    case called
    /// Another is sought in place of the assignee, or not any more.
    case replacing, kept
    case arrived, completed, released, resolved, cancelled, note
    /// The result of a message to the phone: taken by a service, refused, or the address is gone.
    case pushed
    case pushFailed = "push_failed"
    case pushGone = "push_gone"
    case skipped, nobody, reoffered, reopened
    case needsChanged = "needs_changed"
    /// Title, severity, place or notes were changed after the opening.
    case edited
    case assigneeOffline = "assignee_offline"
    case assigneeBack = "assignee_back"
  }

  /// The entry's number.
  public var id: Int64
  /// When it became true.
  public var at: Timestamp
  /// The actor: `member:` and an address, `key:` and a name, `responder:` and an id, or `rollcall`.
  public var actor: String
  /// The kind of entry.
  public var kind: Kind
  /// The person concerned; `nil` = the incident itself.
  public var responder: Responder.ID?
  /// Their name.
  public var name: String?
  /// The reason or the detail, in words; may be empty.
  public var detail: String
  /// When it happened by the phone's clock.
  public var phoneAt: Timestamp?
}

extension DispatchWrites {
  /// Writes an entry to an incident's log.
  func log(
    _ kind: IncidentStep.Kind, of incident: Incident.ID, in workspace: Workspace.ID, by actor: Actor,
    responder: Responder.ID? = nil, detail: String = "", at instant: Timestamp? = nil,
    phoneAt: Timestamp? = nil
  ) throws {
    let id: Int64 = try transaction.next(.incidentStep)
    try db.run(
      """
      INSERT INTO incident_step (workspace_id, id, incident_id, at, actor, step, responder_id, detail, phone_at)
      VALUES (\(workspace), \(id), \(incident), \(instant ?? now), \(actor.word), \(kind), \(responder),
        \(detail), \(phoneAt))
      """)
    transaction.emit(.incidentStep(id, in: workspace))
  }
}

extension IncidentStep: FetchableRecord {
  /// The log of an incident, the newest first.
  static func all(
    of incident: Incident.ID, in workspace: Workspace.ID, _ db: Database
  ) throws -> [IncidentStep] {
    try db.all(
      """
      SELECT incident_step.*, responder.name FROM incident_step
      LEFT JOIN responder ON responder.workspace_id = incident_step.workspace_id
        AND responder.id = incident_step.responder_id
      WHERE incident_step.workspace_id = \(workspace) AND incident_id = \(incident)
      ORDER BY at DESC, incident_step.id DESC
      """
    )
  }

  package init(row: Row) throws {
    self.init(
      id: try row["id"], at: try row["at"], actor: try row["actor"], kind: try row["step"],
      responder: try row["responder_id"], name: try row["name"],
      detail: try row["detail"], phoneAt: try row["phone_at"])
  }
}
